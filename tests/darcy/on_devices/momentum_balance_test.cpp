// SPDX-License-Identifier: Apache-2.0
// The walls take what the force gives a steady flow, and what is missing is what the flow still gains. A force that is
// lost shows, and nothing shows in flows without fault.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <optional>
#include <utility>

#include "darcy/evaluation/flow_checks.hpp"
#include "darcy/inertia/inertial_flows.hpp"
#include "darcy/overlapping_spheres.hpp"
#include "darcy/steady_flow.hpp"
#include "families/family.hpp"
#include "geometry/shapes/recipe.hpp"
#include "solver/test_device.hpp"

namespace perm {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

PoreSpace image_of(GeometryKind kind) {
  Recipe recipe;
  recipe.kind = kind;
  recipe.extent = {12, 12, 12};
  if (kind == GeometryKind::plates) {
    recipe.extent = {4, 12, 4};
    recipe.gap = 10;
  } else {
    recipe.porosity = 0.75;
  }
  if (kind == GeometryKind::packing) {
    recipe.extent = {16, 16, 16};
    recipe.radius = 3.5;
  }
  return generate(recipe);
}

FlowOptions options_to(double tolerance, Precision precision = Precision::float64) {
  FlowOptions options;
  options.tolerance = tolerance;
  options.solver.precision = precision;
  options.solver.device = device_under_test();
  return options;
}

FlowResult solve(const PoreSpace& pores, const FlowOptions& options) {
  return SteadyFlow(pores, options, estimate_run(pores, options)).run().result();
}

FlowChecks checks_of(const FlowResult& flow, Precision precision = Precision::float64) {
  SolverSettings settings;
  settings.precision = precision;
  return check_flow(flow, settings);
}

const auto has_momentum_warning = Contains(testing::AnyOf(HasSubstr("momentum"), HasSubstr("force on the walls")));

TEST(WallForceDifference, of_steady_flows_is_rounding_with_inertia_and_without) {
  for (const GeometryKind kind : {GeometryKind::sc, GeometryKind::fcc, GeometryKind::plates, GeometryKind::packing}) {
    SCOPED_TRACE(to_string(kind));
    const PoreSpace pores = image_of(kind);
    FlowOptions options = options_to(1e-7);
    options.goal = Goal::flow;
    const RunEstimate estimate = estimate_run(pores, options);
    std::optional<double> length;  // of the Reynolds number: the diameter of the grains, or the root of K
    if (kind == GeometryKind::packing) length = 7;
    SolvedFlow creeping = SteadyFlow(pores, options, estimate).run();
    EXPECT_NEAR(*checks_of(creeping.result()).wall_force_difference, 0, 1e-6);
    EXPECT_NEAR(*checks_of(creeping.result()).momentum_leak, 0, 1e-7);
    const InertialFlows flows =
        solve_inertial_flows(std::move(creeping), estimate, options, {{0.1, 1, 5}, length, 0.1});
    ASSERT_EQ(flows.end, InertiaEnd::complete) << flows.why;
    for (const InertialPoint& point : flows.points)
      EXPECT_NEAR(point.wall_force_difference, 0, 1e-6) << "Re " << point.reynolds;
  }
}

TEST(WallForceDifference, is_what_the_momentum_still_gains_whatever_the_equilibrium) {
  for (const Equilibrium equilibrium : {Equilibrium::linear, Equilibrium::quadratic, Equilibrium::incompressible}) {
    FlowOptions options = options_to(1e-9);
    options.solver.equilibrium = equilibrium;
    options.max_steps = 24;
    const FlowResult flow = solve(image_of(GeometryKind::sc), options);
    const FlowChecks checks = checks_of(flow);
    EXPECT_GT(std::abs(*checks.wall_force_difference), 1e-4) << to_string(equilibrium);
    EXPECT_LT(std::abs(*checks.momentum_leak / *checks.wall_force_difference), 0.2) << to_string(equilibrium);
  }
}

TEST(MomentumLeak, shows_a_step_that_adds_too_little_and_a_wall_whose_force_is_lost) {
  for (const Precision precision : {Precision::float32, Precision::float64}) {
    const FlowResult sound = solve(percolating_spheres(32, 5, 0.5), options_to(1e-3, precision));
    EXPECT_THAT(checks_of(sound, precision).warnings, Not(has_momentum_warning)) << to_string(precision);
    FlowResult weak = sound;  // each step has added 0.999 of the force that it says
    weak.force /= 0.999;
    weak.momentum_gain = *weak.momentum_gain * 0.999 + 0.001 / 3;  // the gain is found with the force that it says
    EXPECT_THAT(checks_of(weak, precision).warnings, Contains(HasSubstr("of the momentum"))) << to_string(precision);
    FlowResult lost = sound;  // the walls have lost one link of 500
    for (double& component : lost.measures->wall_force) component *= 0.998;
    EXPECT_THAT(checks_of(lost, precision).warnings, Contains(HasSubstr("is lost"))) << to_string(precision);
  }
}

TEST(MomentumLeak, is_none_in_images_that_are_hard_to_solve) {
  const bool takes_long = std::getenv("PERMEABILITY_LONG_TESTS") != nullptr;
  for (const auto& [family, name] : names_of<families::Family>)
    for (const std::uint64_t seed : {1, 2, 3, 7}) {
      if (!takes_long && (family != families::Family::noise || seed != 7)) continue;  // each takes minutes
      const PoreSpace pores = families::make_image(family, seed).pores;
      for (const Precision precision : {Precision::float32, Precision::float64})
        for (const double tolerance : {1e-2, 1e-3, 1e-4}) {
          if (!takes_long && (precision == Precision::float64 || tolerance < 1e-3)) continue;
          const FlowResult flow = solve(pores, options_to(tolerance, precision));
          const FlowChecks checks = checks_of(flow, precision);
          ASSERT_TRUE(checks.momentum_leak) << name << seed;
          EXPECT_LT(std::abs(*checks.momentum_leak), checks.momentum_level / 2) << name << seed << ' ' << tolerance;
          EXPECT_LT(std::abs(*checks.wall_force_difference), checks.wall_force_level / 2) << name << seed;
        }
    }
}

// What one cell dissipates there is K times all voxels of the image, nearly.
TEST(WallForceDifference, and_the_dissipation_are_known_where_one_voxel_holds_the_whole_flow) {
  PoreSpace pores({28, 28, 28});
  for (std::int64_t z = 0; z < 28; ++z)
    for (std::int64_t y = 0; y < 28; ++y)
      for (std::int64_t x = 0; x < 28; ++x)
        if (x != 14 || y != 14 || z != 14) pores.set_pore(x, y, z);
  const FlowResult flow = solve(pores, options_to(1e-3, Precision::float32));
  EXPECT_TRUE(flow.measures->finite);
  const FlowChecks checks = checks_of(flow, Precision::float32);
  EXPECT_LT(std::abs(*checks.dissipation_difference), checks.dissipation_level);
  EXPECT_LT(std::abs(*checks.wall_force_difference), checks.wall_force_level);
  EXPECT_LT(std::abs(*checks.momentum_leak), checks.momentum_level);
}

}  // namespace
}  // namespace perm
