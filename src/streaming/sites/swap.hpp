// SPDX-License-Identifier: Apache-2.0
// The scheme of swaps (Valero-Lara et al., "LBM-Swap", Eqs. 7 to 9): one array, [direction][voxel]. The first pass
// collides and writes each distribution into the place of its opposite. The second swaps these with the neighbours',
// one of each pair: every value belongs to one swap, so that the order does not matter. At a wall nothing is swapped,
// and what was thrown back is in its place already.
#pragma once

#include "solver/cell/cell_update.hpp"
#include "streaming/sites/box.hpp"

namespace perm::streaming {

struct OwnPlaces {
  Box box;

  PERM_HOST_DEVICE std::int64_t arrival(std::int64_t voxel, int q) const { return voxel + q * box.voxels(); }
};

template <Equilibrium E, class Real>
struct CollideAndTurn {
  Box box;
  CollisionParameters<Real> parameters;
  Real* f;

  PERM_HOST_DEVICE void operator()(std::int64_t voxel) const {
    if (is_solid(box.flags[voxel])) return;
    const std::int64_t voxels = box.voxels();
    Real own[d3q19::directions];
    own[0] = f[voxel];
    for_each_link([&](auto direction) {
      constexpr int q = decltype(direction)::value;
      own[q] = f[voxel + q * voxels];
    });
    collide<E>(own, parameters);
    f[voxel] = own[0];
    for_each_link([&](auto direction) {
      constexpr int q = decltype(direction)::value;
      f[voxel + d3q19::opposite(q) * voxels] = own[q];
    });
  }
};

template <class Real>
struct SwapWithNeighbours {
  Box box;
  Real* f;

  PERM_HOST_DEVICE void operator()(std::int64_t voxel) const {
    const std::uint32_t flags = box.flags[voxel];
    if (is_solid(flags)) return;
    const std::int64_t voxels = box.voxels();
    const Reach reach = box.reach(box.at(voxel));
    for_each_link([&](auto direction) {
      constexpr int q = decltype(direction)::value;
      constexpr int opposite = d3q19::opposite(q);
      constexpr d3q19::Velocity to_neighbour = d3q19::velocity(q);
      if constexpr (q < opposite) {
        if (ends_in_solid(flags, q) == 0) {
          Real& here = f[voxel + opposite * voxels];
          Real& there = f[voxel + reach.along(to_neighbour) + q * voxels];
          const Real sent = here;
          here = there;
          there = sent;
        }
      }
    });
  }
};

}  // namespace perm::streaming
