// SPDX-License-Identifier: Apache-2.0
#include "run/judgement.hpp"

#include <fmt/format.h>

namespace perm {
namespace {

void judge_flow(FlowReport& flow, RunReport& report) {
  const FlowResult& result = flow.result;
  const auto warn = [&](const std::string& text) {
    report.warnings.push_back(fmt::format("along {}: {}", axis_letter(result.direction), text));
  };
  if (result.stop == StopReason::diverged) warn(fmt::format("the flow diverged ({})", result.diverged_because));
  if (result.steps == 0 || !result.permeability_voxel2 || !result.measures) return;
  flow.checks = check_flow(result, report.solver.settings);
  for (const std::string& warning : flow.checks->warnings) warn(warning);
}

void judge_tensor(RunReport& report) {
  std::vector<FlowResult> flows;
  for (const FlowReport& flow : report.flows) flows.push_back(flow.result);
  report.tensor = make_permeability_tensor(flows);
  if (!report.tensor || report.has_diagonal_only() || !(report.tensor->asymmetry > large_asymmetry)) return;
  report.warnings.push_back(fmt::format(
      "the permeability tensor has an asymmetry of {:.2g}, and a steady creeping flow through a periodic image has "
      "none; {}",
      report.tensor->asymmetry,
      report.solver.settings.equilibrium == Equilibrium::linear ? "lower --tolerance"
                                                                : "lower --force or --tolerance"));
}

}  // namespace

void judge(RunReport& report) {
  for (FlowReport& flow : report.flows) judge_flow(flow, report);
  judge_tensor(report);
}

}  // namespace perm
