// SPDX-License-Identifier: Apache-2.0
#include "app/options/agreement.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "app/options/option_table.hpp"
#include "core/version.hpp"

namespace perm {
namespace {

// These depend on the node, and no number depends on them. What --config holds is compared key by key.
constexpr std::array any_value{"threads", "device", "instructions", "config"};
// These may lie elsewhere on each node. What is read from there is compared when it is read.
constexpr std::array any_path{"input", "output", "report", "figures"};
constexpr std::array any_variable{"PERMEABILITY_MPI", "PERMEABILITY_PYTHON"};

template <class Names>
bool is_one_of(std::string_view name, const Names& names) {
  return std::ranges::any_of(names, [&name](const char* other) { return name == other; });
}

void add_variables(std::vector<SharedValue>& all) {
  std::vector<std::string_view> variables;
  for (char** variable = environ; *variable != nullptr; ++variable)
    if (const std::string_view text = *variable; text.starts_with("PERMEABILITY_")) variables.push_back(text);
  std::ranges::sort(variables);  // each process may have them in an order of its own
  for (const std::string_view text : variables) {
    const std::size_t end = std::min(text.find('='), text.size());
    const std::string_view name = text.substr(0, end);
    if (!is_one_of(name, any_variable))
      all.push_back(
          {fmt::format("the variable {}", name), fmt::format("'{}'", text.substr(std::min(end + 1, text.size())))});
  }
}

void require_same_start(const std::string& command, const std::vector<SharedValue>& values) {
  std::vector<SharedValue> all{{"the program", describe_program()}, {"the command", command}};
  all.insert(all.end(), values.begin(), values.end());
  add_variables(all);
  require_agreement(Communicator::world(), "The processes of this job are not started alike", all,
                    "Give all of them the same program, command line, --config and variables");
}

}  // namespace

Agreement agreement_on(const std::string& option) {
  if (is_one_of(option, any_value)) return Agreement::any_value;
  return is_one_of(option, any_path) ? Agreement::any_path : Agreement::same_value;
}

std::span<const char* const> variables_that_may_differ() { return any_variable; }

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

void require_same_start(const Command& command, const OptionValues& values) {
  require_same_start(command.name, shared_values(all_options(command.groups), values));
}

void require_same_start(const std::vector<std::string>& words) {
  require_same_start(fmt::format("{}", fmt::join(words, " ")), {});
}

}  // namespace perm
