// SPDX-License-Identifier: Apache-2.0
// The scheme of ghosts (Valero-Lara et al., "LBM-Ghost", Figs. 4 to 7): one array, stepped in place by blocks of
// voxels, [block][direction][voxel of the block]. All threads of a block read before one of them writes, so that blocks
// need not wait for each other but for what crosses their faces: of that each block has copies, its ghosts, which a
// second pass takes after every step. Blocks at the end of the box may be smaller.
#pragma once

#include "solver/cell/cell_update.hpp"
#include "streaming/sites/box.hpp"

namespace perm::streaming {

struct GhostBlocks {
  static constexpr int edge = 8;
  static constexpr int voxels = edge * edge * edge;

  Box box;

  /// Gives how many values that arrive along q come from beyond a whole block.
  PERM_HOST_DEVICE static constexpr int ghosts_along(int q) {
    const d3q19::Velocity c = d3q19::velocity(q);
    const int axes = (c.x != 0 ? 1 : 0) + (c.y != 0 ? 1 : 0) + (c.z != 0 ? 1 : 0);
    return axes == 0 ? 0 : axes == 1 ? edge * edge : (2 * edge - 1) * edge;
  }
  PERM_HOST_DEVICE static constexpr int ghosts_before(int q) {
    int count = 0;
    for (int p = 0; p < q; ++p) count += ghosts_along(p);
    return count;
  }
  static constexpr int ghosts = 6 * edge * edge + 12 * (2 * edge - 1) * edge;

  PERM_HOST_DEVICE static std::int64_t blocks_over(std::int64_t size) { return (size + edge - 1) / edge; }
  PERM_HOST_DEVICE Extent shape() const {
    return {blocks_over(box.extent.nx), blocks_over(box.extent.ny), blocks_over(box.extent.nz)};
  }
  PERM_HOST_DEVICE std::int64_t count() const {
    const Extent blocks = shape();
    return blocks.nx * blocks.ny * blocks.nz;
  }

  /// A voxel, by its block and its place there.
  struct Place {
    std::int64_t block;
    int x;
    int y;
    int z;
  };
  PERM_HOST_DEVICE Place place_of(const Voxel& at) const {
    return {at.x / edge + blocks_over(box.extent.nx) * (at.y / edge + blocks_over(box.extent.ny) * (at.z / edge)),
            static_cast<int>(at.x % edge), static_cast<int>(at.y % edge), static_cast<int>(at.z % edge)};
  }
  /// Gives the voxel at a place, which may lie beyond the box in a block that is not whole.
  PERM_HOST_DEVICE Voxel voxel_at(const Place& place) const {
    const Voxel block = place_among(place.block, shape());
    return {block.x * edge + place.x, block.y * edge + place.y, block.z * edge + place.z};
  }
  PERM_HOST_DEVICE bool is_in_box(const Voxel& at) const {
    return at.x < box.extent.nx && at.y < box.extent.ny && at.z < box.extent.nz;
  }
  PERM_HOST_DEVICE static std::int64_t own(const Place& place, int q) {
    return (place.block * d3q19::directions + q) * voxels + place.x + edge * (place.y + edge * place.z);
  }
  /// A voxel of a block as a step finds it: where it is, and how many voxels the block has along each axis.
  struct Within {
    Place place;
    int nx;
    int ny;
    int nz;
  };
  /// `first` is the first voxel of the block.
  PERM_HOST_DEVICE PERM_ALWAYS_INLINE Within within(const Place& place, const Voxel& first) const {
    return {place, size_of(box.extent.nx - first.x), size_of(box.extent.ny - first.y),
            size_of(box.extent.nz - first.z)};
  }
  /// Gives the place of what arrives along q from beyond the block; negative where it comes from inside.
  template <int q>
  PERM_HOST_DEVICE PERM_ALWAYS_INLINE std::int64_t ghost(const Within& at) const {
    constexpr d3q19::Velocity c = d3q19::velocity(q);
    const int x = depth(at.place.x, c.x, at.nx);
    const int y = depth(at.place.y, c.y, at.ny);
    const int z = depth(at.place.z, c.z, at.nz);
    int number = -1;
    if constexpr (c.x != 0 && c.y != 0)
      number = among(x, y, z);
    else if constexpr (c.x != 0 && c.z != 0)
      number = among(x, z, y);
    else if constexpr (c.y != 0 && c.z != 0)
      number = among(y, z, x);
    else if constexpr (c.x != 0)
      number = x == 0 ? y + edge * z : -1;
    else if constexpr (c.y != 0)
      number = y == 0 ? x + edge * z : -1;
    else
      number = z == 0 ? x + edge * y : -1;
    constexpr int before = ghosts_before(q);
    return number < 0 ? -1 : first_ghost(at.place.block) + before + number;
  }
  PERM_HOST_DEVICE std::int64_t first_ghost(std::int64_t block) const {
    return count() * d3q19::directions * voxels + block * ghosts;
  }
  std::int64_t size() const { return count() * (d3q19::directions * voxels + ghosts); }

