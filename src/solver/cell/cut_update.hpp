// SPDX-License-Identifier: Apache-2.0
// Makes the collision of a cell whose links walls cut anywhere, by the rule of validation/WALLS.md. It is exact: the
// conductors at the cut ports meet each other only through the density and the momentum of what they take, and the two
// of a pair. So one pass over the pairs sums what a system of 4 x 4 needs, and a second one relaxes them.
//
// With the notation of that page: x is what the conductors take, x = E (M' V0 + what x does to their voltages), where
// V0 is the voltage of fluid and E has the conductances of each pair. All is times sqrt(w_q), as distributions are.
#pragma once

#include <cstddef>
#include <utility>

#include "core/host_device.hpp"
#include "lattice/d3q19.hpp"
#include "solver/cell/cell_update.hpp"
#include "solver/cell/cut_cell.hpp"

namespace perm {
namespace detail {

/// Holds the conductances E of a pair: of its first port, of its second one, and across.
template <class Real>
struct PairConductances {
  Real first;
  Real second;
  Real across;
};

template <std::size_t I, class Real, class Scalar>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE PairConductances<Real> conductances_of(const CutCell<Real>& cell) {
  const Real first = cell.conductance[d3q19::pairs[I]];
  const Real second = cell.conductance[d3q19::opposite(d3q19::pairs[I])];
  const Real both = first * second;
  if constexpr (is_on_gpu)  // as nearly everywhere; the same without a division
    if (both == 0) return {first, second, -cell.between * both};
  const Real factor = static_cast<Scalar>(1) / (static_cast<Scalar>(1) - cell.between * cell.between * both);
  return {first * factor, second * factor, -cell.between * both * factor};
}

/// Holds the sum and the difference of a pair, without density and momentum.
template <class Real>
struct PairRest {
  Real even;
  Real odd;
};

template <std::size_t I, class Scalar, class Real>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE PairRest<Real> rest_of(const Real (&f)[d3q19::directions], const Real& density,
                                                           const Real (&momentum)[3]) {
  constexpr int Q = d3q19::pairs[I];
  constexpr auto w = static_cast<Scalar>(d3q19::weight(Q));
  return {f[Q] + f[d3q19::opposite(Q)] - 2 * w * density,
          f[Q] - f[d3q19::opposite(Q)] - 6 * w * along<Q>(momentum[0], momentum[1], momentum[2])};
}

/// Sums over the ports, with y = E V0: what the 4 x 4 system is made of.
template <class Real>
struct CutSums {
  Real taken{};       ///< y
  Real carried[3]{};  ///< c y
  Real whole{};       ///< w E
  Real first[3]{};    ///< c w E
  Real second[6]{};   ///< c c w E: xx, yy, zz, xy, yz, xz
  Real open{};        ///< V0, each pair as far as it is open
};

template <std::size_t I, class Real, class Scalar>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE void add_pair(const Real (&f)[d3q19::directions], const Moments<Real>& raw,
                                                  const CutCell<Real>& cell, const CutParameters<Scalar>& p,
                                                  CutSums<Real>& sums) {
  constexpr int Q = d3q19::pairs[I];
  constexpr auto w = static_cast<Scalar>(d3q19::weight(Q));
  constexpr d3q19::Velocity c = d3q19::velocity(Q);
  const PairRest<Real> rest = rest_of<I, Scalar>(f, raw.density, raw.velocity);
  const Real even = p.even * rest.even;
  const Real odd = cell.odd * rest.odd;
  sums.open += 2 * cell.open[I] * even;
  const PairConductances<Real> e = conductances_of<I, Real, Scalar>(cell);
  const Real first = e.first * (even - odd) + e.across * (even + odd);
  const Real second = e.across * (even - odd) + e.second * (even + odd);
  sums.taken += first + second;
  add_momentum<Q>(sums.carried, first - second);
  sums.whole += w * (e.first + e.second + 2 * e.across);
  add_momentum<Q>(sums.first, w * (e.first - e.second));
  const Real squares = w * (e.first + e.second - 2 * e.across);
  if constexpr (c.x != 0) sums.second[0] += squares;
  if constexpr (c.y != 0) sums.second[1] += squares;
  if constexpr (c.z != 0) sums.second[2] += squares;
  if constexpr (c.x * c.y != 0) sums.second[3] += c.x * c.y * squares;
  if constexpr (c.y * c.z != 0) sums.second[4] += c.y * c.z * squares;
  if constexpr (c.x * c.z != 0) sums.second[5] += c.x * c.z * squares;
}

/// Solves a symmetric positive system of 3 x 3 by elimination.
template <class Real, class Scalar>
class SmallSystem {
 public:
  /// It is 1 less `factor` times the matrix with the elements xx, yy, zz, xy, yz, xz.
  PERM_HOST_DEVICE PERM_ALWAYS_INLINE SmallSystem(const Real& factor, const Real (&m)[6]) {
    constexpr Scalar one = 1;
    pivot_[0] = one / (one - factor * m[0]);
    xy_ = -factor * m[3] * pivot_[0];
    xz_ = -factor * m[5] * pivot_[0];
    const Real y = one - factor * m[1] + xy_ * factor * m[3];
    const Real yz = -factor * m[4] + xy_ * factor * m[5];
    pivot_[1] = one / y;
    yz_ = yz * pivot_[1];
    pivot_[2] = one / (one - factor * m[2] + xz_ * factor * m[5] - yz_ * yz);
  }
  PERM_HOST_DEVICE PERM_ALWAYS_INLINE void solve(const Real (&right)[3], Real (&solution)[3]) const {
    const Real y = right[1] - xy_ * right[0];
    const Real z = right[2] - xz_ * right[0] - yz_ * y;
    solution[2] = z * pivot_[2];
    solution[1] = y * pivot_[1] - yz_ * solution[2];
    solution[0] = right[0] * pivot_[0] - xy_ * solution[1] - xz_ * solution[2];
  }

