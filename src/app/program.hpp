// SPDX-License-Identifier: Apache-2.0
// A program of commands: it joins the other processes of the job, if there are any, finds the command and runs it.
#pragma once

#include <vector>

#include "app/options/command.hpp"

namespace perm {

/// Runs the command that the arguments name, and gives the exit code of the process. To be called from main alone;
/// `commands` gives all commands of the program, in the order in which they are shown.
int run_program(int argc, char** argv, std::vector<Command> (*commands)());

}  // namespace perm
