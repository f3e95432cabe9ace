// SPDX-License-Identifier: Apache-2.0
// The classical scheme: two arrays over all voxels, [direction][voxel], of which one is read and the other written in
// each step. What arrives along i was sent by x - e_i; where that is solid, x threw it back along the opposite of i. An
// address is chosen without a branch (after Huang et al. 2015, Eq. 3.1, turned from the place that is written to the
// one that is read).
#pragma once

#include "solver/cell/cell_update.hpp"
#include "streaming/sites/box.hpp"

namespace perm::streaming {

struct PullPlaces {
  Box box;

  PERM_HOST_DEVICE std::int64_t arrival(std::int64_t voxel, int q) const {
    const int opposite = d3q19::opposite(q);
    const std::int64_t sent = box.neighbour(box.at(voxel), d3q19::velocity(opposite)) + q * box.voxels();
    const std::int64_t thrown_back = voxel + opposite * box.voxels();
    return q > 0 && ends_in_solid(box.flags[voxel], opposite) != 0 ? thrown_back : sent;
  }
};

/// Reads as the compiler chooses.
struct PlainRead {
  template <class Real>
  PERM_HOST_DEVICE static Real get(const Real* place) {
    return *place;
  }
};

/// Reads the distributions after the last collision and writes those after this one.
template <Equilibrium E, class Real, class Read>
struct PullStep {
  Box box;
  CollisionParameters<Real> parameters;
  const Real* from;
  Real* to;

  PERM_HOST_DEVICE void operator()(std::int64_t voxel) const {
    const std::uint32_t flags = box.flags[voxel];
    if (is_solid(flags)) return;
    const std::int64_t voxels = box.voxels();
    const Reach reach = box.reach(box.at(voxel));
    Real f[d3q19::directions];
    f[0] = Read::get(from + voxel);
    for_each_link([&](auto direction) {
      constexpr int q = decltype(direction)::value;
      constexpr int opposite = d3q19::opposite(q);
      constexpr d3q19::Velocity back = d3q19::velocity(opposite);
      const std::int64_t sent = voxel + reach.along(back) + q * voxels;
      const std::int64_t thrown_back = voxel + opposite * voxels;
      f[q] = Read::get(from + sent + ends_in_solid(flags, opposite) * (thrown_back - sent));
    });
    collide<E>(f, parameters);
    write_own(to, voxel, voxels, f);
  }
};

}  // namespace perm::streaming
