// SPDX-License-Identifier: Apache-2.0
// A run goes on from each creeping flow to its flows with inertia, and leaves the creeping ones as they are.
#include "run/inertia_runs.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "core/errors.hpp"

namespace perm {
namespace {

/// Makes an array of cubes of 7 voxels in cells of 12.
PoreSpace cubes() {
  PoreSpace pores({12, 12, 12});
  for (int z = 0; z < 12; ++z)
    for (int y = 0; y < 12; ++y)
      for (int x = 0; x < 12; ++x)
        if (x >= 7 || y >= 7 || z >= 7) pores.set_pore(x, y, z);
  return pores;
}

RunRequest request_along(const std::vector<Axis>& directions) {
  RunRequest request;
  request.directions = directions;
  request.seams = SeamCheck::skip;
  return request;
}

TEST(InertiaRun, solves_flows_with_inertia_after_each_creeping_one_which_stays_as_it_is) {
  RunRequest request = request_along({Axis::x, Axis::y});
  const RunReport creeping = run_flows(cubes(), request);
  request.inertia = InertiaChoice{{0.1, 0.5}};
  const RunReport report = run_flows(cubes(), request);
  for (std::size_t i = 0; i < report.flows.size(); ++i) {
    EXPECT_EQ(report.flows[i].result.permeability_voxel2, creeping.flows[i].result.permeability_voxel2);
    ASSERT_TRUE(report.flows[i].inertia);
    EXPECT_EQ(report.flows[i].inertia->flows.end, InertiaEnd::complete) << report.flows[i].inertia->flows.why;
    EXPECT_EQ(report.flows[i].inertia->flows.points.size(), 2U);
  }
  request.inertia = InertiaChoice{{3, 1}};
  EXPECT_THROW(run_flows(cubes(), request), InputError);
}

TEST(InertiaRun, keeps_the_flows_with_inertia_that_were_solved_when_it_is_stopped) {
  struct Stopper : RunObserver {  // it stops in the second flow with inertia, whose K is lower
    bool wants_to_stop() override { return is_late; }
    void on_progress(const Progress& progress, const std::optional<double>& /*voxel_size_m*/) override {
      is_late = has_creeping && progress.steps > first_steps + 1200;
      if (!has_creeping) first_steps = progress.steps;
    }
    void on_flow(const FlowReport& /*flow*/) override { has_creeping = true; }
    bool has_creeping{false};
    bool is_late{false};
    std::int64_t first_steps{0};
  } stopper;
  RunRequest request = request_along({Axis::x});
  request.flow.tolerance = 1e-4;
  request.inertia = InertiaChoice{{0.1, 2}};
  const RunReport report = run_flows(cubes(), request, stopper);
  ASSERT_TRUE(report.flows[0].inertia);
  EXPECT_EQ(report.flows[0].inertia->flows.end, InertiaEnd::interrupted);
  EXPECT_EQ(report.flows[0].inertia->flows.points.size(), 1U);
  EXPECT_EQ(report.flows[0].result.stop, StopReason::interrupted);
}

}  // namespace
}  // namespace perm
