// SPDX-License-Identifier: Apache-2.0
// A steady flow dissipates the power of its force, and the checks of solved flows warn of tight pores only.
#include "darcy/evaluation/flow_checks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "darcy/overlapping_spheres.hpp"
#include "darcy/steady_flow.hpp"
#include "geometry/shapes/recipe.hpp"
#include "solver/test_device.hpp"

namespace perm {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

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
  options.method = Method::plain;  // K comes from a fitted tail, and is as far from its limit as the flow is
  options.solver.precision = precision;
  options.solver.device = device_under_test();
  return options;
}

FlowResult solve(const PoreSpace& pores, const FlowOptions& options) {
  return SteadyFlow(pores, options, estimate_run(pores, options)).run().result();
}

FlowChecks checks_of(const FlowResult& flow) { return check_flow(flow, SolverSettings{}); }

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

/// One duct in a wide block of solid, placed so that a sample of every 20th row of voxels sees none of it.
PoreSpace hidden_duct() {
  PoreSpace pores({4, 399, 399});
  for (std::int64_t z = 0; z < 10; ++z)
    for (std::int64_t y = 10; y < 20; ++y)
      for (std::int64_t x = 0; x < 4; ++x) pores.set_pore(x, y, z);
  return pores;
}

TEST(FlowChecks, tell_a_false_bound_from_a_true_one_while_a_flow_changes) {
  FlowOptions options = options_to(1e-9);
  options.tau = 0.55;
  const double limit = *solve(hidden_duct(), options).permeability_voxel2;
  for (const std::int64_t steps : {80, 160, 400}) {
    options.max_steps = steps;
    FlowResult flow = solve(hidden_duct(), options);
    flow.iteration_error = std::abs(*flow.permeability_voxel2 / limit - 1);
    EXPECT_THAT(checks_of(flow).warnings, IsEmpty()) << "of a bound that is true, after step " << steps;
    flow.iteration_error /= 100;
    EXPECT_THAT(checks_of(flow).warnings, Not(IsEmpty())) << "of a bound that is false, after step " << steps;
  }
}

TEST(FlowChecks, warn_of_a_bound_that_does_not_hold_in_a_duct_that_samples_of_the_image_miss) {
  FlowOptions options = options_to(1e-9);
  const double limit = *solve(hidden_duct(), options).permeability_voxel2;
  options = options_to(1e-3, Precision::float32);
  options.method = Method::pressure;
  options.tau = 0.55;
  const FlowResult flow = solve(hidden_duct(), options);
  const double error = std::abs(*flow.permeability_voxel2 / limit - 1);
  if (error > flow.iteration_error)
    EXPECT_THAT(checks_of(flow).warnings, ElementsAre(HasSubstr("power and dissipation differ"))) << error;
  else
    EXPECT_THAT(checks_of(flow).warnings, IsEmpty());
}

TEST(Dissipation, is_viscous_where_the_flow_is_resolved) {
  double missing = 1;
  for (const std::int64_t across : {3, 6, 12, 24}) {
    const double share = *checks_of(solve(channel(GeometryKind::plates, across), options_to(1e-7))).viscous_share;
    // The stress has a linear profile. Its square summed over the nodes is H^3/12 - H/12, and the whole is H^3/12 +
    // H/24.
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
      EXPECT_NEAR(*checks_of(flow).mass_drift, 0, 1e-12);
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

}  // namespace
}  // namespace perm
