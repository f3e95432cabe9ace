// SPDX-License-Identifier: Apache-2.0
// The error budget of a flow for a person: one line with all parts, and where they come from.
#pragma once

#include <optional>
#include <string>

#include "darcy/error_budget.hpp"

namespace perm {

/// "K = 1234 mD +- 2 (iteration) +- 41 (voxel) +- 60 (boundary)" in mD, or voxel^2 without a voxel size, and a line for
/// each part that needs an explanation. Parts that are not known are said to be so, never 0.
std::string format_error_budget(const ErrorBudget& budget, const std::optional<double>& voxel_size_m);

}  // namespace perm
