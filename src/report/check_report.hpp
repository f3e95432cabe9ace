// SPDX-License-Identifier: Apache-2.0
// What the checks of a flow found (see darcy/flow_checks.hpp), for the summary and for result.json.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "run/run_report.hpp"

namespace perm {

/// One line for the summary, and one for each warning. Nothing where no flow was solved.
std::string format_checks(const FlowReport& flow, const RunReport& report);

/// The object `checks` of a flow in result.json; null where no flow was solved or it diverged.
nlohmann::ordered_json describe_checks(const FlowReport& flow, const RunReport& report);

}  // namespace perm
