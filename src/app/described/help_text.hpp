// SPDX-License-Identifier: Apache-2.0
// The help of the program and of its commands, laid out from their option tables.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/options/command.hpp"

namespace perm {

/// Gives the text that `permeability --help` prints, in lines of at most `width` characters.
std::string format_program_help(const std::vector<Command>& commands, std::size_t width = 80);

/// Gives the text that `permeability <command> --help` prints, or `--help all`: usage, the options of that level with
/// unit and default, examples. No line is longer than `width` characters, which are 40 or more, but for a long word.
std::string format_command_help(const Command& command, HelpLevel level, std::size_t width = 80);

}  // namespace perm
