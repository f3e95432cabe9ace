// SPDX-License-Identifier: Apache-2.0
// The checks of a flow (darcy/evaluation/flow_checks.hpp), for the summary and for result.json.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "run/run_report.hpp"

namespace perm {

/// Gives one line for the summary; the text is empty when no flow was solved.
std::string format_checks(const FlowReport& flow, const RunReport& report);

/// Gives the object `checks` of a flow in result.json; it is null when no flow was solved or the flow diverged.
nlohmann::ordered_json describe_checks(const FlowReport& flow, const RunReport& report);

}  // namespace perm
