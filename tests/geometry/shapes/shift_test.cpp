// SPDX-License-Identifier: Apache-2.0
#include "geometry/shapes/solids/shift.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <limits>

#include "core/errors.hpp"
#include "geometry/shapes/recipe.hpp"

namespace perm {
namespace {

/// Moves the image by whole voxels, periodically.
PoreSpace rotate(const PoreSpace& pores, const std::array<std::int64_t, 3>& by) {
  const Extent& extent = pores.extent();
  const auto wrap = [](std::int64_t position, std::int64_t period) { return (position % period + period) % period; };
  PoreSpace moved(extent);
  for (std::int64_t z = 0; z < extent.nz; ++z)
    for (std::int64_t y = 0; y < extent.ny; ++y)
      for (std::int64_t x = 0; x < extent.nx; ++x)
        if (pores.is_pore(x, y, z))
          moved.set_pore(wrap(x + by[0], extent.nx), wrap(y + by[1], extent.ny), wrap(z + by[2], extent.nz));
  return moved;
}

class ShiftOfRecipes : public testing::Test {
 protected:
  void SetUp() override {
    std::ofstream(centres_) << "0.31 0.47 0.9 0.21\n0.11 0.4 0.13 0.1\n";
    for (const char* kind : {"sc", "bcc", "fcc"}) add(kind, {19, 19, 19}).porosity = 0.5;
    add("packing", {22, 17, 19}).radius = 4;
    recipes_.back().porosity = 0.6;
    add("spheres", {16, 21, 18}).centres = centres_;
    for (const Axis axis : all_axes) {
      add("tube", {17, 15, 16}).radius = 6.1;
      recipes_.back().axis = axis;
      add("annulus", {17, 15, 16}).radius = 6.1;
      recipes_.back().axis = axis;
      recipes_.back().inner_radius = 2.3;
      for (const char* kind : {"cylinders-square", "cylinders-hexagonal"}) {
        Recipe& recipe = add(kind, {});
        recipe.axis = axis;
        recipe.porosity = 0.45;
        recipe.extent = unit_cell_of(recipe, 15);
      }
    }
  }
  void TearDown() override { std::filesystem::remove(centres_); }

  Recipe& add(const char* kind, const Extent& extent) {
    Recipe& recipe = recipes_.emplace_back();
    recipe.kind = parse_geometry_kind(kind);
    recipe.extent = extent;
    return recipe;
  }

  std::filesystem::path centres_ =
      std::filesystem::temp_directory_path() / ("shifted_" + std::to_string(::getpid()) + ".txt");
  std::vector<Recipe> recipes_;
};

TEST_F(ShiftOfRecipes, by_whole_voxels_moves_the_image_to_the_last_bit) {
  for (Recipe& recipe : recipes_) {
    const PoreSpace unshifted = generate(recipe);
    for (const std::array<std::int64_t, 3>& by :
         {std::array<std::int64_t, 3>{1, 2, 3}, {-5, 0, 7}, {100, -1000, 12345}}) {
      recipe.shift = {static_cast<double>(by[0]), static_cast<double>(by[1]), static_cast<double>(by[2])};
      EXPECT_EQ(generate(recipe), rotate(unshifted, by)) << to_string(recipe.kind);
    }
  }
}

TEST_F(ShiftOfRecipes, by_a_fraction_more_moves_the_image_of_that_fraction) {
  for (Recipe& recipe : recipes_) {
    recipe.shift = {0.25, 0.5, 0.625};
    const PoreSpace of_fraction = generate(recipe);
    recipe.shift = {-6.75, 3.5, 40.625};
    EXPECT_EQ(generate(recipe), rotate(of_fraction, {-7, 3, 40})) << to_string(recipe.kind);
  }
}

TEST_F(ShiftOfRecipes, by_a_fraction_changes_voxels_and_hardly_the_porosity) {
  for (Recipe& recipe : recipes_) {
    const PoreSpace unshifted = generate(recipe);
    recipe.shift = {0.3, 0.3, 0.3};
    const PoreSpace shifted = generate(recipe);
    EXPECT_NE(shifted, unshifted) << to_string(recipe.kind);
    EXPECT_NEAR(shifted.porosity(), unshifted.porosity(), 0.02) << to_string(recipe.kind);
  }
}

TEST(Shift, of_half_a_voxel_puts_the_centre_into_a_voxel) {
  Recipe recipe;
  recipe.kind = GeometryKind::tube;
  recipe.extent = {5, 8, 8};
  recipe.radius = 2;
  recipe.shift = {0, 0.5, 0.5};
  const PoreSpace pores = generate(recipe);
  EXPECT_EQ(pores.count_pores(), 5 * 9) << "(0, 0), (1, 0), (1, 1) with all signs and places";
  EXPECT_TRUE(pores.is_pore(0, 3, 3) && pores.is_pore(0, 4, 4) && pores.is_pore(0, 5, 5));
  EXPECT_FALSE(pores.is_pore(0, 2, 4) || pores.is_pore(0, 6, 4));
}

TEST(Shift, has_no_meaning_where_there_is_nothing_between_voxels) {
  for (const char* kind : {"plates", "duct", "overlap"}) {
    Recipe recipe;
    recipe.kind = parse_geometry_kind(kind);
    recipe.shift = {0, 0, 1};
    EXPECT_THAT([&] { generate(recipe); },
                testing::ThrowsMessage<InputError>(testing::HasSubstr("--shift has no meaning for")));
  }
}

TEST(Shift, that_is_no_number_or_too_far_is_refused) {
  Recipe recipe;
  recipe.radius = 20;
  for (const double distance : {1.1e6, -1e300, std::numeric_limits<double>::quiet_NaN()}) {
    recipe.shift = {0, distance, 0};
    EXPECT_THROW(generate(recipe), InputError);
  }
}

}  // namespace
}  // namespace perm
