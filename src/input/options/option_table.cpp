// SPDX-License-Identifier: Apache-2.0
#include "input/options/option_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/errors.hpp"
#include "input/options/suggestion.hpp"

namespace perm {

std::vector<Option> all_options(const std::vector<OptionGroup>& groups) {
  std::vector<Option> options;
  for (const OptionGroup& group : groups) options.insert(options.end(), group.options.begin(), group.options.end());
  return options;
}

std::map<std::string, std::string> fallbacks_of(const std::vector<Option>& options) {
  std::map<std::string, std::string> fallbacks;
  for (const Option& option : options)
    if (!option.fallback.empty()) fallbacks[option.name] = option.fallback;
  return fallbacks;
}

OptionValues values_of(GivenOptions given, const std::vector<Option>& options) {
  std::vector<std::string> names;
  for (const Option& option : options) names.push_back(option.name);
  for (const auto& [name, value] : given) {
    if (std::ranges::find(names, name) != names.end()) continue;
    const std::string closest = closest_word(name, names);
    throw UsageError(fmt::format("Unknown option --{}", name), "",
                     closest.empty() ? "Leave it out" : fmt::format("Did you mean --{}", closest));
  }
  return {std::move(given), fallbacks_of(options)};
}

}  // namespace perm
