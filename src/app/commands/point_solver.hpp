// SPDX-License-Identifier: Apache-2.0
// Solves one pore space after another on all processes together, and keeps each flow in a folder as soon as it is
// solved, under the hash of its pore space and its options. What the folder holds is not solved again.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/options/flow_settings.hpp"
#include "core/communicator.hpp"
#include "darcy/tasks/flow_task.hpp"
#include "geometry/pore_slab.hpp"
#include "report/flow_records.hpp"

namespace perm {

/// One pore space, and how it is solved.
struct SolverPoint {
  PoreSlab pores;
  std::string hash;  ///< hash_of the pores
  FlowOptions flow;
  std::optional<double> voxel_size_m;  ///< for the progress
};

struct SolvedPoint {
  FlowRecord record;
  bool is_known{false};               ///< it was solved before
  std::vector<std::string> warnings;  ///< of a flow that was solved now, a sentence each
};

class PointSolver {
 public:
  /// Reads what `folder` holds. The first process reads and writes; all of them solve.
  PointSolver(const std::filesystem::path& folder, const Communicator& world, Talk talk);

  /// Gives the flow, the same to all processes. Collective. Throws what run_flows throws, InputError when the record
  /// cannot be written, and Interrupted.
  SolvedPoint solve(SolverPoint point);

 private:
  std::optional<FlowRecord> recall(const std::string& key) const;

  Communicator world_;
  bool talks_;
  std::optional<FlowRecordFile> file_;  ///< in the first process only
  FlowRecords records_;                 ///< in the first process only
};

}  // namespace perm
