// SPDX-License-Identifier: Apache-2.0
// The periodic box that every streaming scheme steps, with a word of flags for each voxel: bit q is set where the link
// along q ends in solid, and bit 0 where the voxel itself is solid. Everything here is compiled for host and device.
#pragma once

#include <cstdint>
#include <utility>

#include "core/extent.hpp"
#include "core/host_device.hpp"
#include "lattice/d3q19.hpp"

namespace perm::streaming {

/// Threads of a block on a GPU at most. Larger blocks were slower by 2 to 22 %, and a thread has fewer registers then.
inline constexpr int most_block = 256;

struct Voxel {
  std::int64_t x;
  std::int64_t y;
  std::int64_t z;
};

PERM_HOST_DEVICE PERM_ALWAYS_INLINE bool is_solid(std::uint32_t flags) { return (flags & 1U) != 0; }
/// What works beside each other: copies to a device, steps, copies from it.
enum class Queue { in, steps, out };

/// Says whether the link along q ends in solid.
PERM_HOST_DEVICE PERM_ALWAYS_INLINE std::uint32_t ends_in_solid(std::uint32_t flags, int q) { return flags >> q & 1U; }

/// Gives the place of a number among nx * ny * nz, x fastest.
PERM_HOST_DEVICE PERM_ALWAYS_INLINE Voxel place_among(std::int64_t number, const Extent& n) {
  constexpr std::int64_t most_in_32_bits = 0xffffffff;
  if (n.nx * n.ny * n.nz <= most_in_32_bits) {  // a GPU divides these much faster
    const auto short_number = static_cast<std::uint32_t>(number);
    const auto nx = static_cast<std::uint32_t>(n.nx);
    const auto ny = static_cast<std::uint32_t>(n.ny);
    const std::uint32_t row = short_number / nx;
    return {short_number - row * nx, row % ny, row / ny};
  }
  const std::int64_t row = number / n.nx;
  return {number % n.nx, row % n.ny, row / n.ny};
}

/// The way in memory from a voxel to the one before it and to the one after it along each axis, through the faces where
/// need be.
struct Reach {
  std::int64_t x[2];
  std::int64_t y[2];
  std::int64_t z[2];

  PERM_HOST_DEVICE PERM_ALWAYS_INLINE std::int64_t along(const d3q19::Velocity& c) const {
    return in_plane(c) + (c.z == 0 ? 0 : c.z > 0 ? z[1] : z[0]);
  }
  PERM_HOST_DEVICE PERM_ALWAYS_INLINE std::int64_t in_plane(const d3q19::Velocity& c) const {
    return (c.x == 0 ? 0 : c.x > 0 ? x[1] : x[0]) + (c.y == 0 ? 0 : c.y > 0 ? y[1] : y[0]);
  }
};

struct Box {
  Extent extent;
  const std::uint32_t* flags;

  PERM_HOST_DEVICE std::int64_t voxels() const { return extent.nx * extent.ny * extent.nz; }
  PERM_HOST_DEVICE PERM_ALWAYS_INLINE Voxel at(std::int64_t voxel) const { return place_among(voxel, extent); }
  /// Gives how far the neighbours of `at` are in memory.
  PERM_HOST_DEVICE PERM_ALWAYS_INLINE Reach reach(const Voxel& at) const {
    const std::int64_t nx = extent.nx;
    const std::int64_t plane = nx * extent.ny;
    return {{at.x == 0 ? nx - 1 : -1, at.x == nx - 1 ? 1 - nx : 1},
            {at.y == 0 ? plane - nx : -nx, at.y == extent.ny - 1 ? nx - plane : nx},
            {at.z == 0 ? voxels() - plane : -plane, at.z == extent.nz - 1 ? plane - voxels() : plane}};
  }
  PERM_HOST_DEVICE std::int64_t index(const Voxel& at) const { return at.x + extent.nx * (at.y + extent.ny * at.z); }
  /// Gives the voxel at `at` + c, through the faces where need be.
  PERM_HOST_DEVICE Voxel moved(const Voxel& at, const d3q19::Velocity& c) const {
    return {wrap(at.x + c.x, extent.nx), wrap(at.y + c.y, extent.ny), wrap(at.z + c.z, extent.nz)};
  }
  PERM_HOST_DEVICE std::int64_t neighbour(const Voxel& at, const d3q19::Velocity& c) const {
    return index(moved(at, c));
  }

 private:
  PERM_HOST_DEVICE static std::int64_t wrap(std::int64_t a, std::int64_t size) {
    return a < 0 ? size - 1 : a == size ? 0 : a;
  }
};

/// Calls visit(q) for each of the 18 links, with q as a constant of the compiler.
template <class Visit, int... I>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE void visit_links(const Visit& visit, std::integer_sequence<int, I...>) {
  (visit(std::integral_constant<int, I + 1>{}), ...);
}
template <class Visit>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE void for_each_link(const Visit& visit) {
  visit_links(visit, std::make_integer_sequence<int, d3q19::directions - 1>{});
}

/// Writes the distributions of a voxel into an array [direction][voxel].
template <class Real>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE void write_own(Real* to, std::int64_t voxel, std::int64_t voxels,
                                                   const Real (&f)[d3q19::directions]) {
  to[voxel] = f[0];
  for_each_link([&](auto direction) {
    constexpr int q = decltype(direction)::value;
    to[voxel + q * voxels] = f[q];
  });
}

/// Sets the flags of a voxel from the bits of the pores (geometry/pore_space.hpp), which have a plane more on either
/// side of the box.
struct FlagPass {
  Box box;
  const std::uint32_t* bits;
  std::int64_t words_per_row;
  std::uint32_t* flags;

  PERM_HOST_DEVICE void operator()(std::int64_t voxel) const {
    const Voxel at = box.at(voxel);
    std::uint32_t word = is_pore(at) ? 0U : 1U;
    for (int q = 1; q < d3q19::directions; ++q)
      if (!is_pore(beside(at, d3q19::velocity(q)))) word |= 1U << q;
    flags[voxel] = word;
  }

 private:
  PERM_HOST_DEVICE Voxel beside(const Voxel& at, const d3q19::Velocity& c) const {
    const Voxel in_plane = box.moved(at, c.with(Axis::z, 0));
    return {in_plane.x, in_plane.y, at.z + c.z};
  }
  PERM_HOST_DEVICE bool is_pore(const Voxel& at) const {
    const std::int64_t row = at.y + box.extent.ny * (at.z + 1);
    return (bits[row * words_per_row + at.x / 32] >> (at.x % 32) & 1U) != 0;
  }
};

/// Puts every pore voxel to rest. `places.arrival(voxel, q)` says where a scheme keeps what arrives along q.
template <class Places, class Real>
struct StartPass {
  Places places;
  Real* storage;
  Real rest[d3q19::directions];

  PERM_HOST_DEVICE void operator()(std::int64_t voxel) const {
    if (is_solid(places.box.flags[voxel])) return;
    for (int q = 0; q < d3q19::directions; ++q) storage[places.arrival(voxel, q)] = rest[q];
  }
};

}  // namespace perm::streaming