  PERM_HOST_DEVICE std::int64_t arrival(std::int64_t voxel, int q) const {
    const Place here = place_of(box.at(voxel));
    const Within at = within(here, voxel_at({here.block, 0, 0, 0}));
    std::int64_t place = own(at.place, 0);
    for_each_link([&](auto direction) {
      if (decltype(direction)::value == q) place = arrival_along<decltype(direction)::value>(at, box.flags[voxel]);
    });
    return place;
  }
  /// Gives the place of what arrives at a voxel along a link.
  template <int q>
  PERM_HOST_DEVICE PERM_ALWAYS_INLINE std::int64_t arrival_along(const Within& at, std::uint32_t flags) const {
    constexpr int opposite = d3q19::opposite(q);
    if (ends_in_solid(flags, opposite) != 0) return own(at.place, opposite);
    const std::int64_t beyond = ghost<q>(at);
    if (beyond >= 0) return beyond;
    constexpr d3q19::Velocity back = d3q19::velocity(opposite);
    return own({at.place.block, at.place.x + back.x, at.place.y + back.y, at.place.z + back.z}, q);
  }

 private:
  /// Gives how far a voxel lies behind the face of its block through which c enters, along one axis; where c has no
  /// component along it, from the first face.
  PERM_HOST_DEVICE PERM_ALWAYS_INLINE static int depth(int place, int c, int size) {
    return c < 0 ? size - 1 - place : place;
  }
  PERM_HOST_DEVICE static int size_of(std::int64_t left) { return left < edge ? static_cast<int>(left) : edge; }
  /// Numbers the voxels of two faces that meet, whose depths are a and b; -1 where a voxel is of neither.
  PERM_HOST_DEVICE static int among(int a, int b, int along) {
    if (a == 0) return b + edge * along;
    if (b == 0) return edge * edge + a - 1 + (edge - 1) * along;
    return -1;
  }
};

/// A pass of blocks, with a thread a voxel.
template <Equilibrium E, class Real>
struct GhostStep {
  GhostBlocks blocks;
  CollisionParameters<Real> parameters;
  Real* f;

  struct Thread {
    Real f[d3q19::directions];
    bool has_pore;
  };
  static constexpr int most_threads = GhostBlocks::voxels;
  static constexpr std::size_t shared_bytes(int) { return 0; }

  PERM_HOST_DEVICE void load(std::int64_t block, int thread, int, Thread& own, void*) const {
    own.has_pore = false;
    const Voxel first = blocks.voxel_at({block, 0, 0, 0});
    const GhostBlocks::Within place = blocks.within(place_of(block, thread), first);
    const Voxel at{first.x + place.place.x, first.y + place.place.y, first.z + place.place.z};
    if (!blocks.is_in_box(at)) return;
    const std::uint32_t flags = blocks.box.flags[blocks.box.index(at)];
    if (is_solid(flags)) return;
    own.has_pore = true;
    own.f[0] = f[GhostBlocks::own(place.place, 0)];
    for_each_link([&](auto direction) {
      constexpr int q = decltype(direction)::value;
      own.f[q] = f[blocks.arrival_along<q>(place, flags)];
    });
  }
  template <class Lanes>
  PERM_HOST_DEVICE void store(std::int64_t block, int thread, int, Thread& own, const void*, const Lanes&) const {
    if (!own.has_pore) return;
    collide<E>(own.f, parameters);
    const GhostBlocks::Place place = place_of(block, thread);
    f[GhostBlocks::own(place, 0)] = own.f[0];
    for_each_link([&](auto direction) {
      constexpr int q = decltype(direction)::value;
      f[GhostBlocks::own(place, q)] = own.f[q];
    });
  }

