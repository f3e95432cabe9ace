// SPDX-License-Identifier: Apache-2.0
// What the place of the walls and the threshold of a grey image do to K, for the summary and for result.json.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "darcy/evaluation/threshold_slope.hpp"

namespace perm {

/// Gives the line "walls" of the summary.
std::string format_threshold_slope(const ThresholdSlope& slope);

/// Gives the object "threshold_slope" of a flow: d ln K where walls move a tenth of a voxel, and for each voxel that
/// all walls move into the solid; and, null for an image without grey values beside its threshold, d ln K for each grey
/// value by which the bounds of the pores move outwards, the grey values that move walls by a voxel, and the move up
/// and down that the slope was found with.
nlohmann::ordered_json describe_threshold_slope(const ThresholdSlope& slope);

}  // namespace perm
