// SPDX-License-Identifier: Apache-2.0
// Solves many flows that do not depend on each other, shared out among the processes of the job, and keeps each as soon
// as it is known: a run that was stopped goes on where it was.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/options/flow_settings.hpp"
#include "darcy/flow_task.hpp"

namespace perm {

struct NamedTask {
  std::string name;  ///< for the reader of the progress
  FlowTask task;
};

/// Solves `tasks`, equal ones once, and gives a record for each, the same on all processes. Collective.
/// Each process takes flows of its own, as evenly shared as costs can be known beforehand; flows too large for one of
/// them, or fewer than there are processes, are solved one after another by all together. What `folder` holds of an
/// earlier run is not solved again, and what is solved is added to it at once.
std::vector<FlowRecord> solve_tasks(const std::vector<NamedTask>& tasks, const std::filesystem::path& folder,
                                    Talk talk);

}  // namespace perm