 private:
  Real pivot_[3];  ///< one over them
  Real xy_;
  Real xz_;
  Real yz_;
};

/// Holds what x adds up to.
template <class Real>
struct TakenByWalls {
  Real sum;
  Real momentum[3];
  Real reference;  ///< density that walls see of V0, over w
};

template <class Real>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE Real dot(const Real (&a)[3], const Real (&b)[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// The system of the momentum alone is positive, and so is what is left for the sum: the elimination needs no pivots.
template <class Real, class Scalar>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE TakenByWalls<Real> solve_walls(const CutSums<Real>& sums,
                                                                   const CutCell<Real>& cell) {
  const Real factor = static_cast<Scalar>(3) * cell.odd;
  TakenByWalls<Real> taken{};
  taken.reference = cell.seen_open * sums.open;
  Real right[3];
  for (int a = 0; a < 3; ++a) right[a] = sums.carried[a] - taken.reference * sums.first[a];
  const SmallSystem<Real, Scalar> system(factor, sums.second);
  Real by_sum[3];
  system.solve(right, taken.momentum);
  system.solve(sums.first, by_sum);
  const Real coupling = cell.density_coupling;
  taken.sum = (sums.taken - taken.reference * sums.whole + factor * dot(sums.first, taken.momentum)) /
              (static_cast<Scalar>(1) - coupling * (sums.whole + factor * dot(sums.first, by_sum)));
  for (int a = 0; a < 3; ++a) taken.momentum[a] += coupling * taken.sum * by_sum[a];
  return taken;
}

/// Relaxes the pair, adds to the reversal, and gives what the mean of the pair has lost.
template <std::size_t I, class Real, class Scalar>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE Real relax_cut_pair(Real (&f)[d3q19::directions], const Moments<Real>& raw,
                                                        const CutCell<Real>& cell, const CutParameters<Scalar>& p,
                                                        const TakenByWalls<Real>& taken, Real& reversal) {
  constexpr int Q = d3q19::pairs[I];
  constexpr int opposite = d3q19::opposite(Q);
  constexpr auto w = static_cast<Scalar>(d3q19::weight(Q));
  constexpr auto half = static_cast<Scalar>(0.5);
  const PairRest<Real> rest = rest_of<I, Scalar>(f, raw.density, raw.velocity);
  const Real momentum = 3 * w * along<Q>(taken.momentum[0], taken.momentum[1], taken.momentum[2]);
  const Real even = p.even * rest.even + w * (cell.density_coupling * taken.sum - taken.reference);
  const Real odd = cell.odd * (rest.odd - momentum);
  const PairConductances<Real> e = conductances_of<I, Real, Scalar>(cell);
  const Real first = e.first * (even - odd) + e.across * (even + odd);
  const Real second = e.across * (even - odd) + e.second * (even + odd);
  const Real lost_even = half * (first + second) - w * taken.sum * (cell.seen_all + cell.open[I] * cell.seen_open);
  const Real lost_odd = half * (first - second) - momentum;
  const Real force = 3 * w * cell.force_share * along<Q>(p.force[0], p.force[1], p.force[2]);
  const Real even_change = p.half_rate * rest.even + p.even * lost_even;
  const Real odd_change = cell.odd * (rest.odd + lost_odd) - force;
  const Real before[2] = {f[Q], f[opposite]};
  f[Q] -= even_change + odd_change;
  f[opposite] -= even_change - odd_change;
  constexpr auto inverse_w = static_cast<Scalar>(1 / d3q19::weight(Q));
  reversal += inverse_w * (before[0] * f[opposite] + before[1] * f[Q]);
  return even_change;
}

template <class Real, class Scalar, std::size_t... I>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE Moments<Real> collide_cut(Real (&f)[d3q19::directions], const CutCell<Real>& cell,
                                                              const CutParameters<Scalar>& p,
                                                              std::index_sequence<I...>) {
  Moments<Real> raw{};
  raw.density = f[0];
  ((raw.density += f[d3q19::pairs[I]] + f[d3q19::opposite(d3q19::pairs[I])]), ...);
  (add_momentum<d3q19::pairs[I]>(raw.velocity, f[d3q19::pairs[I]] - f[d3q19::opposite(d3q19::pairs[I])]), ...);
  CutSums<Real> sums;
  (add_pair<I>(f, raw, cell, p, sums), ...);
  const TakenByWalls<Real> taken = solve_walls<Real, Scalar>(sums, cell);
  // As in collide(), the distribution at rest takes what the pairs lose, so that no mass is made.
  Real lost{};
  Real reversal{};
  ((lost += relax_cut_pair<I>(f, raw, cell, p, taken, reversal)), ...);
  const Real rest = f[0];
  f[0] += 2 * lost;
  raw.reversal = reversal + static_cast<Scalar>(1 / d3q19::weight(0)) * rest * f[0];
  for (int a = 0; a < 3; ++a) raw.velocity[a] += cell.force_share * (p.force[a] / 2);
  return raw;
}

}  // namespace detail

/// Replaces f (deviations from w_q, before collision) by its state after the collision and gives the moments before, as
/// collide() does for the linear equilibrium. The velocity has half of the cell's share of the force; it counts
/// `force_share` times in a flow.
template <class Real, class Scalar>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE Moments<Real> collide_cut(Real (&f)[d3q19::directions], const CutCell<Real>& cell,
                                                              const CutParameters<Scalar>& p) {
  return detail::collide_cut(f, cell, p, std::make_index_sequence<d3q19::pairs.size()>{});
}

}  // namespace perm
