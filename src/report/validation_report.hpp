// SPDX-License-Identifier: Apache-2.0
// What `validate` tells: a table for a person, validation.json for programs and the HTML report, and one CSV line for
// each case and resolution, which is what validation/results keeps of a release.
#pragma once

#include <string>
#include <vector>

#include "solver/cell/settings.hpp"
#include "validation/cases/verdict.hpp"

namespace perm {

struct ValidationReport {
  validation::Thoroughness thoroughness{validation::Thoroughness::standard};
  SolverSettings settings;
  double tolerance{0};
  std::string device;  ///< that the flows ran on: "cpu" or the name of the GPU
  int ranks{1};
  std::vector<std::string> command_line;
  double seconds{0};
  std::vector<validation::CaseResult> cases;

  int count_passed() const;
  bool passed() const { return count_passed() == static_cast<int>(cases.size()); }
};

/// A case in a few lines: reference, K at each resolution with its error and spread, order, extrapolation, verdict.
std::string format_case(const validation::CaseResult& result);
/// How the table is to be read, and whether all passed.
std::string format_validation_head();
std::string format_validation_end(const ValidationReport& report);

std::string format_validation_json(const ValidationReport& report);
std::string format_validation_csv(const ValidationReport& report);

}  // namespace perm
