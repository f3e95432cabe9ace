// SPDX-License-Identifier: Apache-2.0
// Pull over a slab of planes that lies apart from the others: the layout is [z][direction][y][x], so that planes follow
// each other and are copied in one piece.
#pragma once

#include "solver/cell/cell_update.hpp"
#include "streaming/sites/box.hpp"

namespace perm::streaming {

/// Where a whole box keeps what it sends, in planes.
struct LayeredPlaces {
  Extent extent;

  PERM_HOST_DEVICE std::int64_t plane_values() const { return extent.nx * extent.ny * d3q19::directions; }
  PERM_HOST_DEVICE std::int64_t place(std::int64_t in_plane, std::int64_t z, int q) const {
    return in_plane + extent.nx * extent.ny * (q + d3q19::directions * z);
  }
  /// Gives the place of what arrives at `at` along a link, from the flags of that voxel.
  template <int q>
  PERM_HOST_DEVICE std::int64_t arrival(const Voxel& at, std::uint32_t flags) const {
    constexpr int opposite = d3q19::opposite(q);
    constexpr d3q19::Velocity back = d3q19::velocity(opposite);
    if (ends_in_solid(flags, opposite) != 0) return place(at.x + extent.nx * at.y, at.z, opposite);
    const Voxel source = Box{extent, nullptr}.moved(at, back);
    return place(source.x + extent.nx * source.y, source.z, q);
  }
};

/// Steps the planes of a slab. `from` begins with the plane below the slab and ends with the one above it.
template <Equilibrium E, class Real>
struct LayeredPullStep {
  Box slab;
  CollisionParameters<Real> parameters;
  const Real* from;
  Real* to;

  PERM_HOST_DEVICE void operator()(std::int64_t voxel) const {
    const std::uint32_t flags = slab.flags[voxel];
    if (is_solid(flags)) return;
    const Voxel at = slab.at(voxel);
    const Reach reach = slab.reach(at);
    const std::int64_t plane = slab.extent.nx * slab.extent.ny;
    const std::int64_t in_plane = at.x + slab.extent.nx * at.y;
    const std::int64_t here = in_plane + plane * d3q19::directions * (at.z + 1);
    Real f[d3q19::directions];
    f[0] = from[here];
    for_each_link([&](auto direction) {
      constexpr int q = decltype(direction)::value;
      constexpr int opposite = d3q19::opposite(q);
      constexpr d3q19::Velocity back = d3q19::velocity(opposite);
      const std::int64_t sent = here + reach.in_plane(back) + (q + back.z * d3q19::directions) * plane;
      const std::int64_t thrown_back = here + opposite * plane;
      f[q] = from[sent + ends_in_solid(flags, opposite) * (thrown_back - sent)];
    });
    collide<E>(f, parameters);
    write_own(to + plane * d3q19::directions * at.z, in_plane, plane, f);
  }
};

}  // namespace perm::streaming
