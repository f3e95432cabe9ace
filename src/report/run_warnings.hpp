// SPDX-License-Identifier: Apache-2.0
// All that a run warns of: of the image, of each flow and of the tensor. The summary prints each warning where it
// belongs; result.json has all of them in one list.
#pragma once

#include <string>
#include <vector>

#include "run/run_report.hpp"

namespace perm {

/// Gives one sentence each, without a full stop. A warning of a flow begins with its direction: "along x: ...".
std::vector<std::string> list_warnings(const RunReport& report);

}  // namespace perm
