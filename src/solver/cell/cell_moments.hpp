// SPDX-License-Identifier: Apache-2.0
// Sums the density deviation and the momentum of one cell, in one order on every device: that of the collision.
#pragma once

#include <cstddef>
#include <utility>

#include "core/host_device.hpp"
#include "lattice/cell_field.hpp"
#include "lattice/d3q19.hpp"
#include "solver/cell/cell_update.hpp"

namespace perm {

namespace detail {

/// Real is a number or a vector of numbers, one for each of some cells.
template <class Real, std::size_t... I>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE void sum_moments(const Real (&f)[d3q19::directions], Real& density,
                                                     Real (&momentum)[3], std::index_sequence<I...>) {
  density = f[0];
  for (Real& along_axis : momentum) along_axis = Real{};
  ((density += f[d3q19::pairs[I]] + f[d3q19::opposite(d3q19::pairs[I])]), ...);
  (add_momentum<d3q19::pairs[I]>(momentum, f[d3q19::pairs[I]] - f[d3q19::opposite(d3q19::pairs[I])]), ...);
}

}  // namespace detail

/// Gives the sums over q of f_q and, as the velocity, of c_q f_q, without half of the force. `f` are deviations from
/// w_q in units of `unit`, a power of two.
template <class Real>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE CellField moments_of(const Real (&f)[d3q19::directions], double unit) {
  Real density;
  Real momentum[3];
  detail::sum_moments(f, density, momentum, std::make_index_sequence<d3q19::pairs.size()>{});
  CellField sums{static_cast<float>(static_cast<double>(density) * unit), {}};
  for (int a = 0; a < 3; ++a) sums.velocity[a] = static_cast<float>(static_cast<double>(momentum[a]) * unit);
  return sums;
}

}  // namespace perm
