// SPDX-License-Identifier: Apache-2.0
#include "lattice/d3q19.hpp"

#include <gtest/gtest.h>

#include <set>
#include <tuple>
#include <utility>

namespace perm::d3q19 {
namespace {

int speed2(int q) {
  const Velocity c = velocity(q);
  return c.x * c.x + c.y * c.y + c.z * c.z;
}

TEST(D3Q19, has_every_velocity_to_a_face_or_an_edge_once) {
  std::set<std::tuple<int, int, int>> seen;
  for (int q = 0; q < directions; ++q) {
    const Velocity c = velocity(q);
    EXPECT_LE(speed2(q), 2) << q;
    EXPECT_TRUE(seen.emplace(c.x, c.y, c.z).second) << q;
  }
}

TEST(D3Q19, rests_in_direction_0) {
  EXPECT_EQ(speed2(0), 0);
  EXPECT_EQ(opposite(0), 0);
}

TEST(D3Q19, reverses_a_velocity_in_the_opposite_direction) {
  for (int q = 0; q < directions; ++q) {
    const Velocity c = velocity(q);
    const Velocity d = velocity(opposite(q));
    EXPECT_EQ(d.x, -c.x) << q;
    EXPECT_EQ(d.y, -c.y) << q;
    EXPECT_EQ(d.z, -c.z) << q;
    EXPECT_EQ(opposite(opposite(q)), q);
  }
}

TEST(D3Q19, pairs_every_moving_direction_with_its_opposite_once) {
  std::set<int> seen;
  for (const int q : pairs) {
    EXPECT_TRUE(seen.insert(q).second) << q;
    EXPECT_TRUE(seen.insert(opposite(q)).second) << q;
  }
  EXPECT_EQ(seen.size(), 18U);
  EXPECT_EQ(seen.count(0), 0U);
}

TEST(D3Q19, weighs_a_third_at_rest_an_18th_to_faces_and_a_36th_to_edges) {
  double sum = 0;
  for (int q = 0; q < directions; ++q) {
    EXPECT_DOUBLE_EQ(weight(q), speed2(q) == 0 ? 1.0 / 3 : speed2(q) == 1 ? 1.0 / 18 : 1.0 / 36) << q;
    EXPECT_EQ(weight(q), weight(opposite(q))) << q;
    sum += weight(q);
  }
  EXPECT_DOUBLE_EQ(sum, 1);
}

TEST(D3Q19, groups_directions_that_lead_to_the_same_row) {
  std::set<std::pair<int, int>> left;
  for (int q = 1; q < directions; ++q) {
    const Velocity before = velocity(q - 1);
    const Velocity c = velocity(q);
    if (c.y == before.y && c.z == before.z) continue;
    left.emplace(before.y, before.z);
    EXPECT_FALSE(left.contains({c.y, c.z})) << "direction " << q << " comes back to a row";
  }
  EXPECT_EQ(left.size() + 1, 9U);
}

}  // namespace
}  // namespace perm::d3q19
