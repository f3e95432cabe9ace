// SPDX-License-Identifier: Apache-2.0
// Networks with places and sizes: those of chambers that are known, and the pores and conductances of PoreNetwork.
// Every test holds for any number of processes.
#include "geometry/network/sized_network.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <utility>

#include "geometry/network/pore_network.hpp"
#include "geometry/random_pores.hpp"
#include "geometry/slabs.hpp"

namespace perm {
namespace {

void open_box(PoreSpace& pores, Range x, Range y, Range z) {
  for (std::int64_t k = z.first; k < z.last; ++k)
    for (std::int64_t j = y.first; j < y.last; ++j)
      for (std::int64_t i = x.first; i < x.last; ++i) pores.set_pore(i, j, k);
}

/// Two cubes of 11 voxels, joined along x by a duct of 5 voxels in width and 8 in length; another duct leads from the
/// second one to the high face across x.
PoreSpace chambers_before_a_face() {
  PoreSpace pores({36, 13, 13});
  open_box(pores, {1, 12}, {1, 12}, {1, 12});
  open_box(pores, {12, 20}, {4, 9}, {4, 9});
  open_box(pores, {20, 31}, {1, 12}, {1, 12});
  open_box(pores, {31, 36}, {4, 9}, {4, 9});
  return pores;
}

TEST(SizedNetwork, knows_the_places_and_sizes_of_chambers_and_ducts) {
  for (const PoreSlab& slab : slabs_of(chambers_before_a_face(), Communicator::world())) {
    const SizedNetwork network = measure_network(slab);
    if (!Communicator::world().is_first()) {
      EXPECT_TRUE(network.pores.empty());
      continue;
    }
    std::int64_t voxels = 0;
    for (const SizedPore& pore : network.pores) voxels += pore.voxels;
    EXPECT_EQ(voxels, 2 * 11 * 11 * 11 + 13 * 25);
    const auto chamber = std::ranges::max_element(network.pores, {}, &SizedPore::radius);
    EXPECT_NEAR(chamber->centre[1], 6.5, 1);
    EXPECT_NEAR(chamber->radius, 5.5, 0.51);
    for (const std::size_t face : {0, 2, 3, 4, 5}) EXPECT_TRUE(network.in_face[face].empty()) << face;
    double area_in_face = 0;
    for (const std::uint32_t number : network.in_face[1]) {
      const SizedPore& point = network.pores[number];
      EXPECT_EQ(point.centre[0], 36);
      EXPECT_EQ(point.voxels, 0);
      for (const SizedThroat& throat : network.throats) area_in_face += throat.second == number ? throat.area : 0;
    }
    EXPECT_EQ(area_in_face, 25);
    for (const SizedThroat& throat : network.throats) {
      EXPECT_GT(throat.conductance, 0);
      EXPECT_GT(throat.length, 0);
      EXPECT_LT(throat.first, throat.second);
      EXPECT_LE(throat.radius, 5.5);
    }
  }
}

TEST(SizedNetwork, has_the_pores_and_the_conductances_of_a_pore_network) {
  std::mt19937 random(1);
  PoreSpace pores = random_pores({14, 12, 16}, 0.5, random);
  open_box(pores, {3, 9}, {2, 8}, {0, 13});
  const FaceRules mirrors({FaceRule::symmetric, FaceRule::symmetric, FaceRule::symmetric});
  const PoreNetwork expected(pores, map_squared_distances(pores, mirrors).span(), mirrors);
  for (const PoreSlab& slab : slabs_of(pores, Communicator::world())) {
    const SizedNetwork network = measure_network(slab);
    if (!Communicator::world().is_first()) continue;
    const auto bodies = static_cast<std::size_t>(expected.count_bodies());
    ASSERT_GT(network.pores.size(), bodies);
    for (std::size_t body = 0; body < bodies; ++body) EXPECT_EQ(network.pores[body].voxels, expected.cells()[body]);
    std::map<std::pair<std::uint32_t, std::uint32_t>, double> between;
    for (const SizedThroat& throat : network.throats)
      if (throat.second < bodies) between[{throat.first, throat.second}] = throat.conductance;
    ASSERT_EQ(between.size(), expected.throats().size());
    for (const Throat& throat : expected.throats())
      EXPECT_EQ((between[{throat.first, throat.second}]), throat.conductance);
  }
}

TEST(SizedNetwork, of_solid_is_empty) {
  const SizedNetwork network = measure_network(PoreSlab(PoreSpace({4, 4, 4})));
  EXPECT_TRUE(network.pores.empty() && network.throats.empty());
}

}  // namespace
}  // namespace perm
