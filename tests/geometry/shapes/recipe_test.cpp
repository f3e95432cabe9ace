// SPDX-License-Identifier: Apache-2.0
#include "geometry/shapes/recipe.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <numbers>
#include <set>

#include "core/errors.hpp"
#include "geometry/shapes/kinds.hpp"
#include "geometry/shapes/packing.hpp"
#include "geometry/shapes/whole_images.hpp"

namespace perm {
namespace {

Recipe recipe_that_has(GeometryKind kind) {
  Recipe recipe;
  recipe.kind = kind;
  return recipe;
}

void expect_refusal(const Recipe& recipe, const std::string& what) {
  EXPECT_THAT([&] { generate(recipe); }, testing::ThrowsMessage<InputError>(testing::HasSubstr(what)));
}

/// Gives the 64-bit FNV-1a hash of the words.
std::uint64_t fingerprint(const PoreSpace& pores) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const std::uint32_t word : pores.words())
    for (int shift = 0; shift < 32; shift += 8) hash = (hash ^ (word >> shift & 0xffU)) * 0x100000001b3U;
  return hash;
}

TEST(GeometryKind, is_read_by_name_and_written_by_it) {
  for (const KindRow& row : kind_table()) {
    EXPECT_EQ(parse_geometry_kind(std::string(row.name)), row.kind);
    EXPECT_EQ(to_string(row.kind), row.name);
  }
  for (const char* name : {"", "SC", "cube", "packing "})
    EXPECT_THAT([&] { parse_geometry_kind(name); }, testing::ThrowsMessage<InputError>(testing::HasSubstr(
                                                        "sc bcc fcc cylinders-square cylinders-hexagonal packing "
                                                        "overlap noise fibres tube annulus plates duct spheres")));
}

TEST(Recipe, sphere_arrays_take_a_porosity_or_a_radius) {
  for (const GeometryKind kind : {GeometryKind::sc, GeometryKind::bcc, GeometryKind::fcc}) {
    Recipe recipe = recipe_that_has(kind);
    recipe.porosity = 0.5;
    EXPECT_NEAR(generate(recipe).porosity(), 0.5, 0.003);
    recipe.radius = 10;
    expect_refusal(recipe, "given twice");
    recipe.porosity.reset();
    EXPECT_LT(generate(recipe).porosity(), 1);
    recipe.radius.reset();
    expect_refusal(recipe, "not given");
  }
}

TEST(Recipe, sphere_arrays_refuse_values_out_of_range) {
  Recipe recipe = recipe_that_has(GeometryKind::sc);
  for (const double porosity : {-0.1, 0.0, 1.0, 1.2}) {
    recipe.porosity = porosity;
    expect_refusal(recipe, "above 0 and below 1");
  }
  recipe.porosity = 0.03;
  expect_refusal(recipe, "throats close");
  recipe.porosity = 0.9999999;
  expect_refusal(recipe, "larger --size");
  recipe.porosity.reset();
  for (const double radius : {-3.0, 0.0, 0.9}) {
    recipe.radius = radius;
    expect_refusal(recipe, "at least 1");
  }
  recipe.radius = 46;
  expect_refusal(recipe, "up to 45.25");
}

TEST(Recipe, sphere_arrays_are_cubes) {
  Recipe recipe = recipe_that_has(GeometryKind::bcc);
  recipe.extent = {64, 64, 32};
  recipe.porosity = 0.5;
  expect_refusal(recipe, "--size 32");
}

TEST(Recipe, packing_draws_the_packed_spheres_with_defaults) {
  const Recipe recipe = recipe_that_has(GeometryKind::packing);
  EXPECT_EQ(generate(recipe), make_spheres(recipe.extent, pack_spheres({recipe.extent, 0.4, 6.4, 0, 1})));
  EXPECT_NEAR(generate(recipe).porosity(), 0.4, 0.003);
}

TEST(Recipe, overlap_needs_a_porosity) {
  Recipe recipe = recipe_that_has(GeometryKind::overlap);
  expect_refusal(recipe, "needs --porosity");
  recipe.porosity = 0.3;
  EXPECT_NEAR(generate(recipe).porosity(), 0.3, 0.003);
  recipe.porosity = 1.0;
  EXPECT_EQ(generate(recipe).porosity(), 1);
}

