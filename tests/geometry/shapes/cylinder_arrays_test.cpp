// SPDX-License-Identifier: Apache-2.0
#include "geometry/shapes/cylinder_arrays.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/errors.hpp"
#include "geometry/shapes/recipe.hpp"

namespace perm {
namespace {

constexpr std::array<CylinderArray, 2> all_arrays{CylinderArray::square, CylinderArray::hexagonal};

PoreSpace draw(CylinderArray array, const Extent& extent, Axis axis, double radius) {
  Recipe recipe;
  recipe.kind = array == CylinderArray::square ? GeometryKind::cylinders_square : GeometryKind::cylinders_hexagonal;
  recipe.extent = extent;
  recipe.axis = axis;
  recipe.radius = radius;
  return generate(recipe);
}

/// Tests a voxel against the cylinders and their images around the section.
bool is_in_a_cylinder(CylinderArray array, std::array<double, 2> sides, std::array<double, 2> centre, double radius) {
  std::vector<std::array<double, 2>> lines{{sides[0] / 2, sides[1] / 2}};
  if (array == CylinderArray::hexagonal) lines.push_back({0, 0});
  for (const auto& line : lines)
    for (int image = 0; image < 9; ++image) {
      const double d_0 = line[0] + (image % 3 - 1) * sides[0] - centre[0];
      const double d_1 = line[1] + (image / 3 - 1) * sides[1] - centre[1];
      if (d_0 * d_0 + d_1 * d_1 < radius * radius) return true;
    }
  return false;
}

TEST(CylinderArrays, are_solid_where_a_voxel_is_nearer_to_a_centre_line_than_the_radius) {
  for (const CylinderArray array : all_arrays)
    for (const Axis axis : all_axes)
      for (const std::int64_t side : {12, 15, 34}) {
        Extent extent = unit_cell(array, axis, side);
        (axis == Axis::x ? extent.nx : axis == Axis::y ? extent.ny : extent.nz) = 3;
        const Axis first = next_axis(axis);
        const Axis second = next_axis(first);
        const std::array<double, 2> sides{static_cast<double>(extent.along(first)),
                                          static_cast<double>(extent.along(second))};
        const double radius = 0.9 * touching_radius(array, extent, axis);
        const PoreSpace pores = draw(array, extent, axis, radius);
        for (std::int64_t z = 0; z < extent.nz; ++z)
          for (std::int64_t y = 0; y < extent.ny; ++y)
            for (std::int64_t x = 0; x < extent.nx; ++x) {
              const std::array<double, 3> centre{static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5,
                                                 static_cast<double>(z) + 0.5};
              const std::array<double, 2> across{centre[static_cast<std::size_t>(first)],
                                                 centre[static_cast<std::size_t>(second)]};
              EXPECT_NE(pores.is_pore(x, y, z), is_in_a_cylinder(array, sides, across, radius));
            }
      }
}

TEST(CylinderArrays, touch_at_the_known_porosities) {
  const auto at_touching = [](CylinderArray array, std::int64_t side) {
    const Extent extent = unit_cell(array, Axis::z, side);
    return array_porosity(array, extent, Axis::z, touching_radius(array, extent, Axis::z));
  };
  EXPECT_NEAR(at_touching(CylinderArray::square, 7), 1 - std::numbers::pi / 4, 1e-14);
  EXPECT_NEAR(at_touching(CylinderArray::hexagonal, 40545), 1 - std::numbers::pi / std::sqrt(12), 1e-8);
  EXPECT_DOUBLE_EQ(touching_radius(CylinderArray::hexagonal, {30, 51, 1}, Axis::z), std::hypot(30, 51) / 4)
      << "lower than sqrt(3): diagonal neighbours touch first";
  EXPECT_DOUBLE_EQ(touching_radius(CylinderArray::hexagonal, {30, 53, 1}, Axis::z), 15);
}

TEST(CylinderArrays, radius_gives_the_porosity_asked_for_in_the_cell_as_it_is) {
  for (const CylinderArray array : all_arrays)
    for (const std::int64_t side : {30, 97})
      for (const double porosity : {0.25, 0.4, 0.7, 0.95}) {
        const Extent extent = unit_cell(array, Axis::z, side);
        const double radius = array_radius(array, extent, Axis::z, porosity);
        EXPECT_NEAR(array_porosity(array, extent, Axis::z, radius), porosity, 1e-13);
        EXPECT_NEAR(draw(array, extent, Axis::z, radius).porosity(), porosity, 0.01);
      }
}

TEST(CylinderArrays, voxels_keep_the_mirror_planes) {
  for (const CylinderArray array : all_arrays)
    for (const std::int64_t side : {14, 15, 56, 101}) {  // 15 x 26, 14 x 24, 56 x 97, 101 x 175
      const Extent extent = unit_cell(array, Axis::z, side);
      const PoreSpace pores = draw(array, extent, Axis::z, array_radius(array, extent, Axis::z, 0.5));
      for (std::int64_t y = 0; y < extent.ny; ++y)
        for (std::int64_t x = 0; x < extent.nx; ++x) {
          EXPECT_EQ(pores.is_pore(x, y, 0), pores.is_pore(extent.nx - 1 - x, y, 0));
          EXPECT_EQ(pores.is_pore(x, y, 0), pores.is_pore(x, extent.ny - 1 - y, 0));
          if (array == CylinderArray::square) {
            EXPECT_EQ(pores.is_pore(x, y, 0), pores.is_pore(y, x, 0));
          }
        }
    }
}

TEST(CylinderArrays, one_number_gives_the_cell_one_voxel_thick) {
  EXPECT_EQ(unit_cell(CylinderArray::square, Axis::z, 40), (Extent{40, 40, 1}));
  EXPECT_EQ(unit_cell(CylinderArray::square, Axis::x, 40), (Extent{1, 40, 40}));
  EXPECT_EQ(unit_cell(CylinderArray::hexagonal, Axis::z, 56), (Extent{56, 97, 1}));
  EXPECT_EQ(unit_cell(CylinderArray::hexagonal, Axis::x, 56), (Extent{1, 56, 97}));
  EXPECT_EQ(unit_cell(CylinderArray::hexagonal, Axis::y, 56), (Extent{97, 1, 56}));
}

TEST(CylinderArrays, refuse_an_image_that_is_no_unit_cell_and_name_one_that_is) {
  const auto refuses = [](CylinderArray array, const Extent& extent, const std::string& words) {
    EXPECT_THAT([&] { require_unit_cell(array, extent, Axis::z); },
                testing::ThrowsMessage<InputError>(testing::HasSubstr(words)));
  };
  refuses(CylinderArray::square, {40, 41, 5}, "--size 40, which stands for 40 x 40 x 1");
  refuses(CylinderArray::hexagonal, {64, 64, 64}, "--size 64, which stands for 64 x 111 x 1");
  refuses(CylinderArray::hexagonal, {50, 84, 1}, "sqrt(3) times that along x, within 2 %");
  refuses(CylinderArray::hexagonal, {1, 2, 1}, "--size 4, which stands for 4 x 7 x 1");
  for (const Extent& extent : {Extent{50, 85, 1}, Extent{50, 87, 9}, Extent{50, 88, 2}})
    EXPECT_NO_THROW(require_unit_cell(CylinderArray::hexagonal, extent, Axis::z)) << to_string(extent);
}

TEST(CylinderArrays, refuse_cylinders_that_overlap_and_name_the_lowest_porosity) {
  EXPECT_THAT(
      [] {
        array_radius(CylinderArray::square, {40, 40, 1}, Axis::z, 0.2);
      },
      testing::ThrowsMessage<InputError>(testing::HasSubstr("Give a porosity from 0.2147 to 1")));
  EXPECT_THAT(
      [] {
        array_cylinders(CylinderArray::hexagonal, {56, 97, 1}, Axis::z, 28.01);
      },
      testing::ThrowsMessage<InputError>(testing::HasSubstr("0.0931")));
  EXPECT_NO_THROW(array_cylinders(CylinderArray::square, {40, 40, 1}, Axis::z, 20));
}

TEST(CylinderArrays, as_recipes_lie_along_z_unless_told_and_take_a_porosity_or_a_radius) {
  Recipe recipe;
  recipe.kind = GeometryKind::cylinders_square;
  const auto expect_refusal = [&recipe](const char* words) {
    EXPECT_THAT([&] { generate(recipe); }, testing::ThrowsMessage<InputError>(testing::HasSubstr(words)));
  };
  recipe.extent = {20, 20, 3};
  expect_refusal("not given");
  recipe.radius = 6;
  EXPECT_EQ(generate(recipe), draw(CylinderArray::square, {20, 20, 3}, Axis::z, 6));
  recipe.axis = Axis::x;
  expect_refusal("no cell of a square array along x");
  recipe.extent = {3, 20, 20};
  EXPECT_EQ(generate(recipe), draw(CylinderArray::square, {3, 20, 20}, Axis::x, 6));
  recipe.porosity = 0.5;
  expect_refusal("given twice");
  recipe.porosity.reset();
  recipe.radius = 0.9;
  expect_refusal("narrower than two voxels");
}

}  // namespace
}  // namespace perm
