// SPDX-License-Identifier: Apache-2.0
// The classical scheme, with the part of the way along x taken on the chip, so that every access to memory is aligned
// (Mawson, Revell 2014, Figs. 8 to 12). A thread reads what lies at its own x, one row away, and gets from its
// neighbours what they read: through the memory of the block ("shared"), or from register to register within a group of
// 32 threads ("shuffle"). At the ends of blocks, groups and rows it reads what it needs itself.
#pragma once

#include "streaming/sites/pull.hpp"

namespace perm::streaming {

/// Numbers the ten directions that have a component along x; -1 for others.
PERM_HOST_DEVICE constexpr int shifted_number(int q) {
  int number = 0;
  for (int p = 1; p < q; ++p) number += d3q19::velocity(p).x != 0 ? 1 : 0;
  return d3q19::velocity(q).x != 0 ? number : -1;
}
inline constexpr int shifted_directions = 10;

template <class Real>
struct RowRead {
  Real f[d3q19::directions];  ///< read at the thread's own x
};

/// What both ways have in common: reading, choosing, colliding and writing. Threads of solid voxels read too, because
/// their neighbours want what they read.
template <Equilibrium E, class Real>
struct RowPull {
  Box box;
  CollisionParameters<Real> parameters;
  const Real* from;
  Real* to;

  PERM_HOST_DEVICE PERM_ALWAYS_INLINE void read(std::int64_t voxel, RowRead<Real>& own) const {
    const Reach reach = box.reach(box.at(voxel));
    own.f[0] = from[voxel];
    for_each_link([&](auto direction) {
      constexpr int q = decltype(direction)::value;
      constexpr d3q19::Velocity c = d3q19::velocity(q);
      own.f[q] = from[voxel + reach.along({0, -c.y, -c.z}) + q * box.voxels()];
    });
  }

  /// neighbour_has(q) says whether the neighbour that read what arrives along q is within reach.
  template <class Has>
  PERM_HOST_DEVICE PERM_ALWAYS_INLINE void finish(std::int64_t voxel, Real (&f)[d3q19::directions],
                                                  const Has& neighbour_has) const {
    const std::uint32_t flags = box.flags[voxel];
    if (is_solid(flags)) return;
    const std::int64_t voxels = box.voxels();
    const Reach reach = box.reach(box.at(voxel));
    for_each_link([&](auto direction) {
      constexpr int q = decltype(direction)::value;
      constexpr int opposite = d3q19::opposite(q);
      constexpr d3q19::Velocity back = d3q19::velocity(opposite);
      if (ends_in_solid(flags, opposite) != 0)
        f[q] = from[voxel + opposite * voxels];
      else if (d3q19::velocity(q).x != 0 && !neighbour_has(q))
        f[q] = from[voxel + reach.along(back) + q * voxels];
    });
    collide<E>(f, parameters);
    write_own(to, voxel, voxels, f);
  }
};

/// A pass of blocks: every thread of a block reads before one of them finishes.
template <Equilibrium E, class Real>
struct SharedPull : RowPull<E, Real> {
  using Thread = RowRead<Real>;
  static constexpr int most_threads = most_block;
  static constexpr std::size_t shared_bytes(int block) {
    return static_cast<std::size_t>(block) * shifted_directions * sizeof(Real);
  }

  PERM_HOST_DEVICE void load(std::int64_t block, int thread, int threads, Thread& own, void* shared) const {
    const std::int64_t voxel = block * threads + thread;
    if (voxel >= this->box.voxels()) return;
    this->read(voxel, own);
    for_each_link([&](auto direction) {
      constexpr int number = shifted_number(decltype(direction)::value);
      if constexpr (number >= 0)
        static_cast<Real*>(shared)[number * threads + thread] = own.f[decltype(direction)::value];
    });
  }
  template <class Lanes>
  PERM_HOST_DEVICE void store(std::int64_t block, int thread, int threads, Thread& own, const void* shared,
                              const Lanes&) const {
    const std::int64_t voxel = block * threads + thread;
    if (voxel >= this->box.voxels()) return;
    const std::int64_t x = voxel % this->box.extent.nx;
    const auto has = [&](int q) {
      const int step = d3q19::velocity(q).x;
      return x - step >= 0 && x - step < this->box.extent.nx && thread - step >= 0 && thread - step < threads &&
             voxel - step < this->box.voxels();
    };
    Real f[d3q19::directions];
    f[0] = own.f[0];
    for_each_link([&](auto direction) {
      constexpr int q = decltype(direction)::value;
      constexpr int number = shifted_number(q);
      f[q] = own.f[q];
      if constexpr (number >= 0)
        if (has(q)) f[q] = static_cast<const Real*>(shared)[number * threads + thread - d3q19::velocity(q).x];
    });
    this->finish(voxel, f, has);
  }
};

template <Equilibrium E, class Real>
struct ShufflePull : RowPull<E, Real> {
  using Thread = RowRead<Real>;
  static constexpr int most_threads = most_block;
  static constexpr int lanes = 32;
  static constexpr std::size_t shared_bytes(int) { return 0; }

  PERM_HOST_DEVICE void load(std::int64_t block, int thread, int threads, Thread& own, void*) const {
    const std::int64_t voxel = block * threads + thread;
    if (voxel < this->box.voxels()) this->read(voxel, own);
  }
  /// Every lane takes part in every exchange, whatever its voxel is. `group.get(own, q, lane)` gives what a lane read.
  template <class Lanes>
  PERM_HOST_DEVICE void store(std::int64_t block, int thread, int threads, Thread& own, const void*,
                              const Lanes& group) const {
    const std::int64_t voxel = block * threads + thread;
    const std::int64_t x = voxel % this->box.extent.nx;
    const int lane = thread % lanes;
    const auto has = [&](int q) {
      const int step = d3q19::velocity(q).x;
      return x - step >= 0 && x - step < this->box.extent.nx && lane - step >= 0 && lane - step < lanes &&
             thread - step < threads && voxel - step < this->box.voxels();
    };
    Real f[d3q19::directions];
    f[0] = own.f[0];
    for_each_link([&](auto direction) {
      constexpr int q = decltype(direction)::value;
      constexpr int step = d3q19::velocity(q).x;
      f[q] = own.f[q];
      if constexpr (step != 0) f[q] = group.get(own, q, thread, lane - step >= 0 && lane - step < lanes ? -step : 0);
    });
    if (voxel < this->box.voxels()) this->finish(voxel, f, has);
  }
};

}  // namespace perm::streaming
