// SPDX-License-Identifier: Apache-2.0
// Flows with inertia come to rest: what flows through every plane across them is the same, and their runs end.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "darcy/evaluation/flow_checks.hpp"
#include "darcy/steady_flow.hpp"
#include "geometry/shapes/recipe.hpp"
#include "solver/test_device.hpp"

namespace perm {
namespace {

PoreSpace spheres() {
  Recipe recipe;
  recipe.kind = GeometryKind::sc;
  recipe.extent = {20, 20, 20};
  recipe.porosity = 0.6;
  return generate(recipe);
}

FlowOptions with_inertia(double force, double tolerance, Precision precision) {
  FlowOptions options;
  options.solver.equilibrium = Equilibrium::quadratic;
  options.solver.precision = precision;
  options.solver.device = device_under_test();
  options.tau = 0.7;
  options.force = force;
  options.tolerance = tolerance;
  options.max_steps = 40'000;
  return options;
}

FlowResult solve(const PoreSpace& pores, const FlowOptions& options) {
  return SteadyFlow(pores, options, estimate_run(pores, options)).run().result();
}

TEST(InertialFlow, is_estimated_to_the_tolerance_though_the_fluid_is_compressed) {
  const PoreSpace pores = spheres();
  for (const double force : {3e-5, 1e-4, 3e-4}) {
    const FlowResult exact = solve(pores, with_inertia(force, 1e-8, Precision::float64));
    ASSERT_EQ(exact.stop, StopReason::estimated);
    const FlowChecks checks = check_flow(exact, with_inertia(force, 1e-8, Precision::float64).solver);
    EXPECT_GT(*checks.reynolds, 1);
    EXPECT_LT(*checks.reynolds, 15);
    EXPECT_GT(exact.measures->largest_density_deviation, 100 * exact.flux_spread) << "of rho u, and not of u";
    EXPECT_LT(exact.flux_spread, 1e-9);
    for (const double tolerance : {1e-2, 1e-3, 1e-4, 1e-5}) {
      const FlowResult flow = solve(pores, with_inertia(force, tolerance, Precision::float32));
      ASSERT_EQ(flow.stop, StopReason::estimated) << tolerance;
      EXPECT_LT(flow.steps, 4000);
      const double error = std::abs(*flow.permeability_voxel2 / *exact.permeability_voxel2 - 1);
      EXPECT_LE(error, tolerance + 1e-6);
    }
  }
}

TEST(InertialFlow, of_density_one_in_every_product_has_the_same_flux_in_every_plane_and_hardly_another_K) {
  const PoreSpace pores = spheres();
  FlowOptions options = with_inertia(3e-4, 1e-8, Precision::float64);
  const FlowResult compressed = solve(pores, options);
  options.solver.equilibrium = Equilibrium::incompressible;
  const FlowResult flow = solve(pores, options);
  ASSERT_EQ(flow.stop, StopReason::estimated);
  EXPECT_GT(flow.measures->largest_density_deviation, 1e-3);
  EXPECT_LT(flow.flux_spread, 1e-9);
  const double speed = flow.measures->largest_speed;
  EXPECT_GT(std::abs(*flow.permeability_voxel2 / *compressed.permeability_voxel2 - 1), 1e-7) << "it is another scheme";
  EXPECT_LT(std::abs(*flow.permeability_voxel2 / *compressed.permeability_voxel2 - 1), 3 * speed * speed);
}

TEST(InertialFlow, is_the_creeping_one_under_a_weak_force_and_slower_under_a_strong_one) {
  const PoreSpace pores = spheres();
  FlowOptions creeping = with_inertia(1e-8, 1e-7, Precision::float64);
  creeping.solver.equilibrium = Equilibrium::linear;
  const double limit = *solve(pores, creeping).permeability_voxel2;
  EXPECT_NEAR(*solve(pores, with_inertia(1e-8, 1e-7, Precision::float64)).permeability_voxel2 / limit, 1, 1e-6);
  EXPECT_LT(*solve(pores, with_inertia(3e-4, 1e-7, Precision::float64)).permeability_voxel2 / limit, 0.995);
}

}  // namespace
}  // namespace perm
