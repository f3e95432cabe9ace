// SPDX-License-Identifier: Apache-2.0
// The manual page permeability(1), made from the option tables.
#pragma once

#include <string>
#include <vector>

#include "app/options/command.hpp"

namespace perm {

/// Gives the page in the language of man(7).
std::string format_man_page(const std::vector<Command>& commands, const std::string& version);

}  // namespace perm
