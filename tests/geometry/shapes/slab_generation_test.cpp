// SPDX-License-Identifier: Apache-2.0
// When several processes each make their own planes of a recipe, the image is the one that one process makes. Every
// test holds for any number of processes.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "core/errors.hpp"
#include "geometry/shapes/recipe.hpp"
#include "geometry/slabs.hpp"

namespace perm {
namespace {

Recipe recipe_of(GeometryKind kind, const Extent& extent) {
  Recipe recipe;
  recipe.kind = kind;
  recipe.extent = extent;
  return recipe;
}

void expect_same(const Recipe& recipe) {
  SCOPED_TRACE(to_string(recipe.kind) + " " + to_string(recipe.extent));
  const Communicator world = Communicator::world();
  const PoreSlab slab = generate(recipe, world);
  EXPECT_EQ(slab.planes(), even_part(recipe.extent.nz, world.rank(), world.size()));
  expect_part_of(slab, generate(recipe));
}

TEST(SlabGeneration, of_sphere_arrays_is_that_of_one_process) {
  for (const GeometryKind kind : {GeometryKind::sc, GeometryKind::bcc, GeometryKind::fcc})
    for (const std::int64_t side : {13, 16, 3}) {
      Recipe recipe = recipe_of(kind, {side, side, side});
      recipe.radius = 0.35 * static_cast<double>(side);
      expect_same(recipe);
      recipe.shift = {-0.5, 0.25, 7.125};
      expect_same(recipe);
    }
}

TEST(SlabGeneration, of_packed_spheres_is_that_of_one_process) {
  Recipe recipe = recipe_of(GeometryKind::packing, {24, 20, 22});
  recipe.porosity = 0.5;
  recipe.radius = 4;
  expect_same(recipe);
  recipe.shift = {0, 0, -12.7};
  expect_same(recipe);
}

TEST(SlabGeneration, of_overlapping_spheres_is_that_of_one_process) {
  for (const double porosity : {0.05, 0.2, 0.5, 0.95})
    for (const Extent& extent : {Extent{31, 29, 23}, Extent{40, 12, 3}, Extent{11, 12, 2}}) {
      Recipe recipe = recipe_of(GeometryKind::overlap, extent);
      recipe.porosity = porosity;
      recipe.radius = 1.0;
      expect_same(recipe);
      recipe.radius = static_cast<double>(extent.nz) / 2;
      expect_same(recipe);
    }
}

TEST(SlabGeneration, of_noise_is_that_of_one_process) {
  for (const double porosity : {0.05, 0.5, 1.0}) {
    Recipe recipe = recipe_of(GeometryKind::noise, {67, 13, 5});
    recipe.porosity = porosity;
    expect_same(recipe);
  }
}

TEST(SlabGeneration, of_fibres_is_that_of_one_process) {
  for (const Orientation orientation : {Orientation::isotropic, Orientation::planar, Orientation::aligned})
    for (const Axis axis : all_axes)
      for (const FibreOverlap overlap : {FibreOverlap::yes, FibreOverlap::no}) {
        Recipe recipe = recipe_of(GeometryKind::fibres, {31, 29, 23});
        recipe.porosity = 0.85;
        recipe.radius = 2;
        recipe.second_radius = 3;
        recipe.second_share = 0.5;
        recipe.orientation = orientation;
        recipe.overlap = overlap;
        if (orientation != Orientation::isotropic) recipe.axis = axis;
        expect_same(recipe);
        if (orientation == Orientation::aligned) continue;
        recipe.persistence_length = 20;
        recipe.length = 50;
        expect_same(recipe);
      }
}

TEST(SlabGeneration, of_channels_is_that_of_one_process) {
  for (const Axis axis : all_axes) {
    Recipe recipe = recipe_of(GeometryKind::tube, {17, 15, 16});
    recipe.axis = axis;
    recipe.radius = 5.5;
    expect_same(recipe);
    recipe.shift = {3.5, -0.25, 6};
    expect_same(recipe);
    recipe.kind = GeometryKind::annulus;
    recipe.inner_radius = 2.5;
    expect_same(recipe);
    recipe = recipe_of(GeometryKind::plates, {9, 11, 8});
    recipe.axis = axis;
    recipe.gap = 5;
    expect_same(recipe);
    recipe = recipe_of(GeometryKind::duct, {9, 11, 8});
    recipe.axis = axis;
    recipe.gap = 3;
    recipe.width = 6;
    expect_same(recipe);
  }
}

TEST(SlabGeneration, of_cylinders_is_that_of_one_process) {
  for (const GeometryKind kind : {GeometryKind::cylinders_square, GeometryKind::cylinders_hexagonal})
    for (const Axis axis : all_axes) {
      Recipe recipe = recipe_of(kind, {});
      recipe.axis = axis;
      recipe.extent = unit_cell_of(recipe, 11);
      recipe.porosity = 0.4;
      expect_same(recipe);
      recipe.shift = {1, -7.5, 2.75};
      expect_same(recipe);
    }
}

TEST(SlabGeneration, of_a_list_of_spheres_is_that_of_one_process) {
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("spheres_" + std::to_string(::getpid()) + ".txt");
  std::ofstream(file) << "0.5 0.5 0.9 0.2\n0.1 0.4 0.1 0.05\n";
  Recipe recipe = recipe_of(GeometryKind::spheres, {16, 16, 16});
  recipe.centres = file;
  expect_same(recipe);
  recipe.shift = {0.5, 0.5, 9.5};
  expect_same(recipe);
  recipe.shift = {};
  std::ofstream(file) << "0.5 0.5 0.5 0.001\n";  // no voxel's centre is in it
  EXPECT_THROW(generate(recipe, Communicator::world()), InputError);
  std::filesystem::remove(file);
}

TEST(SlabGeneration, refuses_on_all_processes_what_one_refuses) {
  Recipe recipe = recipe_of(GeometryKind::tube, {17, 15, 16});
  recipe.radius = 50;
  EXPECT_THROW(generate(recipe, Communicator::world()), InputError);
  recipe = recipe_of(GeometryKind::packing, {20, 20, 20});
  recipe.porosity = 0.3;
  recipe.radius = 4;
  EXPECT_THROW(generate(recipe, Communicator::world()), InputError) << "it jams";
  recipe = recipe_of(GeometryKind::fibres, {20, 20, 20});
  recipe.porosity = 0.1;
  recipe.radius = 3;
  recipe.overlap = FibreOverlap::no;
  EXPECT_THROW(generate(recipe, Communicator::world()), InputError) << "no further fibre fits";
}

}  // namespace
}  // namespace perm
