// SPDX-License-Identifier: Apache-2.0
// Makes the HTML report of a finished run with tools/report/make_report, a Python program that comes with this program.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/file_replacement.hpp"

namespace perm {

class HtmlReport {
 public:
  /// Looks for Python, matplotlib and Jinja2 before the run, so that nobody learns after a long run that they are
  /// missing. Throws InputError when they are, when `file` cannot be written, or when it is there already and is no
  /// page that make_report made and `overwrite` keeps it. `figures` is a folder for each figure of the page as SVG, PDF
  /// and CSV; its parent must be there.
  HtmlReport(std::filesystem::path file, Overwrite overwrite, std::optional<std::filesystem::path> figures = {});

  /// Makes the report of the run in `folder` and says where the report is. Throws InputError with the last line of
  /// make_report when that fails.
  void make(const std::filesystem::path& folder) const;

  const std::filesystem::path& file() const { return file_; }

 private:
  std::filesystem::path file_;
  std::optional<std::filesystem::path> figures_;
  Overwrite overwrite_;
  std::filesystem::path script_;
  std::string python_;
};

}  // namespace perm
