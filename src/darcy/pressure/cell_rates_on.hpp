// SPDX-License-Identifier: Apache-2.0
// The work of CellRates, written once for lists on the host and on a GPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/stop_check.hpp"
#include "darcy/pressure/cell_rates.hpp"
#include "darcy/pressure/squares_in_forces.hpp"
#include "lattice/d3q19.hpp"

namespace perm {

/// Turns the moments of a cell before some steps and after them into what they change in a step.
struct ChangeOfCell {
  CellField* before;
  const CellField* after;
  float steps;

  PERM_HOST_DEVICE void operator()(std::size_t cell) const {
    CellField& change = before[cell];
    change.density = (after[cell].density - change.density) / steps;
    for (int a = 0; a < 3; ++a) change.velocity[a] = (after[cell].velocity[a] - change.velocity[a]) / steps;
  }
};

/// Gives the square of what changes its sign in a cell, in quanta.
struct SquareOfCell {
  const CellField* fields;
  SquaresInForces squares;

  PERM_HOST_DEVICE std::int64_t operator()(std::size_t cell) const {
    double square = static_cast<double>(fields[cell].density) * fields[cell].density / 3;
    for (const float velocity : fields[cell].velocity) square += static_cast<double>(velocity) * velocity;
    return squares.quanta_of(square);
  }
};

/// Does what CellRates::push_across says for a cell, in place of its moments.
struct PushAcross {
  CellField* fields;
  int along;
  float share[3];

  PERM_HOST_DEVICE void operator()(std::size_t cell) const {
    const float speed = fields[cell].velocity[along];
    fields[cell] = {0, {share[0] * speed, share[1] * speed, share[2] * speed}};
  }
};

/// Gives the power of what changes in a cell and is neither density nor momentum, in quanta.
struct OthersOfCell {
  double per_step;
  double viscosity;
  double plus;   ///< tau - 1/2 of the even part
  double minus;  ///< and of the odd part
  SquaresInForces squares;
  const CutLinks* cuts;  ///< [cell]; null without walls between voxels
  StiffCollision stiff;

  PERM_HOST_DEVICE std::int64_t operator()(std::size_t cell, const double* before, const double* after) const {
    constexpr auto pairs = std::make_index_sequence<d3q19::pairs.size()>{};
    constexpr auto all = std::make_integer_sequence<int, d3q19::directions>{};
    double delta[d3q19::directions];
    for (int q = 0; q < d3q19::directions; ++q) delta[q] = (after[q] - before[q]) * per_step;
    double power = 0;
    if (cuts != nullptr && cuts[cell].solid != 0) {
      take_moments_off(delta, pairs, all);
      power = power_at_wall(delta, cuts[cell], stiff, all);
    } else {
      power = power_of(delta, pairs);
    }
    return squares.quanta_of(viscosity / 6 * power);
  }

 private:
  template <std::size_t... I, int... Q>
  PERM_HOST_DEVICE static void take_moments_off(double (&delta)[d3q19::directions], std::index_sequence<I...>,
                                                std::integer_sequence<int, Q...>) {
    double density = delta[0];
    double momentum[3] = {0, 0, 0};
    ((density += delta[d3q19::pairs[I]] + delta[d3q19::opposite(d3q19::pairs[I])]), ...);
    (add_momentum<d3q19::pairs[I]>(momentum, delta[d3q19::pairs[I]] - delta[d3q19::opposite(d3q19::pairs[I])]), ...);
    ((delta[Q] -= d3q19::weight(Q) * (density + 3 * along_direction<Q>(momentum))), ...);
  }
  template <int q>
  PERM_HOST_DEVICE static double along_direction(const double (&momentum)[3]) {
    constexpr d3q19::Velocity c = d3q19::velocity(q);
    return c.x * momentum[0] + c.y * momentum[1] + c.z * momentum[2];
  }
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
/// Lists::for_each(count, visit) calls visit(i). Lists::Distributions keeps those of the measured cells, and sums what
/// quanta_of(i, before, after) gives for each; Lists::copy(values, count, list) fills a list from the host.
template <class Lists>
class CellRatesOn final : public CellRates {
 public:
  CellRatesOn(std::size_t cells, MeasuredCells measured)
      : measured_(std::move(measured)),
        changes_(cells),
        correction_(cells),
        cuts_(measured_.cuts.size()),
        distributions_(measured_) {
    Lists::copy(measured_.cuts.data(), measured_.cuts.size(), cuts_);
  }

  void keep(const Backend& backend) override {
    backend.read_moments({changes_.data(), changes_.size()});
    distributions_.keep(backend, measured_);
  }

  WholeRates find(Backend& backend, int steps) override {
    const SolverSettings& settings = backend.settings();
    const Communicator& processes = backend.domain().processes();
    check_for_stop(processes);
    const SquaresInForces squares(settings);
    const double plus = settings.tau - 0.5;
    const double minus = settings.collision == Collision::bgk ? plus : settings.magic / plus;
    if (!measured_.cuts.empty() && stiff_.size() == 0) {
      stiff_ = List<CutTable<double>>(1);
      const CutTable<double> table = StiffCollision::make_table(settings);
      Lists::copy(&table, 1, stiff_);
    }
    const OthersOfCell others{1.0 / steps,
                              viscosity(settings.tau),
                              plus,
                              minus,
                              squares,
                              measured_.cuts.empty() ? nullptr : cuts_.data(),
                              {stiff_.data(), StiffCollision::make_parameters(), plus / StiffCollision::length}};
    const __int128 of_others = distributions_.sum(backend, measured_, others);
    const std::span<CellField> moments = correction();
    backend.read_moments(moments);
    Lists::for_each(changes_.size(), ChangeOfCell{changes_.data(), moments.data(), static_cast<float>(steps)});
    check_for_stop(processes);
    backend.advance_and_alternate(correction());
    check_for_stop(processes);
    const __int128 staggered = Lists::sum(correction_.size(), SquareOfCell{correction_.data(), squares});
    return {SquaresInForces::sum_over(processes, staggered),
            SquaresInForces::sum_over(processes, of_others) * measured_.cells_for_each};
  }

  void push_across(const Backend& backend, int along, const std::array<float, 3>& share) override {
    backend.read_moments(correction());
    Lists::for_each(correction_.size(), PushAcross{correction_.data(), along, {share[0], share[1], share[2]}});
  }

  std::span<const CellField> changes() const override { return {changes_.data(), changes_.size()}; }
  std::span<CellField> correction() override { return {correction_.data(), correction_.size()}; }

 private:
  template <class Value>
  using List = typename Lists::template List<Value>;

  MeasuredCells measured_;
  List<CellField> changes_;     ///< moments before a look, then what they change in a step
  List<CellField> correction_;  ///< moments after it, then what is to be added
  List<CutLinks> cuts_;         ///< of the measured cells
  List<CutTable<double>> stiff_{0};
  typename Lists::Distributions distributions_;
};

}  // namespace perm
