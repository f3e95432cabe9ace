// SPDX-License-Identifier: Apache-2.0
#include "run/pathways.hpp"

#include <gtest/gtest.h>

namespace perm {
namespace {

const std::vector<Axis> every_axis{Axis::x, Axis::y, Axis::z};

/// Makes bars of 2 x 2 voxels through a block, one along each axis of `axes`, which do not touch.
PoreSpace bars_along(const std::vector<Axis>& axes) {
  PoreSpace pores({12, 12, 12});
  for (const Axis axis : axes) {
    const int at = 1 + 4 * static_cast<int>(axis);
    for (int i = 0; i < 12; ++i)
      for (int a = at; a < at + 2; ++a)
        for (int b = at; b < at + 2; ++b) {
          if (axis == Axis::x) pores.set_pore(i, a, b);
          if (axis == Axis::y) pores.set_pore(a, i, b);
          if (axis == Axis::z) pores.set_pore(a, b, i);
        }
  }
  return pores;
}

TEST(Pathways, hold_what_conducts_along_each_axis_and_nothing_else) {
  const Pathways pathways = find_pathways(bars_along({Axis::x, Axis::z}), every_axis, {});
  ASSERT_EQ(pathways.directions.size(), 3U);
  EXPECT_EQ(pathways.directions[0].cells, 48);
  EXPECT_EQ(pathways.directions[1].cells, 0);
  EXPECT_EQ(pathways.directions[1].pores, nullptr);
  EXPECT_EQ(pathways.directions[2].cells, 48);
  EXPECT_EQ(pathways.connected_voxels, 96);
  EXPECT_EQ(pathways.directions[0].pores->pores(), bars_along({Axis::x}));
}

TEST(Pathways, are_resisted_by_solid_or_by_walls) {
  PoreSpace pores({6, 5, 4});
  pores.fill_with_pore();
  const auto why = [&](const PoreSpace& image, Boundary boundary) {
    return why_unresisted(find_pathways(image, {Axis::x}, {}).directions[0], image.extent(),
                          face_rules({boundary}, Axis::x, image.extent()));
  };
  EXPECT_EQ(why(pores, Boundary::periodic), "all 6 x 5 x 4 voxels are pore, and no face is a wall");
  EXPECT_NE(why(pores, Boundary::mirror), "");
  EXPECT_EQ(why(pores, Boundary::sealed), "");
  pores.set_solid(2, 2, 2);
  EXPECT_EQ(why(pores, Boundary::periodic), "");
}

TEST(Pathways, are_held_once_where_directions_share_them) {
  PoreSpace all({6, 6, 6});
  all.fill_with_pore();
  const Pathways pathways = find_pathways(all, every_axis, {});
  EXPECT_EQ(pathways.directions[0].pores, pathways.directions[1].pores);
  EXPECT_EQ(pathways.directions[0].pores, pathways.directions[2].pores);
  EXPECT_EQ(pathways.connected_voxels, 216);
}

TEST(Pathways, between_closed_faces_conduct_where_they_touch_both) {
  PoreSpace half({8, 4, 4});  // a bar that ends before the last face
  for (int x = 0; x < 7; ++x) half.set_pore(x, 1, 1);
  AxisSet closed;
  for (const Axis axis : all_axes) closed.insert(axis);
  EXPECT_EQ(find_pathways(half, {Axis::x}, closed).directions[0].cells, 0);
  half.set_pore(7, 1, 1);
  EXPECT_EQ(find_pathways(half, {Axis::x}, closed).directions[0].cells, 8);
}

}  // namespace
}  // namespace perm
