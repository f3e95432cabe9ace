// SPDX-License-Identifier: Apache-2.0
// Runs that are stopped on the way, wherever a run can be stopped, and go on, and what they have in common with one
// that was never stopped.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/saving/checkpoint.hpp"
#include "core/saving/state_bytes.hpp"
#include "run/report_members.hpp"
#include "run/run.hpp"

namespace perm {

/// A folder for states, which vanishes with the test.
class Folder {
 public:
  Folder() : path_(std::filesystem::temp_directory_path() / ("continued-" + std::to_string(std::random_device{}()))) {}
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const std::filesystem::path& path() const { return path_; }
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path_))
      if (const std::string name = entry.path().filename().string(); !name.starts_with('.')) names.push_back(name);
    std::ranges::sort(names);
    return names;
  }

 private:
  std::filesystem::path path_;
};

/// Stops a run at the first batch of steps that it takes, or after so many that it was told of.
class StopperAt : public RunObserver {
 public:
  explicit StopperAt(int number) : is_first_(number == 0), left_(number) {}
  StopWish wish(const Communicator& /*processes*/) override {
    const bool ends = is_first_ ? std::exchange(has_begun_, true) : has_begun_ && left_ == 0;
    return ends ? StopWish::after_saving : StopWish::none;
  }
  void on_progress(const Progress& /*progress*/, const std::optional<double>& /*voxel_size_m*/) override {
    has_begun_ = true;
    --left_;
  }

 private:
  bool is_first_;
  bool has_begun_{false};
  int left_;
};

/// Takes seconds out, and whatever else tells of the machine.
inline void forget_clocks(FlowResult& result) {
  result.seconds = result.setup_seconds = result.mflups = result.bytes_per_fluid_cell = 0;
  result.device.clear();
  result.sharing = {};
  for (ConvergenceSample& sample : result.history) sample.seconds = 0;
}

/// Gives all bytes of the flows of a report and of their budgets.
inline StateBytes bytes_of(RunReport report) {
  StateWriter writer;
  for (FlowReport& flow : report.flows) {
    forget_clocks(flow.result);
    flow.preparation_seconds = 0;
    flow.resident_bytes_stepping = 0;
    if (flow.inertia)
      for (InertialPoint& point : flow.inertia->flows.points) point.seconds = 0;
    if (flow.conduction) flow.conduction->seconds = 0;
    writer << flow << flow.face_spread;
    if (flow.headline) writer << flow.headline->permeability_voxel2 << flow.headline->low_voxel2;
    if (!flow.error_budget) continue;
    for (GridPermeability grid : flow.error_budget->voxel.grids) {
      grid.seconds = 0;
      writer << grid;
    }
    writer << flow.error_budget->boundary.error_voxel2;
  }
  writer << report.warnings;
  return writer.take();
}

struct Broken {
  RunReport report;
  int stops{0};
};

/// Runs a request with a stop at every progress of this number, and a new run after each.
inline Broken run_with_stops(const PoreSpace& pores, RunRequest request, int number) {
  const Folder folder;
  Broken broken;
  for (;; ++broken.stops) {
    Checkpoint checkpoint({}, {folder.path()});
    request.checkpoint = &checkpoint;
    StopperAt stopper(number);
    broken.report = run_flows(PoreSpace(pores), request, stopper);
    EXPECT_EQ(checkpoint.why_not_saved(), "");
    if (!checkpoint.has_saved_end()) {
      checkpoint.remove();
      EXPECT_FALSE(std::filesystem::exists(folder.path()));
      return broken;
    }
    EXPECT_EQ(checkpoint.states_saved(), broken.stops == 0 ? 2 : 1) << "the first run saves one at its start";
    EXPECT_LE(folder.names().size(), 2U);
  }
}

/// Stops it in these ways: 0 after each two steps or look, others after so many batches.
inline void expect_the_bits_of_one_run(const PoreSpace& pores, const RunRequest& request, const std::vector<int>& ways,
                                       int least_stops = 3) {
  const StateBytes whole = bytes_of(run_flows(PoreSpace(pores), request));
  for (const int number : ways) {
    const Broken broken = run_with_stops(pores, request, number);
    EXPECT_TRUE(bytes_of(broken.report) == whole) << "stopped in way " << number;
    EXPECT_GE(broken.stops, number == 0 ? 12 : least_stops) << "stopped in way " << number;
  }
}

}  // namespace perm
