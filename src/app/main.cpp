// SPDX-License-Identifier: Apache-2.0
// The program permeability.
#include "app/commands/command_list.hpp"
#include "app/program.hpp"

int main(int argc, char** argv) { return perm::run_program(argc, argv, perm::all_commands); }