TEST(Recipe, channels_need_their_sizes) {
  Recipe recipe = recipe_that_has(GeometryKind::tube);
  expect_refusal(recipe, "needs --radius");
  recipe = recipe_that_has(GeometryKind::plates);
  expect_refusal(recipe, "needs --gap");
  recipe.gap = 32;
  EXPECT_EQ(generate(recipe).porosity(), 0.5);
  recipe = recipe_that_has(GeometryKind::duct);
  expect_refusal(recipe, "needs --gap");
  recipe.gap = 32;
  EXPECT_EQ(generate(recipe).porosity(), 0.25) << "the width is the gap unless given";
  recipe.width = 16;
  EXPECT_EQ(generate(recipe).porosity(), 0.125);
  recipe = recipe_that_has(GeometryKind::annulus);
  recipe.radius = 20;
  expect_refusal(recipe, "needs --inner-radius");
  recipe.inner_radius = 10;
  EXPECT_NEAR(generate(recipe).porosity(), 300 * std::numbers::pi / 4096, 0.003);
}

TEST(Recipe, spheres_need_a_file_and_must_show) {
  Recipe recipe = recipe_that_has(GeometryKind::spheres);
  expect_refusal(recipe, "needs --centres");
  recipe.centres = std::filesystem::path(testing::TempDir()) / "perm_recipe_one_sphere.txt";
  std::ofstream(recipe.centres) << "x y z diameter\n0 0 0 0.5\n";
  EXPECT_NEAR(1 - generate(recipe).porosity(), sphere_volume(0.25), 0.001);
  recipe.box = 1000;
  expect_refusal(recipe, "covers a voxel");
  std::filesystem::remove(recipe.centres);
}

TEST(Recipe, refuses_options_of_other_kinds) {
  Recipe recipe = recipe_that_has(GeometryKind::plates);
  recipe.gap = 8;
  recipe.porosity = 0.5;
  expect_refusal(recipe, "--porosity has no meaning for plates (it takes gap axis)");
  recipe = recipe_that_has(GeometryKind::sc);
  recipe.radius = 10;
  recipe.radius_spread = 0.1;
  expect_refusal(recipe, "--radius-spread has no meaning for sc");
  recipe = recipe_that_has(GeometryKind::overlap);
  recipe.width = 3;
  expect_refusal(recipe, "--width");
  recipe = recipe_that_has(GeometryKind::tube);
  recipe.radius = 3;
  recipe.inner_radius = 2;
  expect_refusal(recipe, "--inner-radius has no meaning for tube");
  recipe.inner_radius.reset();
  recipe.centres = "file.txt";
  expect_refusal(recipe, "--centres");
  recipe = recipe_that_has(GeometryKind::packing);
  recipe.axis = Axis::y;
  expect_refusal(recipe, "--axis has no meaning for packing");
}

/// Gives an option of a recipe a value.
void give(Recipe& recipe, RecipeOption option) {
  switch (option) {
    case RecipeOption::porosity:
      recipe.porosity = 0.5;
      break;
    case RecipeOption::radius:
      recipe.radius = 3;
      break;
    case RecipeOption::radius_spread:
      recipe.radius_spread = 0.1;
      break;
    case RecipeOption::moves:
      recipe.moves = 10;
      break;
    case RecipeOption::inner_radius:
      recipe.inner_radius = 2;
      break;
    case RecipeOption::gap:
      recipe.gap = 3;
      break;
    case RecipeOption::width:
      recipe.width = 3;
      break;
    case RecipeOption::axis:
      recipe.axis = Axis::y;
      break;
    case RecipeOption::shift:
      recipe.shift = {0.5, 0, 0};
      break;
    case RecipeOption::centres:
      recipe.centres = "file.txt";
      break;
    case RecipeOption::diameters:
      recipe.centres_hold_diameters = true;
      break;
    case RecipeOption::seed:
      recipe.seed = 7;
      break;
    case RecipeOption::box:
      recipe.box = 2;
      break;
    case RecipeOption::orientation:
      recipe.orientation = Orientation::planar;
      break;
    case RecipeOption::length:
      recipe.length = 30;
      break;
    case RecipeOption::persistence_length:
      recipe.persistence_length = 40;
      break;
    case RecipeOption::second_radius:
      recipe.second_radius = 2;
      break;
    case RecipeOption::second_share:
      recipe.second_share = 0.3;
      break;
    case RecipeOption::overlap:
      recipe.overlap = FibreOverlap::no;
      break;
  }
}

