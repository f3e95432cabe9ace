// SPDX-License-Identifier: Apache-2.0
#include "app/commands/flow_tasks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "app/commands/kept_tasks.hpp"
#include "app/terminal/print.hpp"
#include "app/terminal/progress_line.hpp"
#include "core/agreement/agreement.hpp"
#include "core/printable_text.hpp"
#include "core/stop_check.hpp"
#include "run/conduct.hpp"
#include "run/run.hpp"

namespace perm {
namespace {

/// What the voxels did to K is not estimated where an image was refined, and warnings name planes of the file.
std::string key_of(const FlowTask& task) {
  const ImageOrigin& origin = task.origin;
  const auto& [x, y, z] = origin.first_voxel;
  return fmt::format("{}{}{}; {}", task.pores.key,
                     origin.resampling && origin.resampling->is_refined() ? "; refined" : "",
                     x + y + z > 0 ? fmt::format("; from {},{},{}", x, y, z) : "", key_of(task.flow));
}

/// Says how much work a flow is, very roughly; steps grow with the length.
double rough_cost(const Extent& extent, double porosity) {
  const auto longest = static_cast<double>(std::max({extent.nx, extent.ny, extent.nz}));
  return static_cast<double>(extent.voxels()) * porosity * longest;
}

/// Gives the bytes that a flow takes while stepping, too many rather than too few.
std::int64_t rough_bytes(const Extent& extent, double porosity, Precision precision) {
  const double cells_a_voxel = std::min(1.0, 1.2 * porosity);
  const double bytes_a_cell = 10.0 + 20.0 * static_cast<double>(bytes_of(precision));
  return static_cast<std::int64_t>(static_cast<double>(extent.voxels()) * (cells_a_voxel * bytes_a_cell + 4));
}

/// Leaves out what a record does not hold, because flows that differ in it are one.
ImageOrigin origin_in_record(ImageOrigin origin) {
  origin.moving.reset();    // a record has no slope, and pores at another threshold have other such voxels
  origin.warnings.clear();  // a record holds the warnings of the flow, whatever the size of the voxels
  origin.voxel_size_m.reset();
  if (origin.resampling) origin.resampling->voxel_size_m.reset();
  return origin;
}

/// Gives the record what the pores of its flow conduct, and the warnings that the flow does not have.
void add_conduction(FlowRecord& record, PoreSlab pores, const FlowTask& flow, int threads) {
  ConductRequest request;
  request.directions = {flow.flow.direction};
  request.boundary = flow.flow.boundary.boundary;
  request.threads = threads;
  request.seams = SeamCheck::skip;
  request.walls = flow.flow.walls;
  request.device = device_beside(flow.flow.solver.device);
  request.origin = origin_in_record(flow.origin);
  ConductReport report = conduct(std::move(pores), request);
  record.conduction = report.directions.front();
  for (std::string& warning : report.warnings)
    if (std::ranges::find(record.warnings, warning) == record.warnings.end())
      record.conduction_warnings.push_back(std::move(warning));
}

/// Shows the steps of a flow that is solved beside no other.
class FlowObserver final : public TaskWatch {
 public:
  FlowObserver(TaskStates* states, const TaskPlace& place, bool is_shown, const std::optional<double>& voxel_size_m)
      : TaskWatch(states),
        style_(is_shown && place.processes().is_first() ? progress_style(stderr) : ProgressLine::Style::silent),
        voxel_size_m_(voxel_size_m) {}
  void on_progress(const Progress& progress, const std::optional<double>& voxel_size_m) override {
    TaskWatch::on_progress(progress, voxel_size_m);
    if (!line_) line_.emplace(stderr, style_, voxel_size_m_);
    line_->show(progress);
  }
  void on_steps_done() override { line_.reset(); }

