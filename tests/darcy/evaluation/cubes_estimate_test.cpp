// SPDX-License-Identifier: Apache-2.0
// What the estimate makes of numbers; whether it holds what is known, tests/validation/as_cubes_test.cpp asks.
#include "darcy/evaluation/cubes_estimate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace perm {
namespace {

/// Gives a flow of which 10 % of the dissipation is not viscous, and 40 % is viscous and beside stepped walls.
FlowResult example_flow() {
  FlowResult flow;
  flow.steps = 100;
  flow.permeability_voxel2 = 5;
  flow.iteration_error = 1e-3;
  flow.measures.emplace();
  flow.measures->dissipation_voxel2 = 5;
  flow.measures->viscous_voxel2 = 4.5;
  flow.measures->stepped_wall_voxel2 = 2;
  return flow;
}

TEST(CubesEstimate, of_a_flow_follows_from_what_is_not_viscous_and_beside_steps) {
  const CubesEstimate estimate = estimate_as_cubes(flow_on_cubes(example_flow(), SolverSettings{}).value());
  EXPECT_NEAR(std::log(5 / estimate.permeability_voxel2), 0.1 / 3 + 0.4 * (0.19 + 0.21), 1e-12);
  EXPECT_NEAR(estimate.two_sigma, std::hypot(0.1 * 0.4, 0.05 * 0.4) + 1e-3, 1e-12);
  EXPECT_EQ(estimate.basis, CubesBasis::flow);
}

TEST(CubesEstimate, of_a_slit_is_nearly_exact) {
  FlowResult slit = example_flow();
  for (const double width : {2.0, 3.0, 8.0}) {
    const double excess = 1 / (2 * width * width);  // of K; e is 3/2 of that over 1 + excess
    slit.permeability_voxel2 = width * width / 12 * (1 + excess);
    slit.measures->viscous_voxel2 = 5 * (1 - 3 * excess / (1 + excess));
    slit.measures->stepped_wall_voxel2 = 0;
    const CubesEstimate estimate = estimate_as_cubes(flow_on_cubes(slit, SolverSettings{}).value());
    EXPECT_NEAR(estimate.permeability_voxel2, width * width / 12, 8e-3 * width * width / 12);
  }
}

TEST(CubesEstimate, from_the_refined_image_is_narrower_and_goes_on_from_its_K) {
  const SolverSettings settings;
  FlowResult refined = example_flow();
  refined.permeability_voxel2 = 4 * 4.5;
  refined.measures->viscous_voxel2 = 4.75;
  const auto given = flow_on_cubes(example_flow(), settings);
  const CubesEstimate estimate = estimate_as_cubes(*given, flow_on_cubes(refined, settings, 0.5));
  const double change = std::log(5 / 4.5);
  EXPECT_NEAR(std::log(4.5 / estimate.permeability_voxel2), 1.85 * change / 2, 1e-12);
  EXPECT_NEAR(estimate.two_sigma, std::hypot(0.12 * change, 0.3 * 0.01) + 0.925e-3 + 1.925e-3, 1e-12);
  EXPECT_LT(estimate.two_sigma, estimate_as_cubes(*given).two_sigma);
  EXPECT_EQ(estimate.basis, CubesBasis::refined_image);
}

TEST(CubesEstimate, is_not_given_for_other_schemes_and_without_K_its_bound_or_measures) {
  const auto lacks = [](auto change) {
    FlowResult flow = example_flow();
    SolverSettings settings;
    change(flow, settings);
    return !flow_on_cubes(flow, settings).has_value();
  };
  EXPECT_FALSE(lacks([](FlowResult&, SolverSettings&) {}));
  EXPECT_TRUE(lacks([](FlowResult&, SolverSettings& settings) { settings.collision = Collision::bgk; }));
  EXPECT_TRUE(lacks([](FlowResult&, SolverSettings& settings) { settings.magic = 0.25; }));
  EXPECT_TRUE(lacks([](FlowResult&, SolverSettings& settings) { settings.equilibrium = Equilibrium::quadratic; }));
  EXPECT_TRUE(lacks([](FlowResult& flow, SolverSettings&) { flow.permeability_voxel2 = 0; }));
  EXPECT_TRUE(lacks([](FlowResult& flow, SolverSettings&) { flow.permeability_voxel2.reset(); }));
  EXPECT_TRUE(lacks([](FlowResult& flow, SolverSettings&) { flow.measures.reset(); }));
  EXPECT_TRUE(lacks([](FlowResult& flow, SolverSettings&) { flow.measures->finite = false; }));
  EXPECT_TRUE(lacks([](FlowResult& flow, SolverSettings&) { flow.steps = 0; }));
  EXPECT_TRUE(
      lacks([](FlowResult& flow, SolverSettings&) { flow.iteration_error = std::numeric_limits<double>::infinity(); }));
}

}  // namespace
}  // namespace perm
