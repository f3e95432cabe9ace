// SPDX-License-Identifier: Apache-2.0
// One option of a command, of a recipe file or of a call, as a row of a table: its name, unit, help and default.
#pragma once

#include <string>
#include <vector>

namespace perm {

struct Option {
  std::string name;            ///< without dashes; also the key in configuration files
  std::string value;           ///< name of the value in the help; empty for a switch
  std::string help;            ///< with the unit; each line is a paragraph
  std::string fallback;        ///< the default, which the help shows; empty: none
  std::string fallback_words;  ///< the help shows these words when the default is not a fixed text
  char letter{0};              ///< short form
};

struct OptionGroup {
  std::string title;
  std::vector<Option> options;
};

}  // namespace perm
