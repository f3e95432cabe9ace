// SPDX-License-Identifier: Apache-2.0
#include "app/options/command_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/program_options.hpp>

#include "app/options/option_table.hpp"
#include "app/options/suggestion.hpp"
#include "core/errors.hpp"
#include "core/text_file.hpp"

namespace perm {
namespace {

namespace po = boost::program_options;
using Values = std::map<std::string, std::string>;

// Options are known by their whole names only: an abbreviation would change its meaning when an option is added.
constexpr int style = po::command_line_style::unix_style ^ po::command_line_style::allow_guessing;

po::options_description describe(const std::vector<Option>& options) {
  po::options_description description;
  for (const Option& option : options) {
    const std::string names = option.letter != 0 ? fmt::format("{},{}", option.name, option.letter) : option.name;
    auto* value = po::value<std::string>();
    if (option.value.empty()) value->implicit_value("true");
    description.add_options()(names.c_str(), value, "");
  }
  return description;
}

/// Gives "Did you mean --tolerance? " or nothing, and then `otherwise`.
std::string suggest(std::string typed, const std::vector<Option>& options, const std::string& otherwise) {
  while (typed.starts_with('-')) typed.erase(0, 1);
  std::vector<std::string> names;
  for (const Option& option : options) names.push_back(option.name);
  const std::string closest = closest_word(typed, names);
  return closest.empty() ? otherwise : fmt::format("Did you mean --{}? {}", closest, otherwise);
}

Values read_arguments(const Command& command, const std::vector<Option>& options,
                      const std::vector<std::string>& arguments) {
  const std::string help = fmt::format("See permeability {} --help", command.name);
  const po::options_description description = describe(options);
  po::positional_options_description positional;
  if (!command.positional.empty()) positional.add(command.positional.c_str(), 1);
  Values values;
  try {
    const po::parsed_options parsed =
        po::command_line_parser(arguments).options(description).positional(positional).style(style).run();
    for (const po::option& option : parsed.options) {
      const std::string value = option.value.empty() ? "true" : option.value.front();
      if (value.empty()) throw UsageError(fmt::format("--{} has an empty value", option.string_key), "", help);
      if (!values.emplace(option.string_key, value).second)
        throw UsageError(fmt::format("--{} is given twice", option.string_key), "", "Give it once");
    }
  } catch (const po::unknown_option& error) {
    throw UsageError(fmt::format("Unknown option '{}'", error.get_option_name()), "",
                     suggest(error.get_option_name(), options, help));
  } catch (const po::too_many_positional_options_error&) {
    throw UsageError(command.positional.empty() ? fmt::format("{} takes options only", command.name)
                                                : fmt::format("More than one {} is given", command.positional),
                     "every other word belongs to an option", help);
  } catch (const po::error& error) {
    throw UsageError("The command line cannot be understood", error.what(), help);
  }
  return values;
}

Values read_option_file(const std::filesystem::path& path, const std::vector<Option>& options) {
  const std::string remedy = "Keys are the long options, one 'key = value' a line, # before a comment";
  TextStream file(read_text_file(path));
  Values values;
  try {
    const po::options_description description = describe(options);
    for (const po::option& option : po::parse_config_file(file, description, true).options) {
      if (option.unregistered)
        throw InputError(fmt::format("Unknown key '{}' in '{}'", option.string_key, path.string()), "",
                         suggest(option.string_key, options, remedy));
      const std::string value = option.value.empty() ? "" : option.value.front();
      if (value.empty())
        throw InputError(fmt::format("The key '{}' in '{}' has no value", option.string_key, path.string()), "",
                         remedy);
      if (!values.emplace(option.string_key, value).second)
        throw InputError(fmt::format("The key '{}' is given twice in '{}'", option.string_key, path.string()), "",
                         "Give it once");
    }
  } catch (const po::error& error) {
    throw InputError(fmt::format("Cannot understand '{}'", path.string()), error.what(), remedy);
  }
  return values;
}

}  // namespace

OptionValues parse_command_line(const Command& command, const std::vector<std::string>& arguments) {
  const std::vector<Option> options = all_options(command.groups);
  Values values = read_arguments(command, options, arguments);
  if (const auto config = values.find("config"); config != values.end() && !values.contains("help")) {
    std::vector<Option> keys = options;
    std::erase_if(keys, [](const Option& option) { return option.name == "config" || option.name == "help"; });
    values.merge(read_option_file(config->second, keys));  // does not replace values of the command line
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

OptionValues parse_option_file(const std::filesystem::path& path, const std::vector<Option>& options) {
  return {read_option_file(path, options), fallbacks_of(options)};
}

}  // namespace perm
