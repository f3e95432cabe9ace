// SPDX-License-Identifier: Apache-2.0
// The error budget of a flow in result.json, "error_budget": its parts "iteration", "voxel" and "boundary", each with
// its method and, in voxel^2, m^2 and mD, its size; null with the reason where there is none.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "darcy/error_budget.hpp"

namespace perm {

/// Without a voxel size, which is that of the image solved, what is in metres or darcy is null.
nlohmann::ordered_json describe_error_budget(const ErrorBudget& budget, const std::optional<double>& voxel_size_m);

}  // namespace perm
