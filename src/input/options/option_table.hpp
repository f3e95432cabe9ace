// SPDX-License-Identifier: Apache-2.0
// Option values that come from somewhere else than a command line, such as a call from Python or a column of a table.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "input/options/option.hpp"
#include "input/options/option_values.hpp"

namespace perm {

/// Gives the options of all groups.
std::vector<Option> all_options(const std::vector<OptionGroup>& groups);

/// Gives the defaults that the table has, by name.
std::map<std::string, std::string> fallbacks_of(const std::vector<Option>& options);

/// Gives values that were given by name. Throws UsageError for a name that no option has, and names the closest one.
OptionValues values_of(GivenOptions given, const std::vector<Option>& options);

}  // namespace perm
