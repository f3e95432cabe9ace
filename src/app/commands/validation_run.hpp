// SPDX-License-Identifier: Apache-2.0
// Runs a list of validation cases and says which of them pass: what `validate` of every program does.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/commands/flow_tasks.hpp"
#include "app/options/command.hpp"
#include "app/options/flow_settings.hpp"
#include "input/options/option_values.hpp"
#include "report/validation/validation_report.hpp"
#include "validation/cases/validation_case.hpp"

namespace perm {

struct ValidationPlan {
  std::string program;
  validation::Thoroughness thoroughness{validation::Thoroughness::brief};
  std::vector<validation::Case> cases{};
  std::vector<SkippedCases> skipped{};
  /// Gives the pores of a case whose image is in a file.
  std::function<PoreSource(const validation::ImagePart&)> source{};
  /// Runs cases that are judged as a whole, such as flows with inertia, and have figures and curves; may be empty.
  std::function<std::vector<validation::CaseResult>(const FlowOptions&, Talk)> run_more{};
};

/// Gives the groups of options that every `validate` has, behind a group of its own with this title.
std::vector<OptionGroup> validation_options(std::vector<Option> cases);

/// Solves the cases, prints what each of them shows, and writes all files. Throws Error where a case fails.
ExitCode run_validation(const OptionValues& values, const ValidationPlan& plan);

/// Throws InputError that says that no case has `part` in its name or group.
[[noreturn]] void refuse_selection(const std::string& part, const std::string& remedy);

}  // namespace perm
