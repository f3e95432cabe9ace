// SPDX-License-Identifier: Apache-2.0
// A program against the library is told all that `solve` prints: checks of each flow, the tensor, and every warning.
#include "run/judgement.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "run/run.hpp"

namespace perm {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

/// Makes noise, whose throats are one voxel wide.
PoreSpace noise() {
  PoreSpace pores({16, 16, 16});
  std::mt19937 random(7);
  for (int z = 0; z < 16; ++z)
    for (int y = 0; y < 16; ++y)
      for (int x = 0; x < 16; ++x)
        if (random() % 10 < 7) pores.set_pore(x, y, z);
  return pores;
}

RunReport run_through(PoreSpace pores, Boundary boundary = Boundary::periodic) {
  RunRequest request;
  request.directions = {Axis::x, Axis::y, Axis::z};
  request.flow.boundary = {boundary};
  return run_flows(std::move(pores), request);
}

/// Makes the report of a flow that drives as much fluid along `across` as along the force.
FlowReport flow_along(Axis axis, Axis across) {
  FlowReport flow;
  FlowResult& result = flow.result;
  result.direction = axis;
  result.stop = StopReason::converged;
  result.permeability_voxel2 = 1;
  result.force = 1e-6;
  result.mean_velocity[static_cast<std::size_t>(axis)] = 1e-6;
  result.mean_velocity[static_cast<std::size_t>(across)] = 1e-6;
  return flow;
}

TEST(Judgement, tells_a_program_of_throats_that_are_too_narrow_and_gives_it_the_tensor) {
  const RunReport report = run_through(noise());
  ASSERT_TRUE(report.tensor);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(report.tensor->raw[i][i], report.flows[i].result.permeability_voxel2);
    ASSERT_TRUE(report.flows[i].checks);
    EXPECT_THAT(report.flows[i].checks->warnings, Contains(StartsWith("throats of about")));
  }
  for (const char* flow : {"along x: ", "along y: ", "along z: "})
    EXPECT_THAT(report.warnings, Contains(AllOf(StartsWith(flow), HasSubstr("throats of about"))));
}

TEST(Judgement, has_no_checks_and_a_column_of_zeros_where_nothing_percolates) {
  PoreSpace pores({8, 10, 10});
  for (int z = 1; z < 9; ++z)
    for (int y = 1; y < 9; ++y)
      for (int x = 0; x < 8; ++x) pores.set_pore(x, y, z);
  const RunReport report = run_through(std::move(pores), Boundary::sealed);
  EXPECT_TRUE(report.flows[0].checks);
  EXPECT_FALSE(report.flows[1].checks);
  ASSERT_TRUE(report.tensor);
  EXPECT_EQ(report.tensor->raw[1][1], 0);
  EXPECT_TRUE(report.has_diagonal_only());
}

TEST(Judgement, warns_of_a_tensor_that_is_not_symmetric_unless_faces_are_closed) {
  RunReport report;
  report.flows = {flow_along(Axis::x, Axis::y), flow_along(Axis::y, Axis::z), flow_along(Axis::z, Axis::x)};
  RunReport closed = report;
  judge(report);
  EXPECT_THAT(report.warnings, Contains(StartsWith("the permeability tensor has an asymmetry of ")));
  closed.solver.boundary = {Boundary::sealed};
  judge(closed);
  EXPECT_THAT(closed.warnings, IsEmpty());
  EXPECT_TRUE(closed.tensor);
}

TEST(Judgement, says_why_a_flow_diverged_and_gives_no_tensor) {
  RunReport report;
  report.flows = {flow_along(Axis::x, Axis::x), flow_along(Axis::y, Axis::y), flow_along(Axis::z, Axis::z)};
  report.flows[1].result.stop = StopReason::diverged;
  report.flows[1].result.permeability_voxel2.reset();
  report.flows[1].result.diverged_because = "step 40: the mean velocity is not a number";
  judge(report);
  EXPECT_THAT(report.warnings,
              testing::ElementsAre("along y: the flow diverged (step 40: the mean velocity is not a number)"));
  EXPECT_FALSE(report.tensor);
}

}  // namespace
}  // namespace perm
