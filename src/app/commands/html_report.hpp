// SPDX-License-Identifier: Apache-2.0
// Makes the HTML report of a finished run with tools/report/make_report, a Python program that comes with this program.
#pragma once

#include <filesystem>
#include <string>

#include "app/options/report_options.hpp"
#include "core/file_replacement.hpp"
#include "report/earlier_results.hpp"

namespace perm {

class HtmlReport {
 public:
  /// Looks for Python, matplotlib and Jinja2 before the run, so that nobody learns after a long run that they are
  /// missing. Throws InputError when they are, when the page cannot be written or is an input of the run, when it is
  /// there already, is no page of results of the same subject, and the claim does not allow to overwrite it, or when
  /// the folder for the figures can neither be used nor made in a folder that is there. `option` asked for the page.
  HtmlReport(ReportFiles files, const OutputClaim& results, std::string option = "--report");

  /// Makes the report of the run in `folder` and, in a summary, says where the report is. Throws InputError with the
  /// last line of make_report when that fails.
  void make(const std::filesystem::path& folder, Answer answer = Answer::summary) const;

  const std::filesystem::path& file() const { return files_.page; }

 private:
  void require_own_page() const;

  ReportFiles files_;
  std::string option_;
  Overwrite overwrite_;
  std::string origin_;  ///< the page says whose results it shows
  std::filesystem::path script_;
  std::string python_;
};

}  // namespace perm
