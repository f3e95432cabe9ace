// SPDX-License-Identifier: Apache-2.0
#include "app/options/command_line.hpp"

#include <algorithm>

#include "input/options/option_parser.hpp"
#include "input/options/option_table.hpp"

namespace perm {

OptionValues parse_command_line(const Command& command, const std::vector<std::string>& arguments) {
  const std::vector<Option> options = all_options(command.groups);
  GivenOptions values = parse_words(arguments, options, command.program + " " + command.name, command.positional);
  if (const auto config = values.find("config"); config != values.end() && !values.contains("help")) {
    std::vector<Option> keys = options;
    std::erase_if(keys, [](const Option& option) { return option.name == "config" || option.name == "help"; });
    values.merge(read_option_file(config->second.text(), keys));  // does not replace values of the command line
  }
  OptionValues result(std::move(values), fallbacks_of(options));
  result.set_command_line(arguments);
  return result;
}

bool asks_for_all_help(const std::vector<std::string>& arguments) {
  const auto help =
      std::ranges::find_if(arguments, [](const std::string& word) { return word == "--help" || word == "-h"; });
  return help != arguments.end() && help + 1 != arguments.end() && *(help + 1) == "all";
}

}  // namespace perm
