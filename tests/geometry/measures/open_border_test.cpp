// SPDX-License-Identifier: Apache-2.0
// Samples with air around them are found; rocks, packings, fibres and channels have no air.
#include "geometry/measures/open_border.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>

#include "geometry/shapes/recipe.hpp"

namespace perm {
namespace {

using IsOutside = std::function<bool(double a, double b)>;

/// Gives spheres that overlap, a rock of the tests.
PoreSpace rock(const Extent& extent, double porosity = 0.35, std::uint64_t seed = 3) {
  Recipe recipe;
  recipe.kind = GeometryKind::overlap;
  recipe.extent = extent;
  recipe.radius = 3;
  recipe.porosity = porosity;
  recipe.seed = seed;
  return generate(recipe);
}

/// Sets what is outside in the cross-section, by the distances of a column from its middle.
template <class Set>
void for_each_outside(PoreSpace& pores, Axis axis, const IsOutside& is_outside, const Set& set) {
  const Extent n = pores.extent();
  const auto [first, second] = axes_across(axis);
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y)
      for (std::int64_t x = 0; x < n.nx; ++x) {
        const std::array<std::int64_t, 3> place{x, y, z};
        const auto from_middle = [&](Axis of) {
          return static_cast<double>(place[static_cast<std::size_t>(of)]) - static_cast<double>(n.along(of) - 1) / 2;
        };
        if (is_outside(from_middle(first), from_middle(second))) set(x, y, z);
      }
}
PoreSpace with_air(PoreSpace pores, Axis axis, const IsOutside& is_outside) {
  for_each_outside(pores, axis, is_outside, [&](auto x, auto y, auto z) { pores.set_pore(x, y, z); });
  return pores;
}
PoreSpace with_solid(PoreSpace pores, Axis axis, const IsOutside& is_outside) {
  for_each_outside(pores, axis, is_outside, [&](auto x, auto y, auto z) { pores.set_solid(x, y, z); });
  return pores;
}

bool has_air(const PoreSpace& pores, Axis axis) { return find_open_border(pores, axis).has_value(); }

TEST(OpenBorder, is_found_around_plugs_and_boxes_along_each_axis) {
  const Extent extent{40, 36, 33};
  for (const Axis axis : all_axes) {
    SCOPED_TRACE(axis_letter(axis));
    const auto plug = [](double radius, double a = 0, double b = 0) -> IsOutside {
      return [=](double x, double y) { return std::hypot(x - a, y - b) > radius; };
    };
    for (const double porosity : {0.1, 0.35, 0.7})
      for (const double radius : {12.0, 16.0, 19.0})  // the last one reaches all sides, so that corners are left
        EXPECT_TRUE(has_air(with_air(rock(extent, porosity), axis, plug(radius)), axis)) << porosity << ' ' << radius;
    EXPECT_TRUE(has_air(with_air(rock(extent), axis, plug(11, 4, -3)), axis)) << "not in the middle";
    EXPECT_TRUE(has_air(with_air(rock(extent), axis, plug(30, 18, 18)), axis)) << "a part of one";
    const IsOutside box = [](double a, double b) { return std::abs(a) > 12 || std::abs(b) > 11; };
    EXPECT_TRUE(has_air(with_air(rock(extent), axis, box), axis));
    const IsOutside layer = [](double a, double /*b*/) { return a > 11; };
    EXPECT_TRUE(has_air(with_air(rock(extent), axis, layer), axis));
    EXPECT_FALSE(has_air(with_solid(rock(extent), axis, plug(14)), axis)) << "its outside is solid";
  }
}

TEST(OpenBorder, has_the_columns_outside) {
  const IsOutside outside = [](double a, double b) { return std::hypot(a, b) > 13; };
  const auto border = find_open_border(with_air(rock({40, 36, 33}), Axis::z, outside), Axis::z);
  ASSERT_TRUE(border.has_value());
  std::int64_t expected = 0;
  for (int y = 0; y < 36; ++y)
    for (int x = 0; x < 40; ++x)
      if (outside(x - 19.5, y - 17.5)) {
        ++expected;
        EXPECT_TRUE(border->columns.is_pore(x, y, 0));
      }
  EXPECT_NEAR(static_cast<double>(border->count), static_cast<double>(expected), 10)
      << "pores at its surface count too";
  EXPECT_EQ(border->all_columns(), 40 * 36);
}

TEST(OpenBorder, is_found_around_a_few_specks_in_the_air_too) {
  PoreSpace pores = with_air(rock({40, 36, 33}), Axis::z, [](double a, double b) { return std::hypot(a, b) > 13; });
  for (const std::array<int, 3> speck : {std::array{1, 1, 4}, std::array{38, 2, 30}, std::array{36, 33, 7}})
    pores.set_solid(speck[0], speck[1], speck[2]);
  EXPECT_TRUE(has_air(pores, Axis::z));
}

/// Makes an image from what is pore at x, y, z from the middle.
PoreSpace image_of(const Extent& n, const std::function<bool(double x, double y, double z)>& is_pore) {
  PoreSpace pores(n);
  const auto middle = [](std::int64_t voxel, std::int64_t voxels) {
    return static_cast<double>(voxel) - static_cast<double>(voxels - 1) / 2;
  };
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y)
      for (std::int64_t x = 0; x < n.nx; ++x)
        if (is_pore(middle(x, n.nx), middle(y, n.ny), middle(z, n.nz))) pores.set_pore(x, y, z);
  return pores;
}

