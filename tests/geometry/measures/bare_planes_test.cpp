// SPDX-License-Identifier: Apache-2.0
#include "geometry/measures/bare_planes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "geometry/shapes/recipe.hpp"

namespace perm {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Gives a rock whose planes across an axis are replaced: `pore` and `solid` ones.
PoreSpace rock_with(Axis axis, const std::vector<std::int64_t>& pore, const std::vector<std::int64_t>& solid) {
  Recipe recipe;
  recipe.kind = GeometryKind::overlap;
  recipe.extent = {30, 30, 30};
  recipe.radius = 4;
  recipe.porosity = 0.4;
  PoreSpace pores = generate(recipe);
  for (std::int64_t i = 0; i < 30; ++i)
    for (std::int64_t j = 0; j < 30; ++j) {
      const auto at = [&](std::int64_t plane) {
        return axis == Axis::x   ? std::array{plane, i, j}
               : axis == Axis::y ? std::array{i, plane, j}
                                 : std::array{i, j, plane};
      };
      for (const std::int64_t plane : pore) pores.set_pore(at(plane)[0], at(plane)[1], at(plane)[2]);
      for (const std::int64_t plane : solid) pores.set_solid(at(plane)[0], at(plane)[1], at(plane)[2]);
    }
  return pores;
}

TEST(BarePlanes, are_found_across_each_axis) {
  for (const Axis axis : all_axes) {
    SCOPED_TRACE(axis_letter(axis));
    const BarePlanes solid = find_bare_planes(rock_with(axis, {}, {27, 28, 29}), axis);
    EXPECT_THAT(solid.without_pore, ElementsAre(27, 28, 29));
    EXPECT_THAT(solid.open_ends, IsEmpty());
    const BarePlanes middle = find_bare_planes(rock_with(axis, {}, {11}), axis);
    EXPECT_THAT(middle.without_pore, ElementsAre(11));
    const BarePlanes open = find_bare_planes(rock_with(axis, {0, 1, 28, 29}, {}), axis);
    EXPECT_THAT(open.open_ends, ElementsAre(0, 1, 28, 29));
    EXPECT_THAT(open.without_pore, IsEmpty());
    EXPECT_THAT(find_bare_planes(rock_with(axis, {0}, {}), axis).open_ends, ElementsAre(0));
    EXPECT_THAT(find_bare_planes(rock_with(axis, {12, 13}, {}), axis).open_ends, IsEmpty()) << "inside, as a fracture";
    const BarePlanes none = find_bare_planes(rock_with(axis, {}, {}), axis);
    EXPECT_THAT(none.open_ends, IsEmpty());
    EXPECT_THAT(none.without_pore, IsEmpty());
  }
}

TEST(BarePlanes, are_none_where_spheres_and_cylinders_leave_the_ends_open) {
  for (const double porosity : {0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98})
    for (const std::int64_t size : {12, 17, 24, 40}) {
      Recipe recipe;
      recipe.porosity = porosity;
      recipe.kind = GeometryKind::sc;
      recipe.extent = {size, size, size};
      recipe.shift = {static_cast<double>(size) / 2, static_cast<double>(size) / 2, static_cast<double>(size) / 2};
      EXPECT_THAT(find_bare_planes(generate(recipe), Axis::x).open_ends, IsEmpty())
          << to_string(recipe.kind) << recipe.porosity.value_or(0);
      recipe.shift = {};
      EXPECT_THAT(find_bare_planes(generate(recipe), Axis::x).open_ends, IsEmpty())
          << to_string(recipe.kind) << recipe.porosity.value_or(0);
      if (porosity > 0.95 && size < 17) continue;  // too thin a cylinder
      recipe.kind = GeometryKind::cylinders_square;
      recipe.extent = {size, size, 1};
      recipe.shift = {static_cast<double>(size) / 2, static_cast<double>(size) / 2, 0};
      EXPECT_THAT(find_bare_planes(generate(recipe), Axis::x).open_ends, IsEmpty())
          << to_string(recipe.kind) << recipe.porosity.value_or(0);
    }
}

TEST(BarePlanes, are_none_in_an_image_of_one_kind) {
  PoreSpace pores({5, 6, 7});
  EXPECT_THAT(find_bare_planes(pores, Axis::x).without_pore, IsEmpty());
  pores.fill_with_pore();
  EXPECT_THAT(find_bare_planes(pores, Axis::x).open_ends, IsEmpty());
}

}  // namespace
}  // namespace perm
