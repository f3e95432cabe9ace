// SPDX-License-Identifier: Apache-2.0
// A command as a table: its options with their units and defaults, its examples, and the function that runs it. Help
// text, command line and configuration files are all made from this one table, so none of them can know an option that
// another does not know.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "input/options/option.hpp"

namespace perm {

class OptionValues;

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
  std::string program{"permeability"};  ///< the program that it is a command of
  /// Gives the words of another command, which is run in place of this one; empty: `run` runs.
  std::function<std::vector<std::string>(const OptionValues&)> becomes{};
};

}  // namespace perm
