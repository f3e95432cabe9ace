// SPDX-License-Identifier: Apache-2.0
#include "report/run_warnings.hpp"

#include <fmt/format.h>

#include "core/extent.hpp"
#include "darcy/evaluation/flow_checks.hpp"
#include "report/tensor_report.hpp"

namespace perm {

std::vector<std::string> list_warnings(const RunReport& report) {
  std::vector<std::string> all = report.warnings;
  for (const FlowReport& flow : report.flows)
    for (const std::string& warning : check_flow(flow.result, report.solver.settings).warnings)
      all.push_back(fmt::format("along {}: {}", axis_letter(flow.result.direction), warning));
  if (auto warning = warn_of_tensor(report)) all.push_back(std::move(*warning));
  return all;
}

}  // namespace perm
