// SPDX-License-Identifier: Apache-2.0
// Each fault of a flow raises its own warning. The flows are made up; solved ones are in on_devices/.
#include "darcy/evaluation/flow_checks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

namespace perm {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

FlowChecks checks_of(const FlowResult& flow) { return check_flow(flow, Equilibrium::linear); }

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
  leaking.mass_deviation = -1e-6;  // the force could build up 3e-4
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
  // Re grows with g/nu^2, so this is the g/nu^2 at which Re is 1.
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

}  // namespace
}  // namespace perm
