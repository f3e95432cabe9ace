// SPDX-License-Identifier: Apache-2.0
// The force of the fluid of one cell on the solid beside it, by momentum exchange (Ladd 1994): what goes out along a
// link that ends in solid comes back along it, and leaves the solid twice its momentum. With half-way bounce-back this
// is exact for the lattice: the momentum of all cells changes in a step by the body force less this force, to rounding.
// Written once for host and device.
#pragma once

#include <cstddef>
#include <utility>

#include "core/host_device.hpp"
#include "lattice/d3q19.hpp"
#include "solver/cell/cell_update.hpp"
#include "solver/cell/wall_links.hpp"

namespace perm {

/// Holds a force of a step, in the unit of the distributions that it was made of.
struct WallForce {
  double along[3]{};
};

namespace detail {

/// Adds what comes back along the links of pair I. It has come through the slot of the direction away from the solid.
template <std::size_t I>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE void add_pair_force(const double (&f)[d3q19::directions], SolidLinks solid,
                                                        double (&force)[3]) {
  constexpr int Q = d3q19::pairs[I];
  constexpr int opposite = d3q19::opposite(Q);
  const double ahead = (solid >> (Q - 1) & 1U) != 0 ? 2 * f[opposite] : 0;
  const double behind = (solid >> (opposite - 1) & 1U) != 0 ? 2 * f[Q] : 0;
  add_momentum<Q>(force, ahead - behind);
}

template <std::size_t... I>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE WallForce wall_force(const double (&f)[d3q19::directions], SolidLinks solid,
                                                         std::index_sequence<I...>) {
  WallForce force;
  (add_pair_force<I>(f, solid, force.along), ...);
  return force;
}

}  // namespace detail

/// Gives the force of the step before, from distributions f (deviations from w_q) before the collision of an even step.
/// `solid` are the links that end in solid, or in a face that is a wall.
PERM_HOST_DEVICE PERM_ALWAYS_INLINE WallForce wall_force(const double (&f)[d3q19::directions], SolidLinks solid) {
  return detail::wall_force(f, solid, std::make_index_sequence<d3q19::pairs.size()>{});
}

}  // namespace perm
