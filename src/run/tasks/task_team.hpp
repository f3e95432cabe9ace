// SPDX-License-Identifier: Apache-2.0
// The tasks of one process, done side by side: images of few cells take one thread each, larger ones several, and one
// image is read while others are solved.
#pragma once

#include <string>
#include <vector>

#include "run/tasks/tasks.hpp"

namespace perm {

/// Does the tasks in their order as far as possible and gives the outcome of each. Throws what a task or the observer
/// throws.
std::vector<std::string> do_side_by_side(const std::vector<const Task*>& tasks, const TaskSettings& settings,
                                         TaskObserver& observer);

}  // namespace perm
