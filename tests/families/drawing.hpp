// SPDX-License-Identifier: Apache-2.0
// Boxes of pore and of solid, and a walk over all voxels: what the families draw with.
#pragma once

#include <cstdint>

#include "geometry/pore_space.hpp"

namespace perm::families {

/// Holds the voxels first .. end - 1 along one axis.
struct Span {
  std::int64_t first{0};
  std::int64_t end{0};

  std::int64_t size() const { return end - first; }
  bool touches(const Span& other) const { return first <= other.end && other.first <= end; }
};

/// A box of voxels, inside the image.
struct Box {
  Span x;
  Span y;
  Span z;
};

/// Calls `visit(x, y, z)` for every voxel of the box, x fastest.
template <class Visit>
void for_each_voxel(const Box& box, const Visit& visit) {
  for (std::int64_t z = box.z.first; z < box.z.end; ++z)
    for (std::int64_t y = box.y.first; y < box.y.end; ++y)
      for (std::int64_t x = box.x.first; x < box.x.end; ++x) visit(x, y, z);
}

/// Gives the box of all voxels.
inline Box whole(const Extent& extent) { return {{0, extent.nx}, {0, extent.ny}, {0, extent.nz}}; }

inline void fill_with_pore(PoreSpace& pores, const Box& box) {
  for_each_voxel(box, [&](std::int64_t x, std::int64_t y, std::int64_t z) { pores.set_pore(x, y, z); });
}

inline void fill_with_solid(PoreSpace& pores, const Box& box) {
  for_each_voxel(box, [&](std::int64_t x, std::int64_t y, std::int64_t z) { pores.set_solid(x, y, z); });
}

/// Gives a cube of side n without solid.
inline PoreSpace open_cube(std::int64_t n) {
  PoreSpace pores({n, n, n});
  pores.fill_with_pore();
  return pores;
}

}  // namespace perm::families
