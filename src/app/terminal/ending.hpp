// SPDX-License-Identifier: Apache-2.0
// The end of the program: an exception becomes one line on stderr and an exit code. In a job of several processes an
// error on any of them ends all, because the others would wait for that process for ever; an error that all have is
// told once.
#pragma once

#include <functional>

#include "core/errors.hpp"

namespace perm {

/// Gives the exit code of `work`, or that of the exception that it throws.
int exit_code_of(const std::function<ExitCode()>& work);

/// Sets what this process does before it ends the others. They are killed where they are, so it cleans up for them.
void before_ending_others(std::function<void()> action);

}  // namespace perm
