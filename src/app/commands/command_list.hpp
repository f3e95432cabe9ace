// SPDX-License-Identifier: Apache-2.0
// The commands of this program. Each is made in the file that has its name.
#pragma once

#include <vector>

#include "app/options/command.hpp"

namespace perm {

Command solve_command();
Command look_command();
Command conduct_command();
Command generate_command();
Command segment_command();
Command bench_command();
Command validate_command();
Command sweep_command();
Command batch_command();
Command continue_command();

/// Gives all of them, in the order in which they are shown.
inline std::vector<Command> all_commands() {
  return {solve_command(),    look_command(),     conduct_command(), batch_command(),    sweep_command(),
          continue_command(), generate_command(), segment_command(), validate_command(), bench_command()};
}

}  // namespace perm
