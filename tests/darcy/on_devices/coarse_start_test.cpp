// SPDX-License-Identifier: Apache-2.0
// A run begins from the half image only where that can help, and a start that goes wrong is dropped.
#include "darcy/coarse_start.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <string>

#include "darcy/overlapping_spheres.hpp"
#include "darcy/steady_flow.hpp"
#include "geometry/connectivity/connectivity.hpp"
#include "geometry/shapes/recipe.hpp"
#include "solver/test_device.hpp"

namespace perm {
namespace {

FlowOptions options_on_device(double tolerance = 1e-3) {
  FlowOptions options;
  options.method = Method::accelerated;
  options.solver.device = device_under_test();
  options.tolerance = tolerance;
  return options;
}

/// Gives the estimate of a run that takes `steps`, so that the cost of the start does not speak against it.
RunEstimate estimate_of(const PoreSpace& pores, const FlowOptions& options, double steps = 1e6) {
  RunEstimate estimate = estimate_run(pores, options);
  estimate.steps_from_rest = steps;
  estimate.steps_to_afford = steps;
  return estimate;
}

std::optional<HalfImage> halve(const PoreSpace& pores, const FlowOptions& options) {
  return halve_to_start(pores, options, estimate_of(pores, options));
}

/// Gives a box of pores in which the voxels for which `is_solid(x, y, z)` holds are solid.
PoreSpace box_with(std::int64_t size, const std::function<bool(std::int64_t, std::int64_t, std::int64_t)>& is_solid) {
  PoreSpace pores({size, size, size});
  for (std::int64_t z = 0; z < size; ++z)
    for (std::int64_t y = 0; y < size; ++y)
      for (std::int64_t x = 0; x < size; ++x)
        if (!is_solid(x, y, z)) pores.set_pore(x, y, z);
  return pores;
}

/// Gives fibres of one voxel along all axes, at random places.
PoreSpace thin_fibres(std::int64_t size, int fibres) {
  std::mt19937 random(7);
  PoreSpace pores = box_with(size, [](auto, auto, auto) { return false; });
  for (int fibre = 0; fibre < fibres; ++fibre) {
    const auto a = static_cast<std::int64_t>(random() % static_cast<std::uint32_t>(size));
    const auto b = static_cast<std::int64_t>(random() % static_cast<std::uint32_t>(size));
    for (std::int64_t i = 0; i < size; ++i) {
      if (fibre % 3 == 0) pores.set_solid(i, a, b);
      if (fibre % 3 == 1) pores.set_solid(a, i, b);
      if (fibre % 3 == 2) pores.set_solid(a, b, i);
    }
  }
  return pores;
}

/// Gives overlapping spheres with a membrane across the flow, in planes x = first to last; one voxel in eight of it is
/// pore.
PoreSpace rock_with_membrane(std::int64_t size, std::int64_t first, std::int64_t last) {
  PoreSpace pores = percolating_spheres(size, 6, 0.6);
  std::mt19937 random(3);
  for (std::int64_t z = 0; z < size; ++z)
    for (std::int64_t y = 0; y < size; ++y) {
      if (random() % 8 == 0) continue;
      for (std::int64_t x = first; x <= last; ++x) pores.set_solid(x, y, z);
    }
  return Connectivity(std::move(pores)).percolating(Axis::x).pores();
}

PoreSpace plates(std::int64_t size, double gap) {
  Recipe recipe;
  recipe.kind = GeometryKind::plates;
  recipe.extent = {size, size, size};
  recipe.gap = gap;
  return generate(recipe);
}

PoreSpace sphere_array(std::int64_t size, double porosity) {
  Recipe recipe;
  recipe.extent = {size, size, size};
  recipe.porosity = porosity;
  return generate(recipe);
}

FlowResult solve(const PoreSpace& pores, const FlowOptions& options, const ProgressFunction& progress = {}) {
  return SteadyFlow(pores, options, estimate_run(pores, options)).run(progress).result();
}

TEST(CoarseStart, is_the_same_from_the_half_image_that_the_estimate_has_as_from_a_new_one) {
  FlowOptions options = options_on_device();
  options.boundary = {Boundary::pressure, Sides::mirror};
  const PoreSpace pores = percolating_spheres(48, 6, 0.6);
  RunEstimate estimate = estimate_of(pores, options);
  ASSERT_TRUE(estimate.half);
  options.boundary = {Boundary::mirror};  // which is solved in place of the densities
  EXPECT_TRUE(estimate.half->serve(Axis::x, face_rules(options.boundary, Axis::x, {2, 2, 2})));
  EXPECT_FALSE(estimate.half->serve(Axis::y, face_rules(options.boundary, Axis::y, {2, 2, 2})));
  EXPECT_FALSE(estimate.half->serve(Axis::x, {}));
  const auto kept = halve_to_start(pores, options, estimate);
  estimate.half.reset();
  const auto made = halve_to_start(pores, options, estimate);
  ASSERT_TRUE(kept && made);
  EXPECT_TRUE(kept->pores.pores() == made->pores.pores());
  EXPECT_EQ(kept->most_steps, made->most_steps);
}

TEST(CoarseStart, is_the_half_image_where_steps_from_rest_are_many_and_large) {
  const PoreSpace pores = percolating_spheres(48, 6, 0.5);
  FlowOptions options = options_on_device();
  const auto half = halve(pores, options);
  ASSERT_TRUE(half);
  EXPECT_EQ(half->pores.image(), (Extent{24, 24, 24}));
  EXPECT_NEAR(half->structure.porosity, pores.porosity(), 0.05);
  EXPECT_FALSE(halve_to_start(pores, options, estimate_of(pores, options, 1))) << "one step";
  options.method = Method::plain;
  EXPECT_FALSE(halve(pores, options)) << "plain steps";
  options.method = Method::accelerated;
  options.solver.equilibrium = Equilibrium::quadratic;
  EXPECT_FALSE(halve(pores, options)) << "with inertia flows do not scale";
}

TEST(CoarseStart, is_not_made_of_images_or_pores_that_are_too_small) {
  const FlowOptions options = options_on_device();
  EXPECT_TRUE(halve(sphere_array(32, 0.9), options));
  EXPECT_FALSE(halve(sphere_array(31, 0.9), options));
  Recipe tube;  // 19 cells wide in the half image
  tube.kind = GeometryKind::tube;
  tube.extent = {32, 32, 32};
  tube.radius = 5;
  EXPECT_FALSE(halve(generate(tube), options));
}

TEST(CoarseStart, is_not_made_where_solid_vanishes_in_the_half_image) {
  const FlowOptions options = options_on_device();
  const auto expect_none = [&](const std::string& what, const PoreSpace& pores) {
    EXPECT_FALSE(halve(pores, options)) << what;
  };
  expect_none("a wall of one voxel", box_with(32, [](auto, auto, auto z) { return z == 0; }));
  expect_none("a wall of two voxels at an odd place",
              box_with(32, [](auto, auto, auto z) { return z == 15 || z == 16; }));
  expect_none("walls of one voxel", box_with(48, [](auto, auto y, auto) { return y % 12 == 0; }));
  expect_none("walls of one and of two voxels", box_with(48, [](auto, auto y, auto) { return y % 12 == 0 || y == 1; }));
  expect_none("a fibre of one voxel", box_with(48, [](auto x, auto y, auto) { return x == 20 && y == 20; }));
  expect_none("fibres of one voxel", thin_fibres(48, 12));
  expect_none("a perforated membrane of one voxel",
              box_with(64, [](auto x, auto y, auto z) { return x == 31 && (y + 3 * z) % 5 != 0; }));
  expect_none("a perforated membrane of two voxels at an odd place",
              box_with(64, [](auto x, auto y, auto z) { return (x == 31 || x == 32) && (y + 3 * z) % 5 != 0; }));
  expect_none("three voxels of solid", box_with(48, [](auto x, auto y, auto z) { return x == 5 && y == 9 && z < 3; }));
  expect_none("a sphere of a few voxels", sphere_array(48, 0.9999));
  expect_none("plates 31 apart", plates(32, 31));
  expect_none("plates 63 apart", plates(64, 63));
}

TEST(CoarseStart, is_not_made_where_a_membrane_in_rock_vanishes_in_the_half_image) {
  const FlowOptions options = options_on_device();
  EXPECT_TRUE(halve(percolating_spheres(48, 6, 0.6), options));
  EXPECT_FALSE(halve(rock_with_membrane(48, 23, 23), options)) << "one voxel";
  EXPECT_FALSE(halve(rock_with_membrane(48, 23, 24), options)) << "two voxels at an odd place";
}

TEST(CoarseStart, costs_less_than_a_quarter_of_the_steps_from_rest) {
  const PoreSpace pores = percolating_spheres(48, 6, 0.5);
  const FlowOptions options = options_on_device();
  const auto half = halve_to_start(pores, options, estimate_of(pores, options, 1000));
  ASSERT_TRUE(half);
  const double updates = static_cast<double>(half->most_steps) * static_cast<double>(half->pores.count_pores());
  EXPECT_LT(updates, 0.25 * 1000 * static_cast<double>(pores.count_pores()));
  EXPECT_GT(updates, 0.15 * 1000 * static_cast<double>(pores.count_pores()));
}

TEST(CoarseStart, that_does_not_converge_in_its_steps_is_dropped) {
  const PoreSpace pores = percolating_spheres(48, 6, 0.2);
  const FlowOptions options = options_on_device();
  const RunEstimate estimate = estimate_run(pores, options);
  auto half = halve_to_start(pores, options, estimate_of(pores, options));
  ASSERT_TRUE(half);
  const Block rows{{0, 48}, {0, 48}};
  const CoarseStart good = start_from(*half, options, estimate, rows, {});
  EXPECT_TRUE(good.has_flow());
  EXPECT_EQ(good.levels.front().use, StartUse::used);
  half->most_steps = 60;
  const CoarseStart cut_short = start_from(*half, options, estimate, rows, {});
  EXPECT_FALSE(cut_short.has_flow());
  ASSERT_EQ(cut_short.levels.size(), 1U);
  EXPECT_EQ(cut_short.levels.front().use, StartUse::dropped);
  EXPECT_EQ(cut_short.levels.front().steps, 60);
}

TEST(CoarseStart, without_solid_ends_at_its_steps_and_is_dropped) {
  const PoreSpace pores = thin_fibres(32, 6);
  const FlowOptions options = options_on_device();
  const PoreSpace empty = box_with(16, [](auto, auto, auto) { return false; });
  const HalfImage half{empty, PoreSurvey(empty).structure(), 200, {}, 1};
  const CoarseStart start = start_from(half, options, estimate_run(pores, options), {{0, 32}, {0, 32}}, {});
  EXPECT_FALSE(start.has_flow());
  EXPECT_LE(start.levels.front().steps, 200);
}

TEST(CoarseStart, that_breaks_down_in_a_plane_is_given_up_for_rest) {
  // The membrane is two voxels thick in the image, one in the half image, and gone in the one after that.
  FlowOptions options = options_on_device();
  const PoreSpace pores = rock_with_membrane(64, 32, 33);
  const FlowResult accelerated = solve(pores, options);
  ASSERT_EQ(accelerated.coarse_levels.size(), 2U);
  EXPECT_EQ(accelerated.coarse_levels[0].use, StartUse::used);
  EXPECT_EQ(accelerated.coarse_levels[1].use, StartUse::dropped);
  EXPECT_GT(accelerated.coarse_levels[1].permeability_voxel2, 3 * accelerated.coarse_levels[0].permeability_voxel2 / 4);
  options.method = Method::plain;
  options.tolerance = 1e-2;
  const FlowResult plain = solve(pores, options);
  EXPECT_EQ(accelerated.stop, StopReason::converged);
  EXPECT_NEAR(*accelerated.permeability_voxel2 / *plain.permeability_voxel2, 1,
              accelerated.iteration_error + plain.iteration_error);
}

TEST(CoarseStart, does_not_keep_images_of_thin_solid_from_their_permeability) {
  FlowOptions options = options_on_device(1e-2);
  const auto solve_and_count = [&](const PoreSpace& pores) {
    const FlowResult result = solve(pores, options);
    EXPECT_EQ(result.stop, StopReason::converged);
    EXPECT_TRUE(result.coarse_levels.empty());
    return *result.permeability_voxel2;
  };
  const auto slit = [](double gap) { return gap * gap * gap / 12 / (gap + 1); };  // over the area with the wall
  EXPECT_NEAR(solve_and_count(plates(32, 31)) / slit(31), 1, 1e-2);
  EXPECT_NEAR(solve_and_count(box_with(32, [](auto, auto, auto z) { return z == 0; })) / slit(31), 1, 1e-2);
  EXPECT_NEAR(
      solve_and_count(box_with(32, [](auto, auto, auto z) { return z == 15 || z == 16; })) / (30.0 * 30 * 30 / 12 / 32),
      1, 1e-2);
  EXPECT_NEAR(solve_and_count(box_with(36, [](auto, auto y, auto) { return y % 12 == 0; })) / slit(11), 1, 1e-2);
  const PoreSpace fibres = thin_fibres(32, 12);
  const double permeability = solve_and_count(fibres);
  options.method = Method::plain;
  EXPECT_NEAR(*solve(fibres, options).permeability_voxel2 / permeability, 1, 2e-2);
}

TEST(CoarseStart, tells_its_level_and_its_steps) {
  const PoreSpace pores = percolating_spheres(64, 8, 0.3);
  std::vector<std::int64_t> steps_of_level(3);
  int last = 3;
  const FlowResult result = solve(pores, options_on_device(), [&](const Progress& progress) {
    ASSERT_LT(progress.coarse_level, 3);
    EXPECT_LE(progress.coarse_level, last) << "the coarsest image comes first";
    last = progress.coarse_level;
    steps_of_level[static_cast<std::size_t>(progress.coarse_level)] = progress.steps;
  });
  EXPECT_EQ(steps_of_level[0], result.steps);
  for (std::size_t level = 0; level < result.coarse_levels.size(); ++level)
    EXPECT_EQ(steps_of_level[level + 1], result.coarse_levels[level].steps);
}

}  // namespace
}  // namespace perm
