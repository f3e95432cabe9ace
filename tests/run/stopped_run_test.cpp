// SPDX-License-Identifier: Apache-2.0
// Runs that their caller stops.
#include <gtest/gtest.h>

#include "darcy/overlapping_spheres.hpp"
#include "run/run.hpp"

namespace perm {
namespace {

/// Stops the run at its first progress that knows K.
class Stopper : public RunObserver {
 public:
  StopWish wish(const Communicator& /*processes*/) override { return wants_ ? StopWish::at_once : StopWish::none; }
  void on_progress(const Progress& progress, const std::optional<double>& /*voxel_size_m*/) override {
    wants_ = progress.permeability_voxel2 > 0;
  }
  void on_steps_done() override { ++ended; }
  int ended{0};

 private:
  bool wants_{false};
};

TEST(StoppedRun, gives_what_is_known) {
  RunRequest request;
  request.directions = {Axis::x, Axis::y};
  request.budget = BudgetChoice::voxels_and_boundaries;
  request.flow.tolerance = 1e-7;
  Stopper stopper;
  const RunReport report = run_flows(percolating_spheres(32, 5, 0.5), request, stopper);
  ASSERT_EQ(report.flows.size(), 2U);
  for (const FlowReport& flow : report.flows) EXPECT_EQ(flow.result.stop, StopReason::interrupted);
  EXPECT_GT(*report.flows[0].result.permeability_voxel2, 0);
  EXPECT_TRUE(report.flows[0].result.measures);
  EXPECT_FALSE(report.flows[1].result.permeability_voxel2);
  EXPECT_EQ(stopper.ended, 1);
}

/// Stops the run before K is known, and then lets it go on.
class EarlyStopper : public RunObserver {
 public:
  StopWish wish(const Communicator& /*processes*/) override { return StopWish::at_once; }
  void on_flow(const FlowReport& /*flow*/) override { ++flows; }
  int flows{0};
};

TEST(StoppedRun, has_no_k_where_none_was_known) {
  EarlyStopper stopper;
  const RunReport report = run_flows(percolating_spheres(48, 6, 0.4), RunRequest{}, stopper);
  ASSERT_EQ(report.flows.size(), 1U);
  EXPECT_EQ(report.flows[0].result.stop, StopReason::interrupted);
  EXPECT_FALSE(report.flows[0].result.permeability_voxel2);
  EXPECT_EQ(stopper.flows, 0);
}

/// Stops the run once a flow is solved.
class StopperAfterOne : public EarlyStopper {
 public:
  StopWish wish(const Communicator& /*processes*/) override { return flows > 0 ? StopWish::at_once : StopWish::none; }
};

TEST(StoppedRun, keeps_the_flows_that_are_solved) {
  RunRequest request;
  request.directions = {Axis::x, Axis::y};
  StopperAfterOne stopper;
  const RunReport report = run_flows(percolating_spheres(32, 5, 0.5), request, stopper);
  ASSERT_EQ(report.flows.size(), 2U);
  EXPECT_EQ(report.flows[0].result.stop, StopReason::converged);
  EXPECT_EQ(report.flows[1].result.stop, StopReason::interrupted);
  EXPECT_FALSE(report.flows[1].result.permeability_voxel2);
}

/// Ends the run within the looks that follow on the first K: at each place where work asks whether it is to stop, one
/// after another.
TEST(StoppedRun, keeps_the_k_of_the_last_look_where_it_ends_within_the_next) {
  struct Watch : RunObserver {
    StopWish wish(const Communicator& /*processes*/) override { return StopWish::none; }
    void on_progress(const Progress& progress, const std::optional<double>& /*voxel_size_m*/) override {
      if (progress.permeability_voxel2 && !first) first = progress.permeability_voxel2;
    }
    std::optional<double> first;
  };
  RunRequest request;
  request.flow.tolerance = 2e-6;
  request.flow.solver.threads = 1;
  int places = 0;
  for (int last = 1;; last += 1 + last / 4) {
    Watch watch;
    int calls = 0;
    const StopScope stops({[&] { return watch.first && ++calls >= last ? 1 : 0; }, [](int) { throw StopRun{}; }});
    const RunReport report = run_flows(percolating_spheres(24, 5, 0.5), request, watch);
    const FlowResult& result = report.flows[0].result;
    ASSERT_GT(result.permeability_voxel2.value_or(0), 0) << "call " << last;
    ASSERT_TRUE(result.measures);
    if (result.stop != StopReason::interrupted) break;
    if (last == 1) {
      EXPECT_EQ(*result.permeability_voxel2, *watch.first);
    }
    ++places;
  }
  EXPECT_GT(places, 10);
}

}  // namespace
}  // namespace perm
