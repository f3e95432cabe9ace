// SPDX-License-Identifier: Apache-2.0
// What a run makes of its flows once they are solved: the checks of each, the tensor, and what a reader of K is warned
// of.
#pragma once

#include "run/run_report.hpp"

namespace perm {

/// Fills FlowReport::checks and RunReport::tensor from the flows of `report`, and adds the warnings that follow from
/// them to RunReport::warnings.
void judge(RunReport& report);

}  // namespace perm
