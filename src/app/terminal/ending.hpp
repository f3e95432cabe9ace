// SPDX-License-Identifier: Apache-2.0
// How this program ends: what was thrown becomes one line on stderr and an exit code. In a job of several processes an
// error on any of them ends all, for the others would wait for it for ever; one that all have is told once.
#pragma once

#include <functional>

#include "core/errors.hpp"

namespace perm {

/// The exit code of `work`, or of what it throws.
int exit_code_of(const std::function<ExitCode()>& work);

/// What this process does before it ends the others, which are killed where they are: clean up for them.
void before_ending_others(std::function<void()> action);

}  // namespace perm
