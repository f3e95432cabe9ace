// SPDX-License-Identifier: Apache-2.0
// What a run saves besides the flow that it steps: the flows that are solved, with the warnings of before, and the
// flows of an error budget. The rest of a report is made from these when all of them are known.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/stop_check.hpp"
#include "darcy/evaluation/error_budget.hpp"
#include "darcy/flow_keeper.hpp"
#include "run/run_report.hpp"

namespace perm {

struct RunRequest;

/// Says in lines what decides the results of a run, and the program that makes them.
std::string identity_of(const RunRequest& request, const FlowOptions& options, const RunReport& report);

/// A flow with all warnings that were known when it was solved.
using FlowWithWarnings = std::pair<FlowReport, std::vector<std::string>>;

class SavedRun {
 public:
  /// `checkpoint` may be null: then nothing is saved or found.
  explicit SavedRun(Checkpoint* checkpoint) : checkpoint_(checkpoint) {}

  /// Recalls what a run of this identity has saved. Throws InputError where the checkpoint is of another one.
  /// Collective.
  void begin(const std::string& identity);
  /// Where the flow along the direction of `flow` is solved already, gives it with the warnings of then.
  bool recall(FlowReport& flow, std::vector<std::string>& warnings) const;
  /// Notes a flow that is solved.
  void add(const FlowReport& flow, const std::vector<std::string>& warnings);
  /// Does both with a flow that is solved but for its flows with inertia.
  bool recall_creeping(FlowReport& flow, std::vector<std::string>& warnings) const;
  void note_creeping(const FlowReport& flow, const std::vector<std::string>& warnings) const;
  /// Says where the flow along a direction saves its states.
  FlowSaving flow(Axis direction) const;
  /// Saves what is known where the run was stopped to go on another time. Collective.
  void end(StopWish wish);

 private:
  void note();

  Checkpoint* checkpoint_;
  std::map<Axis, FlowWithWarnings> flows_;
};

/// The flows of an error budget that are solved, by name.
class SavedBudget {
 public:
  explicit SavedBudget(Checkpoint* checkpoint);

  const GridPermeability* find(const std::string& flow) const;
  void add(const std::string& flow, const GridPermeability& grid);
  FlowSaving flow(const std::string& name) const { return {checkpoint_, name}; }

 private:
  Checkpoint* checkpoint_;
  std::map<std::string, GridPermeability> grids_;
};

}  // namespace perm
