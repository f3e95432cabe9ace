// SPDX-License-Identifier: Apache-2.0
// Reads the words of a command line, and the keys of the configuration file that it names, as option values.
#pragma once

#include <string>
#include <vector>

#include "app/options/command.hpp"
#include "input/options/option_values.hpp"

namespace perm {

/// Parses `arguments` (the words behind the command's name). With --config FILE the keys of that file count where the
/// command line does not give the option. Throws UsageError for an option that `command` does not know, that is given
/// twice or that lacks its value, and InputError for a configuration file that is absent or holds an unknown key.
OptionValues parse_command_line(const Command& command, const std::vector<std::string>& arguments);

/// Tells whether the words behind a command's name ask for the help that has every option: --help all.
bool asks_for_all_help(const std::vector<std::string>& arguments);

}  // namespace perm
