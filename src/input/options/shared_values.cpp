// SPDX-License-Identifier: Apache-2.0
#include "input/options/shared_values.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace perm {
namespace {

// These depend on the node, and no number depends on them. What --config holds is compared key by key.
constexpr std::array any_value{"threads", "device", "instructions", "config"};
// These may lie elsewhere on each node. What is read from there is compared when it is read.
constexpr std::array any_path{"input", "output", "report", "figures"};

template <class Names>
bool is_one_of(std::string_view name, const Names& names) {
  return std::ranges::any_of(names, [&name](const char* other) { return name == other; });
}

}  // namespace

Agreement agreement_on(const std::string& option) {
  if (is_one_of(option, any_value)) return Agreement::any_value;
  return is_one_of(option, any_path) ? Agreement::any_path : Agreement::same_value;
}

std::vector<SharedValue> shared_values(const std::vector<Option>& options, const OptionValues& values) {
  std::vector<SharedValue> all;
  for (const Option& option : options) {
    const auto text = values.text(option.name);
    const Agreement agreement = agreement_on(option.name);
    if (!text || agreement == Agreement::any_value) continue;
    // Some options mean something else when they are given than as defaults.
    const char* origin = values.is_given(option.name) ? "" : " by default";
    all.push_back({"--" + option.name, agreement == Agreement::any_path ? "given" : *text + origin});
  }
  return all;
}

}  // namespace perm
