// SPDX-License-Identifier: Apache-2.0
#include "input/options/option_parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/program_options.hpp>

#include "core/errors.hpp"
#include "core/text_file.hpp"
#include "input/options/option_table.hpp"
#include "input/options/suggestion.hpp"

namespace perm {
namespace {

namespace po = boost::program_options;

// Options are known by their whole names only: an abbreviation would change its meaning when an option is added.
constexpr int style = po::command_line_style::unix_style ^ po::command_line_style::allow_guessing;

po::options_description describe(const std::vector<Option>& options) {
  po::options_description description;
  for (const Option& option : options) {
    const std::string names = option.letter != 0 ? fmt::format("{},{}", option.name, option.letter) : option.name;
    auto* value = po::value<std::string>();
    if (option.value.empty()) value->implicit_value("true");
    if (!option.implied.empty()) value->implicit_value(option.implied);
    description.add_options()(names.c_str(), value, "");
  }
  return description;
}

/// Says whether every word of a list with commas stands among those that the help names, as in "vti|npy|h5|tif".
bool is_list_of(std::string_view list, const std::string& words) {
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    const std::string word = fmt::format("|{}|", list.substr(begin, end - begin));
    if (fmt::format("|{}|", words).find(word) == std::string::npos) return false;
    begin = end + 1;
  }
  return true;
}

/// Joins an option that may have a value to the word behind it, where that is one: the library takes no other word for
/// it than one behind an equals sign.
std::vector<std::string> join_values(const std::vector<std::string>& words, const std::vector<Option>& options) {
  std::vector<std::string> joined;
  for (std::size_t i = 0; i < words.size(); ++i) {
    joined.push_back(words[i]);
    if (words[i] == "--") {
      joined.insert(joined.end(), words.begin() + static_cast<std::ptrdiff_t>(i) + 1, words.end());
      break;
    }
    for (const Option& option : options)
      if (!option.implied.empty() && words[i] == "--" + option.name && i + 1 < words.size() &&
          is_list_of(words[i + 1], option.value))
        joined.back() += "=" + words[++i];
  }
  return joined;
}

/// Gives "Did you mean --tolerance? " or nothing, and then `otherwise`.
std::string suggest(std::string typed, const std::vector<Option>& options, const std::string& otherwise) {
  while (typed.starts_with('-')) typed.erase(0, 1);
  std::vector<std::string> names;
  for (const Option& option : options) names.push_back(option.name);
  const std::string closest = closest_word(typed, names);
  return closest.empty() ? otherwise : fmt::format("Did you mean --{}? {}", closest, otherwise);
}

}  // namespace

GivenOptions parse_words(const std::vector<std::string>& words, const std::vector<Option>& options,
                         const std::string& command, const std::string& positional_option) {
  const std::string help = fmt::format("See {} --help", command);
  const po::options_description description = describe(options);
  po::positional_options_description positional;
  if (!positional_option.empty()) positional.add(positional_option.c_str(), 1);
  GivenOptions values;
  try {
    const po::parsed_options parsed = po::command_line_parser(join_values(words, options))
                                          .options(description)
                                          .positional(positional)
                                          .style(style)
                                          .run();
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
    throw UsageError(positional_option.empty() ? fmt::format("{} takes options only", command)
                                               : fmt::format("More than one {} is given", positional_option),
                     "every other word belongs to an option", help);
  } catch (const po::error& error) {
    throw UsageError("The command line cannot be understood", error.what(), help);
  }
  return values;
}

GivenOptions read_option_file(const std::filesystem::path& path, const std::vector<Option>& options) {
  const std::string remedy = "Keys are the long options, one 'key = value' a line, # before a comment";
  TextStream file(read_text_file(path));
  GivenOptions values;
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

OptionValues parse_option_file(const std::filesystem::path& path, const std::vector<Option>& options) {
  return {read_option_file(path, options), fallbacks_of(options)};
}

}  // namespace perm
