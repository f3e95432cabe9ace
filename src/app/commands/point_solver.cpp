// SPDX-License-Identifier: Apache-2.0
#include "app/commands/point_solver.hpp"

#include <fmt/format.h>

#include <span>
#include <utility>

#include "app/terminal/progress_line.hpp"
#include "app/terminal/signals.hpp"
#include "run/run.hpp"

namespace perm {
namespace {

/// Shows how the flow of one point goes, and ends it at a signal: a point that is not finished is solved again.
class PointObserver : public RunObserver {
 public:
  PointObserver(const Communicator& world, bool talks) : world_(world), talks_(talks) {}
  void between_work() override { throw_if_interrupted(world_); }
  void on_progress(const Progress& progress, const std::optional<double>& voxel_size_m) override {
    if (!line_) line_.emplace(stderr, talks_ ? progress_style(stderr) : ProgressLine::Style::silent, voxel_size_m);
    line_->show(progress);
  }
  void on_steps_done() override { line_.reset(); }

 private:
  Communicator world_;
  bool talks_;
  std::optional<ProgressLine> line_;
};

FlowRecord make_record(const RunReport& report) {
  const FlowResult& result = report.flows.front().result;
  FlowRecord record;
  take_result(result, record);
  record.voxel_estimate = report.flows.front().voxel_estimate;
  record.voxels = report.image.extent.voxels();
  record.pore_voxels = report.image.pore_voxels;
  record.fluid_cells = result.fluid_cells;
  if (result.stop == StopReason::not_percolating) record.iteration_error = 0;
  return record;
}

}  // namespace

PointSolver::PointSolver(const std::filesystem::path& folder, const Communicator& world, Talk talk)
    : world_(world), talks_(world.is_first() && talk == Talk::normal) {
  if (!world.is_first()) return;
  records_ = read_flow_records(folder);
  file_.emplace(folder, world.rank());
}

SolvedPoint PointSolver::solve(SolverPoint point) {
  const std::string key =
      fmt::format("pores {} of {}; {}", point.hash, to_string(point.pores.image()), key_of(point.flow));
  if (const std::optional<FlowRecord> known = recall(key)) return {*known, true, {}};
  RunRequest request;
  request.directions = {point.flow.direction};
  request.flow = point.flow;
  request.seams = SeamCheck::skip;
  request.origin.voxel_size_m = point.voxel_size_m;
  PointObserver observer(world_, talks_);
  const RunReport report = run_flows(std::move(point.pores), request, observer);
  SolvedPoint solved{make_record(report), false, {}};
  if (const auto& checks = report.flows.front().checks) solved.warnings = checks->warnings;
  if (file_) {
    file_->append(format_flow_record(key, solved.record));
    records_.insert_or_assign(key, solved.record);
  }
  return solved;
}

/// Gives what an earlier run, or an earlier point, has left of this flow, to all processes.
std::optional<FlowRecord> PointSolver::recall(const std::string& key) const {
  std::string line;
  if (const auto found = records_.find(key); found != records_.end()) line = format_flow_record(key, found->second);
  FlowRecords shared;
  read_flow_records(world_.share_text(std::move(line)), shared);
  const auto found = shared.find(key);
  return found != shared.end() ? std::optional(found->second) : std::nullopt;
}

}  // namespace perm