 private:
  PERM_HOST_DEVICE static GhostBlocks::Place place_of(std::int64_t block, int thread) {
    constexpr int edge = GhostBlocks::edge;
    return {block, thread % edge, thread / edge % edge, thread / edge / edge};
  }
};

/// Takes the copies: a pass of blocks, in which the threads share out the shell of a block for each direction.
template <class Real>
struct GhostCopies {
  static constexpr int threads = 128;
  static constexpr int most_threads = most_block;

  GhostBlocks blocks;
  Real* f;

  struct Thread {
    Real f[d3q19::directions];
  };
  static constexpr std::size_t shared_bytes(int) { return 0; }

  PERM_HOST_DEVICE void load(std::int64_t block, int thread, int, Thread& own, void*) const {
    const Voxel first = blocks.voxel_at({block, 0, 0, 0});
    for_each_link([&](auto direction) {
      constexpr int q = decltype(direction)::value;
      constexpr int along = GhostBlocks::ghosts_along(q);
      static_assert(along <= threads);
      if (thread < along) own.f[q] = read<q>(first, thread);
    });
  }
  template <class Lanes>
  PERM_HOST_DEVICE void store(std::int64_t block, int thread, int, Thread& own, const void*, const Lanes&) const {
    for_each_link([&](auto direction) {
      constexpr int q = decltype(direction)::value;
      constexpr int along = GhostBlocks::ghosts_along(q);
      constexpr int before = GhostBlocks::ghosts_before(q);
      if (thread < along) f[blocks.first_ghost(block) + before + thread] = own.f[q];
    });
  }

 private:
  /// Gives what arrives along q at one place of the shell of the block that begins at `first`; 0 where that is no
  /// voxel.
  template <int q>
  PERM_HOST_DEVICE PERM_ALWAYS_INLINE Real read(const Voxel& first, int number) const {
    constexpr int edge = GhostBlocks::edge;
    constexpr d3q19::Velocity c = d3q19::velocity(q);
    constexpr bool has_two = (c.x != 0 ? 1 : 0) + (c.y != 0 ? 1 : 0) + (c.z != 0 ? 1 : 0) == 2;
    const Extent& n = blocks.box.extent;
    int a = 0;  // depths along the first and the second axis that q has, and the place along the third
    int b = 0;
    int along = 0;
    if (!has_two || number < edge * edge) {
      b = number % edge;
      along = number / edge;
    } else {
      a = (number - edge * edge) % (edge - 1) + 1;
      along = (number - edge * edge) / (edge - 1);
    }
    Voxel at{};
    if constexpr (has_two && c.z == 0)
      at = {turned(a, c.x, n.nx - first.x), turned(b, c.y, n.ny - first.y), along};
    else if constexpr (has_two && c.y == 0)
      at = {turned(a, c.x, n.nx - first.x), along, turned(b, c.z, n.nz - first.z)};
    else if constexpr (has_two)
      at = {along, turned(a, c.y, n.ny - first.y), turned(b, c.z, n.nz - first.z)};
    else if constexpr (c.x != 0)
      at = {turned(0, c.x, n.nx - first.x), b, along};
    else if constexpr (c.y != 0)
      at = {b, turned(0, c.y, n.ny - first.y), along};
    else
      at = {b, along, turned(0, c.z, n.nz - first.z)};
    if (at.x < 0 || at.y < 0 || at.z < 0) return 0;
    const Voxel to{first.x + at.x, first.y + at.y, first.z + at.z};
    if (!blocks.is_in_box(to)) return 0;
    const Voxel source = blocks.box.moved(to, d3q19::velocity(d3q19::opposite(q)));
    return f[GhostBlocks::own(blocks.place_of(source), q)];
  }

  /// Gives the place of a depth; negative beyond a block that is not whole.
  PERM_HOST_DEVICE static std::int64_t turned(int depth, int c, std::int64_t left) {
    const int size = left < GhostBlocks::edge ? static_cast<int>(left) : GhostBlocks::edge;
    return c < 0 ? size - 1 - depth : depth;
  }
};

}  // namespace perm::streaming
