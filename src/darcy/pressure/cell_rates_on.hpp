// SPDX-License-Identifier: Apache-2.0
// The work of CellRates, written once for lists on the host and on a GPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "darcy/pressure/cell_rates.hpp"
#include "darcy/pressure/squares_in_forces.hpp"
#include "lattice/d3q19.hpp"

namespace perm {

/// Turns the moments of a cell before and after a look, and the mean of the two steps behind it, into its rates. Gives
/// the square of what is staggered in quanta.
struct RatesOfCell {
  CellField* before;
  const CellField* after;
  CellField* staggered;
  float steps;
  float half_force[3];  ///< which velocities have and momenta have not
  SquaresInForces squares;

  PERM_HOST_DEVICE std::int64_t operator()(std::size_t cell) const {
    CellField& alternating = staggered[cell];
    CellField& changes = before[cell];
    alternating.density -= after[cell].density;
    changes.density = (after[cell].density - changes.density) / steps;
    double square = static_cast<double>(alternating.density) * alternating.density / 3;
    for (int a = 0; a < 3; ++a) {
      alternating.velocity[a] -= after[cell].velocity[a] + half_force[a];
      changes.velocity[a] = (after[cell].velocity[a] - changes.velocity[a]) / steps;
      square += static_cast<double>(alternating.velocity[a]) * alternating.velocity[a];
    }
    return squares.quanta_of(square);
  }
};

/// Does what CellRates::push_across says for a cell.
struct PushAcross {
  const CellField* flow;
  int along;
  float share[3];
  CellField* across;

  PERM_HOST_DEVICE void operator()(std::size_t cell) const {
    const float speed = flow[cell].velocity[along];
    across[cell] = {0, {share[0] * speed, share[1] * speed, share[2] * speed}};
  }
};

/// Gives the power of what changes in a cell and is neither density nor momentum, in quanta.
struct OthersOfCell {
  const double* before;
  const double* after;
  double per_step;
  double viscosity;
  double plus;   ///< tau - 1/2 of the even part
  double minus;  ///< and of the odd part
  SquaresInForces squares;

  PERM_HOST_DEVICE std::int64_t operator()(std::size_t cell) const {
    double delta[d3q19::directions];
    const std::size_t first = cell * d3q19::directions;
    for (int q = 0; q < d3q19::directions; ++q) delta[q] = (after[first + q] - before[first + q]) * per_step;
    return squares.quanta_of(viscosity / 6 * power_of(delta, std::make_index_sequence<d3q19::pairs.size()>{}));
  }

 private:
  /// The squares of all parts less those of density and momentum.
  template <std::size_t... I>
  PERM_HOST_DEVICE double power_of(const double (&delta)[d3q19::directions], std::index_sequence<I...>) const {
    double density = delta[0];
    double momentum[3] = {0, 0, 0};
    ((density += delta[d3q19::pairs[I]] + delta[d3q19::opposite(d3q19::pairs[I])]), ...);
    (add_momentum<d3q19::pairs[I]>(momentum, delta[d3q19::pairs[I]] - delta[d3q19::opposite(d3q19::pairs[I])]), ...);
    double even = delta[0] * delta[0] * (1 / d3q19::weight(0)) - density * density;
    double odd = -3 * (momentum[0] * momentum[0] + momentum[1] * momentum[1] + momentum[2] * momentum[2]);
    ((even += square_of_pair<d3q19::pairs[I]>(delta, 1)), ...);
    ((odd += square_of_pair<d3q19::pairs[I]>(delta, -1)), ...);
    return (even > 0 ? even : 0) * 2 * plus + (odd > 0 ? odd : 0) / (2 * minus);
  }
  template <int q>
  PERM_HOST_DEVICE static void add_momentum(double (&momentum)[3], double of_pair) {
    constexpr d3q19::Velocity c = d3q19::velocity(q);
    momentum[0] += c.x * of_pair;
    momentum[1] += c.y * of_pair;
    momentum[2] += c.z * of_pair;
  }
  template <int q>
  PERM_HOST_DEVICE static double square_of_pair(const double (&delta)[d3q19::directions], double sign) {
    constexpr double per_weights = 1 / (2 * d3q19::weight(q));
    const double both = delta[q] + sign * delta[d3q19::opposite(q)];
    return both * both * per_weights;
  }
};

/// Lists::List<T> is a list that is zero at first; Lists::sum(count, quanta_of) sums what quanta_of(i) gives, and
/// Lists::for_each(count, visit) calls visit(i).
template <class Lists>
class CellRatesOn final : public CellRates {
 public:
  CellRatesOn(std::size_t cells, MeasuredCells measured)
      : measured_(std::move(measured)),
        before_(cells),
        after_(cells),
        staggered_(cells),
        f_before_(d3q19::directions * measured_.count()),
        f_after_(f_before_.size()) {}

  void keep(const Backend& backend) override {
    backend.read_moments({before_.data(), before_.size()});
    backend.read_ranges(measured_.own, {f_before_.data(), f_before_.size()});
  }

  WholeRates find(Backend& backend, int steps) override {
    const SolverSettings& settings = backend.settings();
    const Communicator& processes = backend.domain().processes();
    backend.read_moments({after_.data(), after_.size()});
    backend.read_ranges(measured_.own, {f_after_.data(), f_after_.size()});
    backend.advance_and_capture();
    backend.read_captured({staggered_.data(), staggered_.size()});
    const SquaresInForces squares(settings);
    RatesOfCell rates{before_.data(), after_.data(), staggered_.data(), static_cast<float>(steps), {}, squares};
    for (int a = 0; a < 3; ++a)
      rates.half_force[a] = static_cast<float>(settings.force[static_cast<std::size_t>(a)] / 2);
    const double plus = settings.tau - 0.5;
    const double minus = settings.collision == Collision::bgk ? plus : settings.magic / plus;
    const OthersOfCell others{f_before_.data(), f_after_.data(), 1.0 / steps, viscosity(settings.tau), plus, minus,
                              squares};
    const __int128 staggered = Lists::sum(before_.size(), rates);
    const __int128 of_others = Lists::sum(measured_.count(), others);
    return {SquaresInForces::sum_over(processes, staggered),
            SquaresInForces::sum_over(processes, of_others) * measured_.cells_for_each};
  }

  void push_across(int along, const std::array<float, 3>& share) override {
    Lists::for_each(after_.size(), PushAcross{after_.data(), along, {share[0], share[1], share[2]}, staggered_.data()});
  }

  std::span<const CellField> changes() const override { return {before_.data(), before_.size()}; }
  std::span<CellField> correction() override { return {staggered_.data(), staggered_.size()}; }

 private:
  template <class Value>
  using List = typename Lists::template List<Value>;

  MeasuredCells measured_;
  List<CellField> before_;  ///< moments before a look, then what they change in a step
  List<CellField> after_;
  List<CellField> staggered_;
  List<double> f_before_;  ///< of the measured cells
  List<double> f_after_;
};

}  // namespace perm
