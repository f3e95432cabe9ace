// SPDX-License-Identifier: Apache-2.0
// An image followed by its mirror image, voxel by voxel, alone and on several processes however the image is cut. Every
// test holds for any number of processes.
#include "geometry/mirror_image.hpp"

#include <gtest/gtest.h>

#include "geometry/random_pores.hpp"
#include "geometry/slabs.hpp"

namespace perm {
namespace {

constexpr Extent extents[] = {{37, 5, 9}, {8, 4, 4}, {32, 3, 2}, {16, 2, 13}, {66, 6, 3}, {1, 7, 1}, {5, 1, 10}};

/// Doubles an image voxel by voxel.
PoreSpace double_slowly(const PoreSpace& pores, Axis axis) {
  const Extent& n = pores.extent();
  const auto longer = [axis](std::int64_t voxels, Axis of) { return of == axis ? 2 * voxels : voxels; };
  PoreSpace doubled({longer(n.nx, Axis::x), longer(n.ny, Axis::y), longer(n.nz, Axis::z)});
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y)
      for (std::int64_t x = 0; x < n.nx; ++x) {
        if (!pores.is_pore(x, y, z)) continue;
        doubled.set_pore(x, y, z);
        if (axis == Axis::x) doubled.set_pore(2 * n.nx - 1 - x, y, z);
        if (axis == Axis::y) doubled.set_pore(x, 2 * n.ny - 1 - y, z);
        if (axis == Axis::z) doubled.set_pore(x, y, 2 * n.nz - 1 - z);
      }
  return doubled;
}

TEST(MirrorImage, follows_the_image_voxel_by_voxel) {
  std::mt19937 random(5);
  for (const Extent& extent : extents)
    for (const Axis axis : all_axes) {
      const PoreSpace whole = random_pores(extent, 0.4, random);
      EXPECT_TRUE(append_mirror_image(whole, axis).pores() == double_slowly(whole, axis))
          << to_string(extent) << " along " << axis_letter(axis);
    }
}

TEST(MirrorImage, is_made_by_several_processes_as_by_one) {
  std::mt19937 random(7);
  for (const Extent& extent : extents)
    for (const Axis axis : all_axes) {
      SCOPED_TRACE(to_string(extent) + " along " + axis_letter(axis));
      const PoreSpace whole = random_pores(extent, 0.4, random);
      const PoreSpace doubled = double_slowly(whole, axis);
      for (const PoreSlab& slab : slabs_of(whole, Communicator::world())) {
        const PoreSlab part = append_mirror_image(slab, axis);
        expect_part_of(part, doubled);
        EXPECT_EQ(part.count_pores(), doubled.count_pores()) << "a plane is missing, or there twice";
      }
    }
}

}  // namespace
}  // namespace perm
