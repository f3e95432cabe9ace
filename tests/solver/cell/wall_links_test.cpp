// SPDX-License-Identifier: Apache-2.0
#include "solver/cell/wall_links.hpp"

#include <gtest/gtest.h>

#include <array>
#include <functional>

namespace perm {
namespace {

/// Gives the links of the cell at the origin that end in solid, where `solid(x, y, z)` says what is.
SolidLinks links_to(const std::function<bool(int, int, int)>& solid) {
  SolidLinks links = 0;
  for (int q = 1; q < d3q19::directions; ++q) {
    const d3q19::Velocity c = d3q19::velocity(q);
    if (solid(c.x, c.y, c.z)) links |= 1U << (q - 1);
  }
  return links;
}

TEST(WallLinks, of_plane_walls_and_of_their_corners_are_no_steps) {
  EXPECT_FALSE(is_stepped(0));
  EXPECT_FALSE(is_stepped(links_to([](int x, int, int) { return x > 0; })));
  EXPECT_FALSE(is_stepped(links_to([](int x, int, int) { return x != 0; })));  // between two walls
  EXPECT_FALSE(is_stepped(links_to([](int x, int y, int) { return x > 0 || y < 0; })));
  EXPECT_FALSE(is_stepped(links_to([](int x, int y, int z) { return x > 0 || y < 0 || z > 0; })));
  EXPECT_FALSE(is_stepped(links_to([](int x, int y, int z) { return x != 0 || y != 0 || z != 0; })));  // all closed
}

TEST(WallLinks, of_slopes_edges_and_points_are_steps) {
  EXPECT_TRUE(is_stepped(links_to([](int x, int y, int) { return x + y > 0; })));        // at 45 degrees
  EXPECT_TRUE(is_stepped(links_to([](int x, int y, int) { return x + y > 1; })));        // and the row before it
  EXPECT_TRUE(is_stepped(links_to([](int x, int y, int z) { return x + y + z > 0; })));  // along the diagonal
  EXPECT_TRUE(is_stepped(links_to([](int x, int y, int) { return x > 0 && y > 0; })));   // before the edge of a block
  EXPECT_TRUE(is_stepped(links_to([](int x, int y, int) { return x > 0 && y >= 0; })));  // where a plane wall ends
  EXPECT_TRUE(is_stepped(links_to([](int x, int y, int z) { return x == 1 && y == 0 && z == 0; })));  // one voxel
}

TEST(WallLinks, count_the_solid_faces_along_each_axis) {
  const SolidLinks links = links_to([](int x, int y, int z) { return x != 0 || (y > 0 && z == 0); });
  EXPECT_EQ(solid_faces<Axis::x>(links), 2);
  EXPECT_EQ(solid_faces<Axis::y>(links), 1);
  EXPECT_EQ(solid_faces<Axis::z>(links), 0);
  EXPECT_EQ(solid_faces<Axis::x>(links_to([](int x, int y, int) { return x * y != 0; })), 0);  // edges only
}

TEST(WallLinks, have_the_sum_of_their_directions_as_normal) {
  EXPECT_EQ(wall_normal(0), number_of_normal(0, 0, 0));
  EXPECT_EQ(wall_normal(links_to([](int x, int, int) { return x > 0; })), number_of_normal(5, 0, 0));
  EXPECT_EQ(wall_normal(links_to([](int, int y, int) { return y < 0; })), number_of_normal(0, -5, 0));
  EXPECT_EQ(wall_normal(links_to([](int x, int, int z) { return x - z > 0; })), number_of_normal(4, 0, -4));
  EXPECT_EQ(wall_normal(links_to([](int x, int, int) { return x != 0; })), number_of_normal(0, 0, 0));
  EXPECT_EQ(number_of_normal(-5, -5, -5), 0);
  EXPECT_EQ(number_of_normal(5, 5, 5), wall_normal_count - 1);
}

}  // namespace
}  // namespace perm
