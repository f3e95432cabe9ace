// SPDX-License-Identifier: Apache-2.0
// The table grain_forces.csv: the force of each flow on each grain.
#pragma once

#include <string>

#include "run/run_report.hpp"

namespace perm {

/// Gives the table, with a header. Each flow has a line a grain and one for the rest of the solid, whose forces add up
/// to what drives the flow. A value that does not exist is an empty cell.
std::string format_grain_forces_csv(const RunReport& report);

}  // namespace perm
