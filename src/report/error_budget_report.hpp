// SPDX-License-Identifier: Apache-2.0
// The voxel estimate of a flow (darcy/evaluation/voxel_estimate.hpp) and its error budget
// (darcy/evaluation/error_budget.hpp), for the summary and for result.json. Without a voxel size, which is that of the
// image solved, a part is given in voxel^2 only.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "darcy/evaluation/cubes_estimate.hpp"
#include "darcy/evaluation/error_budget.hpp"
#include "darcy/evaluation/threshold_slope.hpp"
#include "darcy/evaluation/voxel_estimate.hpp"

namespace perm {

/// Gives "voxels  -0.9 % +- 1.3 % (two sigma) ...", with K without that error where the flow is resolved, in mD, or in
/// voxel^2 without a voxel size, and otherwise with the words that it is not.
std::string format_voxel_estimate(const VoxelEstimate& estimate, const std::optional<double>& voxel_size_m);

/// Gives the object "voxel_estimate" of a flow: `relative`, `two_sigma`, `resolved` and the corrected K, null where it
/// is not resolved.
nlohmann::ordered_json describe_voxel_estimate(const VoxelEstimate& estimate,
                                               const std::optional<double>& voxel_size_m);

/// Gives "as cubes  K = 1234 mD +- 2 % (two sigma) ...", in mD or, without a voxel size, in voxel^2.
std::string format_as_cubes(const CubesEstimate& estimate, const std::optional<double>& voxel_size_m);

/// Gives the object "as_cubes" of a flow: K in voxel^2, m^2 and mD, `two_sigma` of its logarithm, and `made_from`.
nlohmann::ordered_json describe_as_cubes(const CubesEstimate& estimate, const std::optional<double>& voxel_size_m);

/// Gives "K = 1234 mD +- 2 (iteration) +- 41 (voxel) +- 60 (boundary)" in mD, or in voxel^2 without a voxel size, and a
/// line for each part that needs an explanation. The text says so when a part is not known; it never shows 0 for it.
/// With an estimate it also says how the worst case of the voxels compares with that.
std::string format_error_budget(const ErrorBudget& budget, const std::optional<double>& voxel_size_m,
                                const std::optional<VoxelEstimate>& estimate = {});

/// Gives the object "error_budget" of a flow: its parts "iteration", "voxel" and "boundary", each with its method and,
/// in voxel^2, m^2 and mD, its size. A size that is not known is null, with the reason.
nlohmann::ordered_json describe_error_budget(const ErrorBudget& budget, const std::optional<double>& voxel_size_m);

/// Gives the line "walls" of the summary.
std::string format_threshold_slope(const ThresholdSlope& slope);

/// Gives the object "threshold_slope" of a flow: d ln K where walls move a tenth of a voxel, and for each voxel that
/// all walls move into the solid; and, null for an image without grey values beside its threshold, d ln K for each grey
/// value by which the bounds of the pores move outwards, the grey values that move walls by a voxel, and the move up
/// and down that the slope was found with.
nlohmann::ordered_json describe_threshold_slope(const ThresholdSlope& slope);

}  // namespace perm
