// SPDX-License-Identifier: Apache-2.0
// The commands of this program. Each is made in the file that has its name.
#pragma once

#include "app/options/command.hpp"

namespace perm {

Command solve_command();
Command generate_command();
Command bench_command();
Command validate_command();
Command sweep_command();
Command batch_command();

}  // namespace perm