TEST(KindTable, has_a_name_words_and_a_way_to_draw_in_every_row) {
  std::set<std::string_view> names;
  for (const KindRow& row : kind_table()) {
    EXPECT_EQ(row_of(row.kind).name, row.name);
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_FALSE(row.words.empty()) << row.name;
    EXPECT_FALSE(row.options.empty()) << row.name;
    EXPECT_NE(row.draw, nullptr) << row.name;
  }
}

TEST(KindTable, every_kind_refuses_exactly_the_options_that_it_does_not_take) {
  for (const KindRow& row : kind_table())
    for (const auto& [option, name] : names_of<RecipeOption>) {
      SCOPED_TRACE(std::string(row.name) + " --" + std::string(name));
      Recipe recipe = recipe_that_has(row.kind);
      give(recipe, option);
      if (row.takes(option) || option == RecipeOption::seed || option == RecipeOption::box)
        EXPECT_NO_THROW(refuse_foreign_options(recipe));
      else
        expect_refusal(recipe, "--" + std::string(name) + " has no meaning for " + std::string(row.name));
    }
}

TEST(KindTable, every_option_is_taken_by_a_kind) {
  for (const auto& [option, name] : names_of<RecipeOption>) EXPECT_NE(kinds_with(option), "") << name;
}

TEST(KindTable, sizes_that_cannot_be_are_refused_without_drawing) {
  Recipe recipe = recipe_that_has(GeometryKind::sc);
  recipe.extent = {100'000, 100'000, 100'000};  // this image would have 10^15 voxels
  recipe.porosity = 0.01;
  EXPECT_THROW(check_size(recipe), InputError);
  recipe.porosity = 0.5;
  EXPECT_NO_THROW(check_size(recipe));
  recipe.kind = GeometryKind::cylinders_square;
  EXPECT_NO_THROW(check_size(recipe));
  recipe.porosity = 0.01;
  EXPECT_THROW(check_size(recipe), InputError);
}

TEST(Recipe, refuses_an_image_without_voxels) {
  for (const KindRow& row : kind_table()) {
    Recipe recipe = recipe_that_has(row.kind);
    recipe.extent = {0, 64, 64};
    expect_refusal(recipe, "has no voxels");
  }
}

// The fingerprints were stored from this program: they change when a generator does, and never with machine or
// compiler.
TEST(Recipe, same_recipe_same_voxels_on_every_machine) {
  Recipe recipe = recipe_that_has(GeometryKind::packing);
  recipe.radius_spread = 0.2;
  EXPECT_EQ(fingerprint(generate(recipe)), 7463106689529573754U);
  recipe.moves = 50;
  EXPECT_EQ(fingerprint(generate(recipe)), 9319487716589293017U);
  recipe = recipe_that_has(GeometryKind::overlap);
  recipe.porosity = 0.3;
  EXPECT_EQ(fingerprint(generate(recipe)), 13467083089708835147U);
  recipe = recipe_that_has(GeometryKind::fcc);
  recipe.porosity = 0.3;
  EXPECT_EQ(fingerprint(generate(recipe)), 18393877489909571333U);
  recipe = recipe_that_has(GeometryKind::fibres);
  recipe.porosity = 0.8;
  recipe.persistence_length = 40;
  EXPECT_EQ(fingerprint(generate(recipe)), 6800484562883730287U);
  recipe.overlap = FibreOverlap::no;
  recipe.orientation = Orientation::planar;
  EXPECT_EQ(fingerprint(generate(recipe)), 13693129884344244575U);
}

}  // namespace
}  // namespace perm