 private:
  ProgressLine::Style style_;
  std::optional<double> voxel_size_m_;  ///< the run does not know it
  std::optional<ProgressLine> line_;
};

}  // namespace

FlowTask flow_through(const Recipe& recipe, const FlowOptions& flow, std::string name) {
  ImageOrigin origin;
  origin.repeats = true;
  const auto surface = std::make_shared<SurfaceMaker>();  // is there once the image is made
  if (surface_maker(recipe))
    origin.surface = [surface](const Communicator& processes) { return (*surface)(processes); };
  const auto make = [recipe, surface](const Communicator& processes) {
    ImageWithSurface image = generate_with_surface(recipe, processes);
    *surface = std::move(image.surface);
    return std::move(image.pores);
  };
  return {std::move(name), {key_of(recipe), make}, recipe.extent, recipe.porosity.value_or(1), flow, std::move(origin)};
}

std::string what_flows_are_kept(const std::filesystem::path& folder) {
  return fmt::format("The flows that are done are kept in '{}'", folder.string());
}

FlowTasks::FlowTasks(std::filesystem::path folder, Talk talk, TaskStates* states)
    : folder_(std::move(folder)), talks_(world_.is_first() && talk == Talk::normal), states_(states) {
  read_flow_records(world_.share_text(world_.is_first() ? flow_record_text(folder_) : ""), records_);
}

Task FlowTasks::task_of(const FlowTask& flow, const std::string& key, TaskSharing sharing) const {
  const Extent extent = flow.extent.value_or(Extent{});
  const auto work = [&flow, key, extent, states = states_,
                     is_shown = talks_ && sharing == TaskSharing::together](TaskPlace& place) {
    RunRequest request;
    request.directions = {flow.flow.direction};
    request.flow = flow.flow;
    request.flow.solver.threads = place.take(extent.voxels());
    request.seams = SeamCheck::skip;
    request.measures_slip = true;  // a gas may be asked for once it is solved
    request.looks_beyond_faces = !flow.origin.repeats;
    request.origin = origin_in_record(flow.origin);
    FlowObserver observer(states, place, is_shown, flow.origin.voxel_size_m);
    PoreSlab pores = flow.pores.read(place.processes());
    return format_flow_record(key, record_of(states != nullptr ? states->run(key, std::move(pores), request, observer)
                                                               : run_flows(std::move(pores), request, observer)));
  };
  return {flow.name, flow.extent, rough_cost(extent, flow.porosity),
          rough_bytes(extent, flow.porosity, flow.flow.solver.precision), work};
}

Task FlowTasks::conduction_task_of(const FlowTask& flow, const std::string& key) const {
  const Extent extent = flow.extent.value_or(Extent{});
  const auto work = [&flow, key, extent, record = records_.at(key)](TaskPlace& place) mutable {
    const int threads = place.take(extent.voxels());
    add_conduction(record, flow.pores.read(place.processes()), flow, threads);
    return format_flow_record(key, record);
  };
  return {flow.name, flow.extent, rough_cost(extent, flow.porosity),
          rough_bytes(extent, flow.porosity, Precision::float32), work};
}

void FlowTasks::do_and_keep(const std::vector<Task>& tasks, const SolverSettings& machine, TaskSharing sharing,
                            const std::string& what) {
  if (tasks.empty()) return;
  const bool is_counted = talks_ && sharing != TaskSharing::together;
  KeptTasks kept(flow_record_file(folder_, world_.rank()), what,
                 is_counted ? CounterLine::Style::shown : CounterLine::Style::silent, states_);
  try {
    for (const std::string& line : do_tasks(tasks, {world_, sharing, machine.device, machine.threads}, kept))
      read_flow_records(line, records_);
  } catch (const TaskStopped&) {
    if (states_ == nullptr) check_for_stop(world_);
    throw;
  }
}

std::vector<FlowOutcome> FlowTasks::solve(const std::vector<FlowTask>& flows, TaskSharing sharing) {
  std::vector<FlowOutcome> outcomes(flows.size());
  std::vector<SharedValue> keys;  // a key names the files that an image is made of, with their sizes and times
  std::set<std::string> different;
  std::vector<Task> tasks;
  for (std::size_t i = 0; i < flows.size(); ++i) {
    const std::string key = key_of(flows[i]);
    keys.push_back({fmt::format("flow '{}'", flows[i].name), key});
    outcomes[i].is_known = records_.contains(key);
    if (different.insert(key).second && !outcomes[i].is_known) tasks.push_back(task_of(flows[i], key, sharing));
  }
  require_agreement(world_, "The processes of this job do not solve the same flows", keys,
                    "See that all files are the same on all nodes, their times included (cp -p)");
  if (talks_ && sharing != TaskSharing::together && tasks.size() < different.size())
    print(stdout, fmt::format("{} flows are known from an earlier run in '{}'; {} are left.\n",
                              different.size() - tasks.size(), printable_line(folder_.string()), tasks.size()));
  if (flows.empty()) return outcomes;
  const SolverSettings& machine = flows.front().flow.solver;
  do_and_keep(tasks, machine, sharing, "flow");
  tasks.clear();
  different.clear();
  for (std::size_t i = 0; i < flows.size(); ++i)
    if (const std::string& key = keys[i].value; flows[i].conducts && different.insert(key).second)
      if (!records_.at(key).conduction) tasks.push_back(conduction_task_of(flows[i], key));
  do_and_keep(tasks, machine, sharing == TaskSharing::by_size ? TaskSharing::each_own : sharing, "conduction");
  for (std::size_t i = 0; i < flows.size(); ++i) {
    FlowRecord& record = outcomes[i].record = records_.at(keys[i].value);
    const auto warnings = std::exchange(record.conduction_warnings, {});
    if (flows[i].conducts)
      record.warnings.insert(record.warnings.end(), warnings.begin(), warnings.end());
    else
      record.conduction.reset();
  }
  return outcomes;
}

std::vector<FlowRecord> FlowTasks::records_of(const std::vector<FlowTask>& flows) {
  std::vector<FlowRecord> records;
  for (FlowOutcome& outcome : solve(flows, TaskSharing::by_size)) records.push_back(std::move(outcome.record));
  return records;
}

}  // namespace perm
