// SPDX-License-Identifier: Apache-2.0
#include "app/commands/stop_advice.hpp"

#include <gmock/gmock.h>

#include <vector>

namespace perm {
namespace {

using testing::AllOf;
using testing::HasSubstr;

const std::vector<FlowEnd> limited{{StopReason::converged}, {StopReason::step_limit, 0.1}};
const std::vector<FlowEnd> diverged{{StopReason::diverged}};

FlowOptions with_inertia() {
  FlowOptions options;
  options.solver.equilibrium = Equilibrium::quadratic;
  return options;
}

TEST(StopAdvice, is_more_steps_where_the_steps_were_too_few) {
  FlowOptions options;
  options.max_steps = 100;
  EXPECT_EQ(advise(limited, options), "Raise --max-steps above 100");
  options.tau = 0.51;
  EXPECT_EQ(advise(limited, options), "Raise --max-steps above 100 or leave --tau to the program");
  options.method = Method::plain;
  EXPECT_EQ(advise(limited, options),
            "Raise --max-steps above 100, leave --tau to the program, or leave out --method plain");
  EXPECT_THAT(advise(limited, with_inertia()), HasSubstr("lower --force"));
}

TEST(StopAdvice, is_precision_where_most_of_the_bound_is_rounding) {
  const std::vector<FlowEnd> rounded{{StopReason::step_limit, 0.8}};
  FlowOptions options;
  EXPECT_EQ(advise(rounded, options), "Use --precision float64, because most of the bound is rounding");
  options.tau = 0.5001;
  EXPECT_THAT(advise(rounded, options), HasSubstr(" or leave --tau to the program"));
  options.solver.precision = Precision::float64;
  EXPECT_THAT(advise(rounded, options), HasSubstr("Raise --max-steps"));
}

TEST(StopAdvice, is_precision_or_tolerance_where_nothing_but_rounding_is_left) {
  const std::vector<FlowEnd> noisy{{StopReason::rounding, 0.2}, {StopReason::step_limit, 0.1}};
  FlowOptions options;
  EXPECT_EQ(advise(noisy, options), "Use --precision float64, because most of the bound is rounding");
  options.solver.precision = Precision::float64;
  options.tolerance = 1e-5;
  EXPECT_EQ(advise(noisy, options), "Raise --tolerance above 1e-05");
}

TEST(StopAdvice, is_never_more_steps_where_the_flow_diverged) {
  EXPECT_EQ(advise(diverged, with_inertia()), "Lower --force");
  FlowOptions options = with_inertia();
  options.tau = 0.5001;
  EXPECT_EQ(advise(diverged, options), "Lower --force or leave --tau to the program");
  options = {};
  EXPECT_THAT(advise(diverged, options), HasSubstr("a fault of the program"));
  options.solver.magic = 20;
  EXPECT_EQ(advise(diverged, options), "Leave out --magic");
  options.solver.collision = Collision::bgk;
  EXPECT_EQ(advise(diverged, options), "Use --collision trt");
  options = {};
  options.solver.precision = Precision::float16;
  EXPECT_EQ(advise(diverged, options), "Use --precision float32");
}

TEST(StopAdvice, tells_flows_apart_and_is_silent_where_nothing_failed) {
  const std::vector<FlowEnd> both{{StopReason::diverged}, {StopReason::step_limit}};
  EXPECT_THAT(advise(both, with_inertia()),
              AllOf(HasSubstr("Where it diverged: Lower --force. "), HasSubstr("is too large: Raise --max-steps")));
  const std::vector<FlowEnd> well{
      {StopReason::converged, 0.9}, {StopReason::not_percolating}, {StopReason::interrupted}};
  EXPECT_EQ(advise(well, {}), "");
}

}  // namespace
}  // namespace perm
