// SPDX-License-Identifier: Apache-2.0
#include "darcy/flow_checks.hpp"
#include "darcy/overlapping_spheres.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "darcy/steady_flow.hpp"
#include "geometry/connectivity/connectivity.hpp"
#include "geometry/shapes/recipe.hpp"
#include "solver/test_device.hpp"

namespace perm {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

PoreSpace channel(GeometryKind kind, std::int64_t across) {
  Recipe recipe;
  recipe.kind = kind;
  recipe.extent = {1, across + 2, across + 2};
  recipe.gap = static_cast<double>(across);
  return generate(recipe);
}

FlowOptions options_to(double tolerance, Precision precision = Precision::float64) {
  FlowOptions options;
  options.tolerance = tolerance;
  options.method = Method::plain;  // K by a fitted tail, as far from its limit as the flow is
  options.solver.precision = precision;
  options.solver.device = device_under_test();
  return options;
}

FlowResult solve(const PoreSpace& pores, const FlowOptions& options) {
  return SteadyFlow(pores, options, estimate_run(pores, options)).run().result();
}

FlowChecks checks_of(const FlowResult& flow) { return check_flow(flow, Equilibrium::linear); }

TEST(Dissipation, is_the_power_of_the_force_in_a_steady_flow_however_narrow_the_pores) {
  for (const double tau : {0.6, 1.2, 3.0}) {
    FlowOptions options = options_to(1e-9);
    options.tau = tau;
    for (const GeometryKind kind : {GeometryKind::plates, GeometryKind::duct})
      for (const std::int64_t across : {1, 2, 3, 8})
        EXPECT_NEAR(*checks_of(solve(channel(kind, across), options)).dissipation_difference, 0, 3e-9)
            << to_string(kind) << across << " tau " << tau;
  }
  EXPECT_NEAR(*checks_of(solve(percolating_spheres(32, 5, 0.3), options_to(1e-8))).dissipation_difference, 0, 2e-8);
}

TEST(Dissipation, differs_from_power_by_what_is_still_missing_of_k) {
  const PoreSpace pores = percolating_spheres(32, 5, 0.2);
  const double limit = *solve(pores, options_to(1e-8)).permeability_voxel2;
  for (const std::int64_t steps : {300, 600, 1000}) {
    FlowOptions options = options_to(1e-8);
    options.max_steps = steps;
    const FlowResult flow = solve(pores, options);
    const double missing = std::abs(flow.history.back().permeability_voxel2 / limit - 1);
    const double difference = std::abs(*checks_of(flow).dissipation_difference);
    EXPECT_GT(difference, 0.5 * missing) << steps;
    EXPECT_LT(difference, 2 * missing) << steps;
  }
}

TEST(Dissipation, is_viscous_where_the_flow_is_resolved) {
  double missing = 1;
  for (const std::int64_t across : {3, 6, 12, 24}) {
    const double share = *checks_of(solve(channel(GeometryKind::plates, across), options_to(1e-7))).viscous_share;
    // The linear profile of the stress, squared and summed over nodes: H^3/12 - H/12 of H^3/12 + H/24.
    const auto h = static_cast<double>(across);
    EXPECT_NEAR(share, (h * h * h - h) / (h * h * h + h / 2), 1e-6);
    EXPECT_LT(1 - share, missing / 3);
    missing = 1 - share;
  }
  EXPECT_NEAR(*checks_of(solve(channel(GeometryKind::duct, 20), options_to(1e-6))).viscous_share, 1, 0.01);
}

TEST(FlowChecks, find_nothing_in_sound_flows) {
  for (const Precision precision : {Precision::float32, Precision::float64})
    for (const double tolerance : {1e-2, 1e-3, 1e-4}) {
      const FlowResult flow = solve(percolating_spheres(32, 5, 0.5), options_to(tolerance, precision));
      EXPECT_THAT(checks_of(flow).warnings, IsEmpty()) << to_string(precision) << tolerance;
      EXPECT_NEAR(checks_of(flow).mass_drift, 0, 1e-12);
    }
  EXPECT_THAT(checks_of(solve(channel(GeometryKind::plates, 8), options_to(1e-3))).warnings, IsEmpty());
}

TEST(FlowChecks, of_tight_pores_warn_of_throats_only) {
  for (const double tolerance : {1e-2, 1e-3, 1e-4}) {
    const FlowResult flow = solve(percolating_spheres(32, 5, 0.2), options_to(tolerance, Precision::float32));
    EXPECT_THAT(checks_of(flow).warnings, ElementsAre(HasSubstr("throats of about"))) << tolerance;
    EXPECT_LT(*checks_of(flow).viscous_share, 0.8);
    EXPECT_GT(flow.pores.narrow.below_3, 0.3);
  }
}

/// A flow without fault, to be given one.
FlowResult sound_flow() {
  FlowResult flow;
  flow.stop = StopReason::converged;
  flow.steps = 100;
  flow.tau = 1;
  flow.force = 1e-6;
  flow.permeability_voxel2 = 2;
  flow.mean_velocity = {1.2e-5, 0, 0};
  flow.iteration_error = 1e-3;
  flow.plane_flux.assign(100, 1.2e-5);
  flow.measures = FlowMeasures{2, 1.9, 6e-5, 1e-4, true};
  flow.pores.porosity = 0.4;
  flow.pores.largest_radius = 10;
  flow.pores.critical_radius = 4;
  flow.pores.kozeny_carman_voxel2 = 1.5;
  return flow;
}

TEST(FlowChecks, warn_of_each_fault_by_itself) {
  EXPECT_THAT(checks_of(sound_flow()).warnings, IsEmpty());
  FlowResult unsteady = sound_flow();
  unsteady.measures->dissipation_voxel2 = 2.01;
  EXPECT_THAT(checks_of(unsteady).warnings, ElementsAre(HasSubstr("power and dissipation differ by 0.5 %")));
  FlowResult leaking = sound_flow();
  leaking.mass_deviation = -1e-6;  // of 3e-4 that the force could build up
  EXPECT_THAT(checks_of(leaking).warnings, ElementsAre(HasSubstr("mass")));
  FlowResult swapped = sound_flow();
  swapped.pores.kozeny_carman_voxel2 = 21;
  EXPECT_THAT(checks_of(swapped).warnings, ElementsAre(HasSubstr("0.095 times Kozeny-Carman")));
  swapped.pores.kozeny_carman_voxel2 = 0.19;
  EXPECT_THAT(checks_of(swapped).warnings, ElementsAre(HasSubstr("11 times Kozeny-Carman")));
  FlowResult coarse = sound_flow();
  coarse.pores.critical_radius = 1.4;
  EXPECT_THAT(checks_of(coarse).warnings, ElementsAre(HasSubstr("throats of about 2.8 voxels")));
}

TEST(FlowChecks, give_reynolds_and_mach_numbers_where_they_mean_something) {
  const FlowResult flow = sound_flow();
  const FlowChecks linear = check_flow(flow, Equilibrium::linear);
  EXPECT_FALSE(linear.reynolds || linear.mach);
  const FlowChecks quadratic = check_flow(flow, Equilibrium::quadratic);
  EXPECT_FALSE(quadratic.dissipation_difference);
  EXPECT_DOUBLE_EQ(*quadratic.reynolds, 6e-5 * 20 * 6);
  EXPECT_DOUBLE_EQ(*quadratic.mach, 6e-5 * std::sqrt(3.0));
  // Re grows with g/nu^2: where that is so much, Re is 1.
  EXPECT_NEAR(*quadratic.force_at_reynolds_1, flow.force * 36 / *quadratic.reynolds, 1e-12);
  FlowResult fast = flow;
  fast.measures->largest_speed = 0.07;
  EXPECT_THAT(check_flow(fast, Equilibrium::quadratic).warnings,
              ElementsAre(HasSubstr("Reynolds number of the run is 8.4"), HasSubstr("0.12 times that of sound")));
}

TEST(FlowChecks, say_nothing_of_flows_that_were_not_solved) {
  FlowResult flow = sound_flow();
  flow.permeability_voxel2.reset();
  flow.measures.reset();
  EXPECT_FALSE(checks_of(flow).dissipation_difference || checks_of(flow).force_at_reynolds_1);
  EXPECT_THAT(checks_of(flow).warnings, IsEmpty());
  EXPECT_THAT(checks_of(FlowResult{}).warnings, IsEmpty());
}

TEST(SteadyFlow, that_goes_on_along_another_axis_is_that_of_a_new_lattice) {
  const PoreSpace pores = percolating_spheres(32, 5, 0.4);
  const PoreSurvey survey{PoreSlab(pores)};
  const auto options_along = [](Axis axis) {
    FlowOptions options = options_to(1e-3, Precision::float32);
    options.direction = axis;
    return options;
  };
  const RunEstimate along_x = estimate_run(pores, survey, options_along(Axis::x));
  EXPECT_EQ(along_x.tau, estimate_run(pores, options_along(Axis::x)).tau);
  SolvedFlow solved = SteadyFlow(pores, options_along(Axis::x), along_x).run();
  for (const Axis axis : {Axis::y, Axis::z, Axis::x}) {
    const RunEstimate estimate = estimate_run(pores, survey, options_along(axis));
    ASSERT_TRUE(solved.can_serve(options_along(axis)));
    solved = SteadyFlow(std::move(solved), pores, options_along(axis), estimate).run();
    const FlowResult& again = solved.result();
    const FlowResult fresh = SteadyFlow(pores, options_along(axis), estimate).run().result();
    EXPECT_EQ(again.direction, axis);
    EXPECT_EQ(again.permeability_voxel2, fresh.permeability_voxel2);
    EXPECT_EQ(again.mean_velocity, fresh.mean_velocity);
    EXPECT_EQ(again.steps, fresh.steps);
    EXPECT_EQ(again.plane_flux, fresh.plane_flux);
    EXPECT_EQ(again.measures->dissipation_voxel2, fresh.measures->dissipation_voxel2);
  }
}

}  // namespace
}  // namespace perm
