// SPDX-License-Identifier: Apache-2.0
// Scripts that complete commands, options and their choices in a shell, made from the option tables.
#pragma once

#include <string>
#include <vector>

#include "app/options/command.hpp"

namespace perm {

std::string format_bash_completion(const std::vector<Command>& commands);
std::string format_zsh_completion(const std::vector<Command>& commands);
std::string format_fish_completion(const std::vector<Command>& commands);

}  // namespace perm
