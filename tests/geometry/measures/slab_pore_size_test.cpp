// SPDX-License-Identifier: Apache-2.0
// Several processes find in their slabs the distances and pore sizes that one process finds in the whole image. Every
// test holds for any number of processes.
#include <gtest/gtest.h>

#include <array>

#include "geometry/measures/distance_map.hpp"
#include "geometry/measures/narrow_pores.hpp"
#include "geometry/measures/pore_size.hpp"
#include "geometry/random_pores.hpp"
#include "geometry/slabs.hpp"

namespace perm {
namespace {

void expect_same(const PoreSpace& whole, const FaceRules& rules = {}) {
  SCOPED_TRACE(to_string(whole.extent()));
  const LargeArray<SquaredDistance> all = map_squared_distances(whole, rules);
  const PoreSize alone = measure_pore_size(whole, rules);
  for (const PoreSlab& slab : slabs_of(whole, Communicator::world())) {
    const LargeArray<SquaredDistance> own = map_squared_distances(slab, rules);
    ASSERT_EQ(static_cast<std::int64_t>(own.size()), slab.planes().size() * whole.extent().plane_voxels());
    EXPECT_TRUE(std::equal(own.begin(), own.end(), all.begin() + slab.planes().first * whole.extent().plane_voxels()));
    const PoreSize together = measure_pore_size(slab, rules);
    EXPECT_EQ(together.largest_radius, alone.largest_radius);
    EXPECT_EQ(together.mean_square_radius, alone.mean_square_radius);
    EXPECT_EQ(together.specific_surface, alone.specific_surface);
    EXPECT_EQ(together.radii_are_bounds, alone.radii_are_bounds);
    const NarrowShares narrow = measure_narrow_shares(slab, own, rules);
    EXPECT_EQ(narrow.below_3, measure_narrow_shares(whole, all, rules).below_3);
    EXPECT_EQ(narrow.below_5, measure_narrow_shares(whole, all, rules).below_5);
  }
}

TEST(SlabPoreSize, of_noise_is_that_of_the_whole_image) {
  std::mt19937 random(7);
  constexpr std::array<Extent, 6> extents{{{9, 8, 13}, {33, 5, 7}, {1, 6, 5}, {4, 1, 9}, {5, 7, 2}, {6, 5, 1}}};
  for (const double porosity : {0.3, 0.8, 0.97})
    for (const Extent& extent : extents) expect_same(random_pores(extent, porosity, random));
}

TEST(SlabPoreSize, among_closed_faces_is_that_of_the_whole_image) {
  std::mt19937 random(8);
  for (const Axis flow : all_axes)
    for (const Boundary boundary : {Boundary::mirror, Boundary::sealed})
      for (const Extent& extent : {Extent{9, 8, 13}, Extent{4, 1, 9}, Extent{6, 5, 1}})
        expect_same(random_pores(extent, 0.9, random), face_rules({boundary, Sides::sealed}, flow, {2, 2, 2}));
}

// A process first looks at the 32 planes on either side of its slab.
TEST(SlabPoreSize, of_solid_that_is_near_or_far_along_z_is_that_of_the_whole_image) {
  for (const std::int64_t gap : {20, 31, 32, 33, 34, 64, 65, 66, 67, 68, 140, 250})
    for (const FaceRule ends : {FaceRule::periodic, FaceRule::symmetric, FaceRule::sealed}) {
      PoreSpace pores({3, 2, 260});
      pores.fill_with_pore();
      for (std::int64_t z = 7; z < 260; z += gap) pores.set_solid(z % 3, 1, z);
      expect_same(pores, FaceRules({FaceRule::periodic, FaceRule::periodic, ends}));
    }
}

TEST(SlabPoreSize, does_not_depend_on_how_much_travels_at_a_time) {
  std::mt19937 random(9);
  const PoreSpace whole = random_pores({10, 23, 9}, 0.9, random);
  const LargeArray<SquaredDistance> all = map_squared_distances(whole);
  for (const PoreSlab& slab : slabs_of(whole, Communicator::world()))
    for (const std::int64_t values_a_round : {1, 300, 700}) {
      const LargeArray<SquaredDistance> own = map_squared_distances(slab, {}, values_a_round);
      EXPECT_TRUE(
          std::equal(own.begin(), own.end(), all.begin() + slab.planes().first * whole.extent().plane_voxels()));
    }
}

TEST(SlabPoreSize, of_a_single_solid_voxel_is_that_of_the_whole_image) {
  for (const std::int64_t z : {0, 4, 10}) {
    PoreSpace pores({12, 9, 11});
    pores.fill_with_pore();
    pores.set_solid(5, 8, z);
    expect_same(pores);
  }
}

TEST(SlabPoreSize, of_all_pore_and_all_solid_is_that_of_the_whole_image) {
  PoreSpace pores({6, 5, 9});
  expect_same(pores);
  pores.fill_with_pore();
  expect_same(pores);
}

}  // namespace
}  // namespace perm
