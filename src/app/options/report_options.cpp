// SPDX-License-Identifier: Apache-2.0
#include "app/options/report_options.hpp"

namespace perm {

std::vector<Option> report_options(const std::string& shows) {
  return {
      {"report", "FILE",
       "also make an HTML report, one file" + (shows.empty() ? "" : ": " + shows) + " (needs matplotlib and Jinja2)",
       "", ""},
      advanced({"figures", "DIR", "with --report: each of its figures as SVG, PDF and CSV too", "", ""})};
}

std::optional<ReportFiles> read_report_files(const OptionValues& values) {
  const std::optional<std::string> page = values.text("report");
  const std::optional<std::string> figures = values.text("figures");
  if (figures && !page)
    throw UsageError("--figures is given without --report", "the figures are those of the report", "Add --report FILE");
  if (!page) return {};
  return ReportFiles{*page, figures};
}

std::vector<Option> answer_options(const std::string& file, const std::string& number) {
  return {advanced({"json", "", "print the object of " + file + " and nothing else on standard output", "", ""}),
          advanced({"brief", "",
                    "print a line for each direction and nothing else on standard output, with a tab between its "
                    "parts: axis, " +
                        number,
                    "", ""})};
}

Answer read_answer(const OptionValues& values) {
  if (values.is_on("json") && values.is_on("brief"))
    throw UsageError("--json and --brief are both given", "standard output has one or the other", "Give one of them");
  return values.is_on("json") ? Answer::object : values.is_on("brief") ? Answer::line : Answer::summary;
}

}  // namespace perm
