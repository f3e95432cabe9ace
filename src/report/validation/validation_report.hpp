// SPDX-License-Identifier: Apache-2.0
// The results of `validate`: a table for a person, validation.json for programs and the HTML report, and a CSV file
// with one line for each case and resolution; validation/results keeps that file for every release.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/validation/validation_comparison.hpp"
#include "solver/cell/settings.hpp"
#include "validation/cases/verdict.hpp"

namespace perm {

/// Cases that were not run because their image is not there.
struct SkippedCases {
  std::string image;  ///< name of the file
  std::string why;
  std::vector<std::string> cases;
};

struct ValidationReport {
  validation::Thoroughness thoroughness{validation::Thoroughness::standard};
  SolverSettings settings;
  double tolerance{0};
  std::string device;  ///< "cpu", or the name of the GPU that the flows ran on
  int ranks{1};
  std::vector<std::string> command_line;
  double seconds{0};
  std::vector<validation::CaseResult> cases;
  std::vector<SkippedCases> skipped;
  std::optional<ValidationComparison> comparison;  ///< with an earlier validation

  int count_passed() const;
  bool passed() const { return count_passed() == static_cast<int>(cases.size()); }
  /// Tells whether the flows were solved by the scheme that the limits are those of.
  bool is_scheme_of_the_limits() const;
};

/// Describes a case in a few lines: reference, K at each resolution with its error and spread, order, extrapolation,
/// verdict.
std::string format_case(const validation::CaseResult& result);
/// Says how to read the table; and at the end whether all cases passed, what each part gave and what was skipped.
std::string format_validation_head();
std::string format_validation_end(const ValidationReport& report);

std::string format_validation_json(const ValidationReport& report);
std::string format_validation_csv(const ValidationReport& report);

}  // namespace perm
