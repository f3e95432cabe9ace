// SPDX-License-Identifier: Apache-2.0
// Several processes find in their slabs the network that one process finds in the whole image, to the last bit.
#include <gtest/gtest.h>

#include "geometry/network/pore_network.hpp"
#include "geometry/random_pores.hpp"
#include "geometry/slabs.hpp"

namespace perm {
namespace {

void expect_same(const PoreSpace& whole, const FaceRules& rules = {}) {
  SCOPED_TRACE(to_string(whole.extent()));
  const PoreNetwork alone(whole, map_squared_distances(whole, rules), rules);
  for (const PoreSlab& slab : slabs_of(whole, Communicator::world())) {
    const PoreNetwork together(slab, map_squared_distances(slab, rules), rules);
    EXPECT_EQ(together.cells(), alone.cells());
    ASSERT_EQ(together.throats().size(), slab.processes().is_first() ? alone.throats().size() : 0);
    for (std::size_t i = 0; i < together.throats().size(); ++i) {
      EXPECT_EQ(together.throats()[i].first, alone.throats()[i].first);
      EXPECT_EQ(together.throats()[i].second, alone.throats()[i].second);
      EXPECT_EQ(together.throats()[i].conductance, alone.throats()[i].conductance);
    }
    std::size_t before = 0;  // pore voxels below the slab
    for (std::int64_t z = 0; z < slab.planes().first; ++z)
      for (std::int64_t y = 0; y < whole.extent().ny; ++y)
        for (std::int64_t x = 0; x < whole.extent().nx; ++x) before += whole.is_pore(x, y, z) ? 1 : 0;
    ASSERT_LE(before + together.body_of_voxel().size(), alone.body_of_voxel().size());
    for (std::size_t i = 0; i < together.body_of_voxel().size(); ++i)
      ASSERT_EQ(together.body_of_voxel()[i], alone.body_of_voxel()[before + i]);
  }
}

TEST(SlabNetwork, is_that_of_the_whole_image) {
  std::mt19937 random(5);
  for (const Extent extent : {Extent{33, 9, 14}, Extent{5, 1, 7}, Extent{40, 6, 3}, Extent{8, 8, 1}})
    for (const double porosity : {0.3, 0.7, 1.0}) expect_same(random_pores(extent, porosity, random));
}

TEST(SlabNetwork, is_that_of_the_whole_image_between_closed_faces) {
  std::mt19937 random(6);
  const PoreSpace pores = random_pores({21, 10, 12}, 0.6, random);
  expect_same(pores, FaceRules({FaceRule::antisymmetric, FaceRule::sealed, FaceRule::sealed}));
  expect_same(pores, FaceRules({FaceRule::symmetric, FaceRule::symmetric, FaceRule::antisymmetric}));
}

TEST(SlabNetwork, finds_a_duct_that_goes_through_all_slabs) {
  PoreSpace pores({6, 6, 30});
  for (std::int64_t z = 0; z < 30; ++z)
    for (std::int64_t y = 1; y < 4; ++y)
      for (std::int64_t x = 1; x < 4; ++x) pores.set_pore(x, y, z);
  expect_same(pores);
}

}  // namespace
}  // namespace perm
