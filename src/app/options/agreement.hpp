// SPDX-License-Identifier: Apache-2.0
// What the processes of a job compare as soon as each has read its command line: program, command, every option and
// every variable of the program. A new option is compared unless it is named here as one that may differ.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/options/command.hpp"
#include "input/options/option_values.hpp"

namespace perm {

/// The variables of the program that may differ. All others whose name begins with PERMEABILITY_ must be the same.
std::span<const std::string_view> variables_that_may_differ();

/// Throws InputError, on all processes alike, where one of them is another program, or was started with another
/// command, option or variable. Collective, and the first thing that processes do together.
void require_same_start(const Command& command, const OptionValues& values);
/// Does the same for words that are no command, such as --version.
void require_same_start(const std::vector<std::string>& words);

}  // namespace perm
