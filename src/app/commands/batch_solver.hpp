// SPDX-License-Identifier: Apache-2.0
// Solves the rows of a batch, which the processes share out (run/tasks/tasks.hpp).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/commands/batch_list.hpp"
#include "app/commands/task_states.hpp"
#include "report/batch/batch_row.hpp"
#include "run/tasks/tasks.hpp"

namespace perm {

/// Holds outcomes by what was solved (BatchOutcome::content).
using KnownContents = std::map<std::string, BatchOutcome>;

/// Solves `rows`, the same on all processes, with `threads` threads of each, and gives the record of each row
/// (format_row_record) to all. What is wrong with an image is its outcome; what `observer` throws ends all. An image
/// whose content is known is read and not solved. Rows that are stopped go on from `states` another time. Collective.
/// Throws TaskStopped too (do_tasks).
std::vector<std::string> solve_rows(const std::vector<const ListedRow*>& rows, const KnownContents& known, int threads,
                                    TaskStates& states, TaskObserver& observer);

}  // namespace perm
