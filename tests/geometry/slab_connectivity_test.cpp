// SPDX-License-Identifier: Apache-2.0
// What several processes find connected is what one finds that holds the whole image. Every test holds for any number
// of processes.
#include <gtest/gtest.h>

#include <array>

#include "geometry/connectivity.hpp"
#include "geometry/random_pores.hpp"
#include "geometry/slabs.hpp"

namespace perm {
namespace {

void expect_same(const PoreSpace& whole) {
  const Connectivity alone(whole);
  for (PoreSlab& slab : slabs_of(whole, Communicator::world())) {
    const Range planes = slab.planes();
    const Connectivity together(std::move(slab));
    EXPECT_EQ(together.count_components(), alone.count_components());
    for (const Axis axis : all_axes) {
      EXPECT_EQ(together.count_percolating(axis), alone.count_percolating(axis)) << axis_letter(axis);
      const PoreSlab kept = together.percolating(axis);
      const PoreSlab expected = alone.percolating(axis);
      EXPECT_EQ(kept.planes(), planes);
      expect_part_of(kept, expected.pores());
    }
  }
}

TEST(SlabConnectivity, of_noise_is_that_of_the_whole_image) {
  std::mt19937 random(31);
  constexpr std::array<Extent, 6> extents{{{7, 6, 9}, {5, 5, 4}, {3, 7, 2}, {33, 4, 5}, {1, 5, 7}, {6, 5, 1}}};
  for (const double porosity : {0.1, 0.2, 0.3, 0.5, 0.7})
    for (int i = 0; i < 60; ++i) {
      SCOPED_TRACE(testing::Message() << "porosity " << porosity << ", image " << i);
      expect_same(random_pores(extents[static_cast<std::size_t>(i) % extents.size()], porosity, random));
    }
}

TEST(SlabConnectivity, of_a_staircase_that_winds_through_the_seam_is_that_of_the_whole_image) {
  // One step along x for every `rise` planes: it closes after winding several times.
  for (const std::int64_t nx : {2, 3, 5, 7})
    for (const std::int64_t nz : {3, 4, 6, 8}) {
      PoreSpace pores({nx, 5, nz});
      std::int64_t x = 0;
      for (std::int64_t turn = 0; turn < nx; ++turn)
        for (std::int64_t z = 0; z < nz; ++z) {
          pores.set_pore(x, 2, z);
          if (z == nz / 2) pores.set_pore(x = (x + 1) % nx, 2, z);
        }
      expect_same(pores);
    }
}

TEST(SlabConnectivity, of_a_tube_along_z_percolates_through_all_slabs) {
  PoreSpace pores({5, 5, 13});
  for (std::int64_t z = 0; z < 13; ++z) pores.set_pore(2, 2, z);
  for (const PoreSlab& slab : slabs_of(pores, Communicator::world())) {
    const Connectivity connectivity(slab);
    EXPECT_TRUE(connectivity.percolates(Axis::z));
    EXPECT_FALSE(connectivity.percolates(Axis::x));
    EXPECT_EQ(connectivity.count_percolating(Axis::z), 13);
    EXPECT_EQ(connectivity.count_components(), 1);
  }
  pores.set_solid(2, 2, 6);
  expect_same(pores);
  EXPECT_FALSE(Connectivity(slabs_of(pores, Communicator::world()).front()).percolates(Axis::z));
}

TEST(SlabConnectivity, of_all_pore_and_all_solid_is_that_of_the_whole_image) {
  PoreSpace pores({4, 3, 7});
  expect_same(pores);
  pores.fill_with_pore();
  expect_same(pores);
}

}  // namespace
}  // namespace perm
