// SPDX-License-Identifier: Apache-2.0
// The end of the program: an exception becomes one line on stderr and an exit code. In a job of several processes an
// error on any of them ends all, because the others would wait for that process for ever. An error that all processes
// have is reported once.
#pragma once

#include <functional>

#include "core/errors.hpp"

namespace perm {

/// Gives the exit code of `work`, or that of the exception that it throws.
int exit_code_of(const std::function<ExitCode()>& work);

/// Sets what this process does before it ends the others. They are killed at once, so this process cleans up for them.
void before_ending_others(std::function<void()> action);

}  // namespace perm
