// SPDX-License-Identifier: Apache-2.0
// The force of the fluid of one cell on the solid beside it, by momentum exchange (Ladd 1994): what goes out along a
// link that ends in solid comes back along it, and leaves the solid twice its momentum. With half-way bounce-back this
// is exact for the lattice: the momentum of all cells changes in a step by the body force less this force, to rounding.
//
// The distributions at one moment tell the forces of two steps: what came back in the step before, and what the
// collision sends out in the next one. Their mean has no part of a staggered (-1)^t mode, which tight places leave
// undamped. Written once for host and device.
#pragma once

#include <cstddef>
#include <utility>

#include "core/host_device.hpp"
#include "lattice/d3q19.hpp"
#include "solver/cell/cell_update.hpp"
#include "solver/cell/wall_links.hpp"

namespace perm {

/// Holds the forces of a cell on solid, in the unit of the distributions that they were made of.
struct WallForce {
  double before[3]{};  ///< of the step before this moment
  double next[3]{};    ///< of the step behind it
};

/// Holds what all cells collide with, in double whatever the lattice stores.
struct WallForceParameters {
  CollisionParameters<double> collision{};
  Equilibrium equilibrium{Equilibrium::linear};
};

/// Makes them for cells with these settings (settings_of_cells).
inline WallForceParameters make_wall_force_parameters(const SolverSettings& settings) {
  return {make_collision_parameters<double>(settings), compiled_for(settings.equilibrium)};
}

namespace detail {

/// Adds what is sent along the links of pair I: `out` holds it in the slot of the direction to the solid.
template <std::size_t I>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE void add_pair_force(const double (&out)[d3q19::directions], SolidLinks solid,
                                                        double (&force)[3]) {
  constexpr int Q = d3q19::pairs[I];
  constexpr int opposite = d3q19::opposite(Q);
  const double ahead = (solid >> (Q - 1) & 1U) != 0 ? 2 * out[Q] : 0;
  const double behind = (solid >> (opposite - 1) & 1U) != 0 ? 2 * out[opposite] : 0;
  add_momentum<Q>(force, ahead - behind);
}

template <std::size_t... I>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE void add_force(const double (&out)[d3q19::directions], SolidLinks solid,
                                                   double (&force)[3], std::index_sequence<I...>) {
  (add_pair_force<I>(out, solid, force), ...);
}

}  // namespace detail

/// Replaces f (deviations from w_q before the collision of an even step) by its state after the collision.
PERM_HOST_DEVICE PERM_ALWAYS_INLINE void collide_beside_wall(double (&f)[d3q19::directions],
                                                             const WallForceParameters& parameters) {
  if (parameters.equilibrium == Equilibrium::linear)
    collide<Equilibrium::linear>(f, parameters.collision);
  else
    collide<Equilibrium::quadratic>(f, parameters.collision);
}

/// Gives the forces of a cell with distributions f, as above, in lattice units. `solid` are the links that end in
/// solid, or in a face that is a wall.
PERM_HOST_DEVICE PERM_ALWAYS_INLINE WallForce wall_force(const double (&f)[d3q19::directions], SolidLinks solid,
                                                         const WallForceParameters& parameters) {
  constexpr auto pairs = std::make_index_sequence<d3q19::pairs.size()>{};
  WallForce force;
  double out[d3q19::directions];
  for (int q = 0; q < d3q19::directions; ++q) out[q] = f[d3q19::opposite(q)];  // what came back went out before
  detail::add_force(out, solid, force.before, pairs);
  for (int q = 0; q < d3q19::directions; ++q) out[q] = f[q];
  collide_beside_wall(out, parameters);
  detail::add_force(out, solid, force.next, pairs);
  return force;
}

}  // namespace perm
