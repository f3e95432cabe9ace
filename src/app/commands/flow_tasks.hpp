// SPDX-License-Identifier: Apache-2.0
// Solves many flows, each of them only once: what a folder holds from an earlier run is not solved again.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/commands/task_states.hpp"
#include "app/options/flow_settings.hpp"
#include "geometry/pore_slab.hpp"
#include "geometry/shapes/recipe.hpp"
#include "report/flow_records.hpp"
#include "run/run.hpp"
#include "run/tasks/tasks.hpp"

namespace perm {

/// Where the pores of a flow come from when no recipe makes them.
struct PoreSource {
  std::string key;  ///< everything that decides the voxels, in one line
  std::function<PoreSlab(const Communicator&)> read;
};

/// One flow of many.
struct FlowTask {
  std::string name;  ///< shown while it is solved
  PoreSource pores;
  std::optional<Extent> extent;  ///< absent where all processes have their part of the pores already
  double porosity{1};            ///< about; to share the flows out
  FlowOptions flow;
  ImageOrigin origin{};  ///< of its pores
  bool conducts{false};  ///< what its pores conduct is found too; pores are read once more for it, by one process
};

/// Gives the flow through the image that a recipe makes.
FlowTask flow_through(const Recipe& recipe, const FlowOptions& flow, std::string name);

struct FlowOutcome {
  FlowRecord record;
  bool is_known{false};  ///< it was solved before; what its pores conduct may be new
};

/// Says what is left of a run whose flows `folder` keeps, in one sentence without its full stop.
std::string what_flows_are_kept(const std::filesystem::path& folder);

class FlowTasks {
 public:
  /// Reads what `folder` holds; every flow that is solved is added to it at once. Flows that are stopped go on from
  /// `states` another time; null: those that are not done begin anew. Collective.
  FlowTasks(std::filesystem::path folder, Talk talk, TaskStates* states);

  /// Gives the outcome of each flow, the same on all processes. Equal flows are solved once. What pores conduct follows
  /// when all flows are kept, and is kept beside them. Records have it, and its warnings, where the flow asks for it.
  /// Collective. Throws what run_flows throws, InputError when a record cannot be written, Interrupted, and TaskStopped
  /// where flows go on another time.
  std::vector<FlowOutcome> solve(const std::vector<FlowTask>& flows, TaskSharing sharing);
  /// Gives the records of flows that the processes share out.
  std::vector<FlowRecord> records_of(const std::vector<FlowTask>& flows);

 private:
  Task task_of(const FlowTask& flow, const std::string& key, TaskSharing sharing) const;
  Task conduction_task_of(const FlowTask& flow, const std::string& key) const;
  /// Does tasks, keeps their outcomes, and reads them into the records. `what` one task is: "flow".
  void do_and_keep(const std::vector<Task>& tasks, const SolverSettings& machine, TaskSharing sharing,
                   const std::string& what);

  Communicator world_{Communicator::world()};
  std::filesystem::path folder_;
  bool talks_;
  TaskStates* states_;
  FlowRecords records_;
};

}  // namespace perm
