// SPDX-License-Identifier: Apache-2.0
#include "app/options/agreement.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "core/agreement/agreement.hpp"
#include "core/version.hpp"
#include "input/options/option_table.hpp"
#include "input/options/shared_values.hpp"

namespace perm {
namespace {

constexpr std::array<std::string_view, 2> any_variable{"PERMEABILITY_MPI", "PERMEABILITY_PYTHON"};

void add_variables(std::vector<SharedValue>& all) {
  std::vector<std::string_view> variables;
  for (char** variable = environ; *variable != nullptr; ++variable)
    if (const std::string_view text = *variable; text.starts_with("PERMEABILITY_")) variables.push_back(text);
  std::ranges::sort(variables);  // each process may have them in an order of its own
  for (const std::string_view text : variables) {
    const std::size_t end = std::min(text.find('='), text.size());
    const std::string_view name = text.substr(0, end);
    if (std::ranges::find(any_variable, name) == any_variable.end())
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

std::span<const std::string_view> variables_that_may_differ() { return any_variable; }

void require_same_start(const Command& command, const OptionValues& values) {
  require_same_start(command.name, shared_values(all_options(command.groups), values));
}

void require_same_start(const std::vector<std::string>& words) {
  require_same_start(fmt::format("{}", fmt::join(words, " ")), {});
}

}  // namespace perm
