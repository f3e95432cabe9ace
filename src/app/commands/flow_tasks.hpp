// SPDX-License-Identifier: Apache-2.0
// Solves many flows that do not depend on each other. It shares them out among the processes of the job and keeps each
// as soon as it is known, so that a stopped run goes on where it was.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/options/flow_settings.hpp"
#include "darcy/tasks/flow_task.hpp"

namespace perm {

struct NamedTask {
  std::string name;  ///< shown with the progress
  FlowTask task;
};

/// Solves `tasks`, equal ones only once, and gives a record for each, the same on all processes. Collective.
/// Each process takes flows of its own, shared as evenly as costs can be known beforehand. Flows that are too large for
/// one process, or fewer than there are processes, are solved one after another by all processes together. Flows that
/// `folder` holds from an earlier run are not solved again, and each solved flow is added to `folder` at once. Throws
/// what solve_task throws, InputError when a record cannot be written, and Interrupted.
std::vector<FlowRecord> solve_tasks(const std::vector<NamedTask>& tasks, const std::filesystem::path& folder,
                                    Talk talk);

}  // namespace perm
