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

}  // namespace perm