TEST(OpenBorder, is_absent_around_single_grains_and_in_channels_of_every_kind) {
  const Extent n{30, 30, 30};
  const PoreSpace porous = rock(n, 0.3);
  const auto matrix = [&](double x, double y, double z) {
    const auto at = [](double from_middle) { return static_cast<std::int64_t>(from_middle + 14.5); };
    return porous.is_pore(at(x), at(y), at(z));
  };
  const auto expect_none = [&](const char* what, const std::function<bool(double, double, double)>& is_pore) {
    EXPECT_FALSE(has_air(image_of(n, is_pore), Axis::x)) << what;
  };
  expect_none("a sphere", [](double x, double y, double z) { return std::hypot(x, y, z) > 11; });
  expect_none("a cube", [](double x, double y, double z) { return std::max({x * x, y * y, z * z}) > 81; });
  expect_none("a rod along the flow", [](double, double y, double z) { return std::hypot(y, z) > 9; });
  expect_none("a rod across the flow", [](double x, double, double z) { return std::hypot(x, z) > 9; });
  expect_none("a chain of spheres",
              [](double x, double y, double z) { return std::hypot(std::remainder(x, 10.0), y, z) > 5.2; });
  expect_none("wavy rods", [](double x, double y, double z) {
    return std::hypot(std::remainder(y + std::sin(x / 3), 10.0), std::remainder(z, 10.0)) > 3;
  });
  expect_none("a slit that reaches the sides", [](double, double y, double) { return std::abs(y) < 4; });
  expect_none("half a slit at the border", [](double, double y, double) { return y > 4; });
  expect_none("a tube", [](double, double y, double z) { return std::hypot(y, z) < 10; });
  expect_none("a tube with wavy walls",
              [](double x, double y, double z) { return std::hypot(y, z) < 10 + 2 * std::sin(x / 2); });
  expect_none("a fracture in a porous rock",
              [&](double x, double y, double z) { return std::abs(y) < 3 + std::sin(x) || matrix(x, y, z); });
  expect_none("a crack from one side",
              [&](double x, double y, double z) { return (std::abs(y) < 2 && z > 0) || matrix(x, y, z); });
  expect_none("a honeycomb with porous walls",
              [&](double x, double y, double z) { return (std::abs(y) > 3 && std::abs(z) > 3) || matrix(x, y, z); });
  expect_none("a porous rock", matrix);
  expect_none("all pore", [](double, double, double) { return true; });
  expect_none("all solid", [](double, double, double) { return false; });
}

TEST(OpenBorder, of_a_slice_is_at_its_two_sides) {
  const PoreSpace whole = rock({60, 40, 12}, 0.6);
  PoreSpace slice({60, 40, 1});
  for (std::int64_t y = 0; y < 40; ++y) std::ranges::copy(whole.row(y, 5), slice.row(y, 0).begin());
  EXPECT_FALSE(has_air(slice, Axis::x));
  EXPECT_TRUE(has_air(with_air(slice, Axis::x, [](double y, double) { return std::abs(y) > 14; }), Axis::x));
}

}  // namespace
}  // namespace perm
