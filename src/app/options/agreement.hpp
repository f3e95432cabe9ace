// SPDX-License-Identifier: Apache-2.0
// What the processes of a job compare as soon as each has read its command line: program, command, every option and
// every variable of the program. A new option is compared unless it is named here as one that may differ.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/options/command.hpp"
#include "app/options/option_values.hpp"
#include "core/agreement/agreement.hpp"

namespace perm {

/// What processes may have of an option: the same value, any value, or any value where all give one or none does.
enum class Agreement { same_value, any_value, any_path };
Agreement agreement_on(const std::string& option);

/// The variables of the program that may differ. All others whose name begins with PERMEABILITY_ must be the same.
std::span<const char* const> variables_that_may_differ();

/// Lists the values that all processes must have alike, defaults included.
std::vector<SharedValue> shared_values(const std::vector<Option>& options, const OptionValues& values);

/// Throws InputError, on all processes alike, where one of them is another program, or was started with another
/// command, option or variable. Collective, and the first thing that processes do together.
void require_same_start(const Command& command, const OptionValues& values);
/// Does the same for words that are no command, such as --version.
void require_same_start(const std::vector<std::string>& words);

}  // namespace perm
