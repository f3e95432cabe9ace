// SPDX-License-Identifier: Apache-2.0
// One option of a command, of a recipe file or of a call, as a row of a table: its name, unit, help and default.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace perm {

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
  std::string words{};    ///< values that a shell completes, with blanks between, where `value` does not list them
  std::string implied{};  ///< the value of an option that is given without one; empty: it needs one
};

/// Gives the row of an option that few need.
inline Option advanced(Option row) {
  row.level = HelpLevel::all;
  return row;
}

/// Gives a row with the words that its value can be.
inline Option completed_by(Option row, std::string words) {
  row.words = std::move(words);
  return row;
}

struct OptionGroup {
  std::string title;
  std::vector<Option> options;
};

}  // namespace perm
