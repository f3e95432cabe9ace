// SPDX-License-Identifier: Apache-2.0
// Each fault of a flow raises its own warning. The flows are made up; solved ones are in on_devices/.
#include "darcy/evaluation/flow_checks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>

namespace perm {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

FlowChecks checks_of(const FlowResult& flow) { return check_flow(flow, SolverSettings{}); }
SolverSettings with_inertia() {
  SolverSettings settings;
  settings.equilibrium = Equilibrium::quadratic;
  return settings;
}

/// Gives a flow without fault; each test adds one fault.
FlowResult sound_flow() {
  FlowResult flow;
  flow.stop = StopReason::converged;
  flow.steps = 100;
  flow.tau = 1;
  flow.force = 1e-6;
  flow.permeability_voxel2 = 2;
  flow.mean_velocity = {1.2e-5, 0, 0};
  flow.iteration_error = 1e-3;
  flow.mass_deviation = 0;
  flow.plane_flux.assign(100, 1.2e-5);
  flow.fluid_cells = 400'000;
  flow.connected_porosity = 0.4;
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
  unsteady.measures->dissipation_voxel2 = 2.1;
  EXPECT_THAT(checks_of(unsteady).warnings, ElementsAre(HasSubstr("power and dissipation differ by 5 %")));
  FlowResult leaking = sound_flow();
  leaking.mass_samples = {{100, 0, 0, 0}, {200, -0.01 * 1.2e-5 * 100 / 40, 0, 0}};  // 40 voxels of 100 conduct
  EXPECT_THAT(checks_of(leaking).warnings, ElementsAre(HasSubstr("1 % of the flux vanishes inside the image")));
  FlowResult swapped = sound_flow();
  swapped.pores.kozeny_carman_voxel2 = 21;
  EXPECT_THAT(checks_of(swapped).warnings, ElementsAre(HasSubstr("0.095 times Kozeny-Carman")));
  swapped.pores.kozeny_carman_voxel2 = 0.19;
  EXPECT_THAT(checks_of(swapped).warnings, ElementsAre(HasSubstr("11 times Kozeny-Carman")));
  FlowResult coarse = sound_flow();
  coarse.pores.critical_radius = 1.4;
  EXPECT_THAT(checks_of(coarse).warnings,
              ElementsAre(HasSubstr("78 times what throats of 2.8 voxels let expect (Katz-Thompson)"),
                          HasSubstr("throats of about 2.8 voxels")));
}

TEST(FlowChecks, believe_a_bound_that_is_above_the_square_of_the_dissipation_difference_and_no_other) {
  FlowResult flow = sound_flow();
  flow.measures->dissipation_voxel2 = 2 * 1.031;  // the flow differs by 3.1 %, whose square is 0.00096
  EXPECT_THAT(checks_of(flow).warnings, IsEmpty());
  flow.iteration_error = 8e-4;
  EXPECT_THAT(checks_of(flow).warnings, ElementsAre(HasSubstr("if the error bound of 0.08 % were true")));
  flow.iteration_error = 0;
  flow.measures->dissipation_voxel2 = 2 * 0.13;
  EXPECT_THAT(checks_of(flow).warnings, ElementsAre(HasSubstr("power and dissipation differ by 87 %")));
  flow.iteration_error = std::numeric_limits<double>::infinity();
  EXPECT_THAT(checks_of(flow).warnings, IsEmpty()) << "no bound, and none that is false";
}

TEST(FlowChecks, find_no_leak_below_what_the_samples_and_the_bound_on_k_cannot_tell) {
  FlowResult flow = sound_flow();
  flow.mass_deviation.reset();  // between closed faces
  flow.mass_samples = {{100, 0, 0, 2e-3 * 1.2e-5}, {200, 0, 0, 4e-3 * 1.2e-5}};
  EXPECT_THAT(checks_of(flow).warnings, IsEmpty());
  EXPECT_FALSE(checks_of(flow).mass_drift);
  EXPECT_NEAR(*checks_of(flow).mass_leak, 3e-3, 1e-12);
  flow.mass_samples[0].last_flux = flow.mass_samples[1].last_flux;
  EXPECT_THAT(checks_of(flow).warnings, ElementsAre(HasSubstr("Use --precision float64")));
  SolverSettings settings;
  settings.precision = Precision::float64;
  EXPECT_THAT(check_flow(flow, settings).warnings, ElementsAre(HasSubstr("a fault of the program")));
}

TEST(FlowChecks, warn_of_a_force_that_is_lost_and_of_a_flow_that_changes_more_than_its_bound_allows) {
  FlowResult flow = sound_flow();
  const double given = flow.force * static_cast<double>(flow.fluid_cells);
  flow.measures->wall_force = {0.999 * given, 0, 0};
  flow.momentum_gain = 0;
  EXPECT_NEAR(*checks_of(flow).wall_force_difference, -1e-3, 1e-12);
  EXPECT_THAT(checks_of(flow).warnings, ElementsAre(HasSubstr("0.1 % of the momentum that the force gives the flow is "
                                                              "lost")));
  flow.momentum_gain = 1e-3;  // the flow has it
  EXPECT_NEAR(*checks_of(flow).momentum_leak, 0, 1e-12);
  EXPECT_THAT(checks_of(flow).warnings, IsEmpty());
  flow.measures->wall_force[0] = 1.05 * given;
  flow.momentum_gain = -0.05;
  EXPECT_THAT(checks_of(flow).warnings, ElementsAre(HasSubstr("the force on the walls differs by 5 %")));
  flow.iteration_error = 0.003;
  EXPECT_THAT(checks_of(flow).warnings, IsEmpty()) << "a bound of which this may be true";
  flow.momentum_gain.reset();  // between closed faces
  EXPECT_FALSE(checks_of(flow).wall_force_difference || checks_of(flow).momentum_leak);
}

TEST(FlowChecks, give_reynolds_and_mach_numbers_where_they_mean_something) {
  const FlowResult flow = sound_flow();
  const FlowChecks linear = checks_of(flow);
  EXPECT_FALSE(linear.reynolds || linear.mach);
  const FlowChecks quadratic = check_flow(flow, with_inertia());
  EXPECT_FALSE(quadratic.dissipation_difference);
  EXPECT_DOUBLE_EQ(*quadratic.reynolds, 6e-5 * 20 * 6);
  EXPECT_DOUBLE_EQ(*quadratic.mach, 6e-5 * std::sqrt(3.0));
  // Re grows with g/nu^2, so this is the g/nu^2 at which Re is 1.
  EXPECT_NEAR(*quadratic.force_at_reynolds_1, flow.force * 36 / *quadratic.reynolds, 1e-12);
  FlowResult fast = flow;
  fast.measures->largest_speed = 0.07;
  EXPECT_THAT(check_flow(fast, with_inertia()).warnings,
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

}  // namespace
}  // namespace perm
