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

/// Makes the parameters of wall_force for cells with these settings (settings_of_cells).
inline WallForceParameters make_wall_force_parameters(const SolverSettings& settings) {
  return {make_collision_parameters<double>(settings), compiled_for(settings.equilibrium)};
}

namespace detail {

/// Which step a force belongs to: what came back in the one before stands in the slot of the direction away from the
/// solid, what goes out in the next one in that of the direction to it.
enum class ForceOf { step_before, next_step };

/// Adds what goes along the links of pair I.
template <ForceOf Step, std::size_t I>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE void add_pair_force(const double (&f)[d3q19::directions], SolidLinks solid,
                                                        double (&force)[3]) {
  constexpr int Q = d3q19::pairs[I];
  constexpr int opposite = d3q19::opposite(Q);
  constexpr int slot_ahead = Step == ForceOf::next_step ? Q : opposite;
  constexpr int slot_behind = Step == ForceOf::next_step ? opposite : Q;
  const double ahead = (solid >> (Q - 1) & 1U) != 0 ? 2 * f[slot_ahead] : 0;
  const double behind = (solid >> (opposite - 1) & 1U) != 0 ? 2 * f[slot_behind] : 0;
  add_momentum<Q>(force, ahead - behind);
}

template <ForceOf Step, std::size_t... I>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE void add_force(const double (&f)[d3q19::directions], SolidLinks solid,
                                                   double (&force)[3], std::index_sequence<I...>) {
  (add_pair_force<Step, I>(f, solid, force), ...);
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

/// Gives the forces of a cell with distributions f, as above, that its collision makes `after`, in their unit. `solid`
/// are the links that end in solid, or in a face that is a wall.
PERM_HOST_DEVICE PERM_ALWAYS_INLINE WallForce wall_force(const double (&f)[d3q19::directions],
                                                         const double (&after)[d3q19::directions], SolidLinks solid) {
  constexpr auto pairs = std::make_index_sequence<d3q19::pairs.size()>{};
  WallForce force;
  detail::add_force<detail::ForceOf::step_before>(f, solid, force.before, pairs);
  detail::add_force<detail::ForceOf::next_step>(after, solid, force.next, pairs);
  return force;
}

/// Gives them for walls in the middle of links.
PERM_HOST_DEVICE PERM_ALWAYS_INLINE WallForce wall_force(const double (&f)[d3q19::directions], SolidLinks solid,
                                                         const WallForceParameters& parameters) {
  double after[d3q19::directions];
  for (int q = 0; q < d3q19::directions; ++q) after[q] = f[q];
  collide_beside_wall(after, parameters);
  return wall_force(f, after, solid);
}

}  // namespace perm
