// SPDX-License-Identifier: Apache-2.0
// Tells what a density deviation and a velocity add to the distributions of a cell, at equilibrium.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "core/host_device.hpp"
#include "lattice/cell_field.hpp"
#include "lattice/d3q19.hpp"

namespace perm {
namespace detail {

template <int A, class IsSolid>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE void stop_in_gap(CellField& cell, const IsSolid& is_solid) {
  constexpr int up = d3q19::direction({A == 0 ? 1 : 0, A == 1 ? 1 : 0, A == 2 ? 1 : 0});
  if (is_solid(up) && is_solid(d3q19::opposite(up))) cell.velocity[A] = 0;
}

template <class Visit, std::size_t... Q>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE void for_each_equilibrium(const CellField& cell, const Visit& visit,
                                                              std::index_sequence<Q...>) {
  const auto one = [&](auto direction) {
    constexpr int q = decltype(direction)::value;
    constexpr d3q19::Velocity c = d3q19::velocity(q);
    constexpr auto w = static_cast<float>(d3q19::weight(q));
    const float cu = static_cast<float>(c.x) * cell.velocity[0] + static_cast<float>(c.y) * cell.velocity[1] +
                     static_cast<float>(c.z) * cell.velocity[2];
    visit(q, w * (cell.density + 3 * cu));
  };
  (one(std::integral_constant<int, static_cast<int>(Q)>{}), ...);
}

}  // namespace detail

/// Takes away the velocity along axes on both sides of which there is solid (`is_solid(q)` tells whether link q ends in
/// solid). The velocity there is zero; a wrong one would change its sign in every step for ever.
template <class IsSolid>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE void stop_in_gaps(CellField& cell, const IsSolid& is_solid) {
  detail::stop_in_gap<0>(cell, is_solid);
  detail::stop_in_gap<1>(cell, is_solid);
  detail::stop_in_gap<2>(cell, is_solid);
}

/// Calls visit(q, what the field adds to distribution q of the cell) for every direction.
template <class Visit>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE void for_each_equilibrium(const CellField& cell, const Visit& visit) {
  detail::for_each_equilibrium(cell, visit, std::make_index_sequence<d3q19::directions>{});
}

}  // namespace perm
