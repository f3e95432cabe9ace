// SPDX-License-Identifier: Apache-2.0
// The error budget of a flow (darcy/evaluation/error_budget.hpp), for the summary and for result.json. Without a voxel
// size, which is that of the image solved, a part is given in voxel^2 only.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "darcy/evaluation/error_budget.hpp"

namespace perm {

/// Gives "K = 1234 mD +- 2 (iteration) +- 41 (voxel) +- 60 (boundary)" in mD, or in voxel^2 without a voxel size, and a
/// line for each part that needs an explanation. The text says so when a part is not known; it never shows 0 for it.
std::string format_error_budget(const ErrorBudget& budget, const std::optional<double>& voxel_size_m);

/// Gives the object "error_budget" of a flow: its parts "iteration", "voxel" and "boundary", each with its method and,
/// in voxel^2, m^2 and mD, its size. A size that is not known is null, with the reason.
nlohmann::ordered_json describe_error_budget(const ErrorBudget& budget, const std::optional<double>& voxel_size_m);

}  // namespace perm
