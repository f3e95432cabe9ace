// SPDX-License-Identifier: Apache-2.0
// Starts from coarser images, changes of tau and the correction of K change how soon K is known, but never its value.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "darcy/overlapping_spheres.hpp"
#include "darcy/steady_flow.hpp"
#include "geometry/shapes/recipe.hpp"
#include "solver/test_device.hpp"

namespace perm {
namespace {

FlowResult solve(const PoreSpace& pores, Method method) {
  FlowOptions options;
  options.method = method;
  options.tolerance = 1e-4;
  options.solver.precision = Precision::float64;
  options.solver.device = device_under_test();
  return SteadyFlow(pores, options, estimate_run(pores, options)).run().result();
}

PoreSpace sphere_array(std::int64_t size, double porosity) {
  Recipe recipe;
  recipe.extent = {size, size, size};
  recipe.porosity = porosity;
  return generate(recipe);
}

/// Solves plainly and accelerated, and gives the accelerated flow.
FlowResult expect_same_permeability(const PoreSpace& pores) {
  const FlowResult plain = solve(pores, Method::plain);
  FlowResult accelerated = solve(pores, Method::accelerated);
  EXPECT_EQ(plain.stop, StopReason::converged);
  EXPECT_EQ(accelerated.stop, StopReason::converged);
  EXPECT_LE(accelerated.iteration_error, 1e-4);
  EXPECT_TRUE(plain.coarse_levels.empty());
  EXPECT_NEAR(*accelerated.permeability_voxel2 / *plain.permeability_voxel2, 1,
              accelerated.iteration_error + plain.iteration_error);
  return accelerated;
}

/// The flow must have started from an image of this extent and from no other.
void expect_start_from(const FlowResult& result, const Extent& extent) {
  ASSERT_EQ(result.coarse_levels.size(), 1U);
  const CoarseLevel& level = result.coarse_levels.front();
  EXPECT_EQ(level.extent, extent);
  EXPECT_GT(level.steps, 0);
  EXPECT_LE(level.iteration_error, 1e-2);
  EXPECT_GT(level.permeability_voxel2 / *result.permeability_voxel2, 0.5) << "in voxels of the finer one";
  EXPECT_LT(level.permeability_voxel2 / *result.permeability_voxel2, 2);
}

TEST(AcceleratedFlow, gives_the_permeability_of_plain_steps_of_a_tight_rock) {
  const FlowResult result = expect_same_permeability(percolating_spheres(48, 6, 0.2));
  expect_start_from(result, {24, 24, 24});
}

TEST(AcceleratedFlow, gives_the_permeability_of_plain_steps_of_an_open_rock) {
  const FlowResult result = expect_same_permeability(percolating_spheres(48, 6, 0.5));
  expect_start_from(result, {24, 24, 24});
}

TEST(AcceleratedFlow, gives_the_permeability_of_plain_steps_of_a_dilute_array) {
  expect_start_from(expect_same_permeability(sphere_array(32, 0.9)), {16, 16, 16});
}

}  // namespace
}  // namespace perm
