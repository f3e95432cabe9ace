// SPDX-License-Identifier: Apache-2.0
// The options of all commands that can make an HTML report: where it goes, and its figures as files of their own; and
// those that say what a script reads on standard output.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/options/command.hpp"
#include "input/options/option_values.hpp"

namespace perm {

struct ReportFiles {
  std::filesystem::path page;                    ///< the HTML file
  std::optional<std::filesystem::path> figures;  ///< folder for each figure of the page as SVG, PDF and CSV
};

/// Gives the rows of --report and --figures. `shows` names what is on the page; it may be empty.
std::vector<Option> report_options(const std::string& shows = "");

/// Reads both; gives nothing without --report. Throws UsageError where --figures is given without it.
std::optional<ReportFiles> read_report_files(const OptionValues& values);

/// What a command prints on standard output: a summary for a reader, or for a script one JSON object or one line for
/// each direction. Progress goes to stderr in any case.
enum class Answer { summary, object, line };

/// Gives the rows of --json and --brief. `file` holds the same object; `number` says what the line is of.
std::vector<Option> answer_options(const std::string& file, const std::string& number);

/// Reads them. Throws UsageError where both are given.
Answer read_answer(const OptionValues& values);

}  // namespace perm
