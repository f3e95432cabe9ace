// SPDX-License-Identifier: Apache-2.0
// A command as a table: its options with their units and defaults, its examples, and the function that runs it. Help
// text, command line and configuration files are all made from this one table, so none of them can know an option that
// another does not know.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/errors.hpp"

namespace perm {

class OptionValues;

/// Says which help tells of an option: that of most users, which has about 20 options, or only that of all.
enum class HelpLevel { basic, all };

struct Option {
  std::string name;            ///< without dashes; also the key in configuration files
  std::string value;           ///< name of the value in the help; empty for a switch
  std::string help;            ///< with the unit; each line is a paragraph
  std::string fallback;        ///< the default, which the help shows; empty: none
  std::string fallback_words;  ///< the help shows these words when the default is not a fixed text
  char letter{0};              ///< short form
  HelpLevel level{HelpLevel::basic};
};

/// Gives the row of an option that few need.
inline Option advanced(Option row) {
  row.level = HelpLevel::all;
  return row;
}

struct OptionGroup {
  std::string title;
  std::vector<Option> options;
};

/// How many processes a command can work in together.
enum class Processes { one, several };

struct Command {
  std::string name;
  std::string summary;     ///< one line
  std::string usage;       ///< words after the name, for example "INPUT --voxel-size LENGTH [options]"
  std::string positional;  ///< the option that an argument without dashes gives; empty: none may be given
  std::string notes;       ///< text for the help; each line is a paragraph
  std::vector<OptionGroup> groups;
  std::vector<std::string> examples;  ///< whole command lines
  std::function<ExitCode(const OptionValues&)> run;
  Processes processes{Processes::one};
};

}  // namespace perm
