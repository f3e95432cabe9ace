// SPDX-License-Identifier: Apache-2.0
// Threads follow the same paths at the same time, and find what one finds.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/processors/threads.hpp"
#include "geometry/network/pore_network.hpp"
#include "geometry/shapes/recipe.hpp"

namespace perm {
namespace {

TEST(NetworkThreads, find_the_same_network_whatever_their_number) {
  Recipe recipe;
  recipe.kind = GeometryKind::overlap;
  recipe.extent = {70, 33, 60};
  recipe.porosity = 0.4;
  recipe.radius = 5;
  const PoreSpace pores = generate(recipe);
  for (const FaceRules& rules :
       {FaceRules(), FaceRules({FaceRule::antisymmetric, FaceRule::sealed, FaceRule::symmetric})}) {
    const int before = set_loop_threads(1);
    const PoreNetwork of_one(pores, map_squared_distances(pores, rules), rules);
    set_loop_threads(7);
    const PoreNetwork of_many(pores, map_squared_distances(pores, rules), rules);
    set_loop_threads(before);
    EXPECT_GT(of_one.count_bodies(), 100);
    EXPECT_EQ(of_many.cells(), of_one.cells());
    EXPECT_TRUE(std::ranges::equal(of_many.body_of_voxel(), of_one.body_of_voxel()));
    EXPECT_TRUE(std::ranges::equal(of_many.throats(), of_one.throats(), [](const Throat& a, const Throat& b) {
      return a.first == b.first && a.second == b.second && a.conductance == b.conductance;
    }));
  }
}

}  // namespace
}  // namespace perm
