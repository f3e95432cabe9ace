// SPDX-License-Identifier: Apache-2.0
// A run goes on from each creeping flow to its flows with inertia, and leaves the creeping ones as they are.
#include "run/inertia_runs.hpp"

#include <gtest/gtest.h>

#include <cmath>
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

/// Makes the cubes with a block behind each, so that the image differs from its mirror image along every axis.
PoreSpace blocked_cubes() {
  PoreSpace pores = cubes();
  for (int z = 2; z < 9; ++z)
    for (int y = 3; y < 9; ++y)
      for (int x = 1; x < 9; ++x) pores.set_solid(x, y, z);
  return pores;
}

TEST(InertiaRun, goes_through_the_image_and_its_mirror_image_where_the_faces_are_closed) {
  struct Listener : RunObserver {
    void on_prediction(Axis /*direction*/, const RunEstimate& estimate) override { creeping.push_back(estimate.bytes); }
    void on_inertia_forecast(Axis /*direction*/, const InertiaForecast& forecast) override {
      (forecast.basis == ForecastBasis::pores ? forecasts : later).push_back(forecast);
    }
    std::vector<std::int64_t> creeping;
    std::vector<InertiaForecast> forecasts;
    std::vector<InertiaForecast> later;  // when the creeping flow is solved
  } listener;
  RunRequest request = request_along({Axis::x, Axis::y, Axis::z});
  request.flow.boundary.boundary = Boundary::sealed;
  const RunReport creeping = run_flows(blocked_cubes(), request);
  request.inertia = InertiaChoice{{0.1, 0.5}};
  const RunReport report = run_flows(blocked_cubes(), request, listener);
  ASSERT_EQ(listener.forecasts.size(), 3U);
  EXPECT_EQ(listener.later.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    const FlowReport& flow = report.flows[i];
    EXPECT_EQ(flow.result.permeability_voxel2, creeping.flows[i].result.permeability_voxel2);
    ASSERT_TRUE(flow.inertia);
    const InertialFlows& flows = flow.inertia->flows;
    EXPECT_EQ(flows.end, InertiaEnd::complete) << flows.why;
    EXPECT_EQ(flows.image, InertiaImage::mirrored);
    EXPECT_EQ(flows.cells, 2 * flow.result.fluid_cells);
    EXPECT_EQ(flows.points.size(), 2U);
    EXPECT_LE(std::abs(flows.creeping_voxel2 / *flow.result.permeability_voxel2 - 1),
              flows.creeping_error + flow.result.iteration_error);
    EXPECT_EQ(listener.forecasts[i].image, InertiaImage::mirrored);
    EXPECT_EQ(listener.forecasts[i].flows.size(), 2U);
    EXPECT_GT(listener.forecasts[i].bytes, listener.creeping[i]);
  }
}

TEST(InertiaRun, keeps_the_flows_with_inertia_that_were_solved_when_it_is_stopped) {
  struct Stopper : RunObserver {  // it stops in the second flow with inertia, whose K is lower
    StopWish wish(const Communicator& /*processes*/) override { return is_late ? StopWish::at_once : StopWish::none; }
    void on_progress(const Progress& progress, const std::optional<double>& /*voxel_size_m*/) override {
      is_late = has_creeping && progress.steps > first_steps + 500;
      if (!has_creeping) first_steps = progress.steps;
      if (progress.permeability_voxel2)
        EXPECT_GT(*progress.permeability_voxel2, 0);
      else
        ++without_k;
    }
    void on_flow(const FlowReport& /*flow*/) override { has_creeping = true; }
    bool has_creeping{false};
    bool is_late{false};
    std::int64_t first_steps{0};
    int without_k{0};
  } stopper;
  RunRequest request = request_along({Axis::x});
  request.flow.tolerance = 1e-4;
  request.inertia = InertiaChoice{{0.1, 2}};
  const RunReport report = run_flows(cubes(), request, stopper);
  ASSERT_TRUE(report.flows[0].inertia);
  EXPECT_EQ(report.flows[0].inertia->flows.end, InertiaEnd::interrupted);
  EXPECT_EQ(report.flows[0].inertia->flows.points.size(), 1U);
  EXPECT_EQ(report.flows[0].result.stop, StopReason::converged) << "the creeping flow was solved before";
  EXPECT_GT(stopper.without_k, 0) << "each flow has its own K, and none at first";
}

TEST(InertiaRun, keeps_the_creeping_flow_when_it_is_stopped_in_that_through_the_longer_image) {
  struct Stopper : RunObserver {
    StopWish wish(const Communicator& /*processes*/) override {
      return has_creeping ? StopWish::at_once : StopWish::none;
    }
    void on_flow(const FlowReport& /*flow*/) override { has_creeping = true; }
    bool has_creeping{false};
  } stopper;
  RunRequest request = request_along({Axis::x, Axis::y});
  request.flow.boundary.boundary = Boundary::sealed;
  request.inertia = InertiaChoice{{0.1, 2}};
  const RunReport report = run_flows(blocked_cubes(), request, stopper);
  EXPECT_EQ(report.flows[0].result.stop, StopReason::converged);
  ASSERT_TRUE(report.flows[0].inertia);
  const InertialFlows& flows = report.flows[0].inertia->flows;
  EXPECT_EQ(flows.end, InertiaEnd::interrupted);
  EXPECT_EQ(flows.creeping_voxel2, report.flows[0].result.permeability_voxel2);
  EXPECT_TRUE(flows.points.empty());
  EXPECT_EQ(report.flows[1].result.stop, StopReason::interrupted) << "it was to come";
}

}  // namespace
}  // namespace perm
