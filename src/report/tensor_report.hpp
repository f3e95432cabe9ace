// SPDX-License-Identifier: Apache-2.0
// The permeability tensor of a run along x, y and z, for the summary and for result.json.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "run/run_report.hpp"

namespace perm {

/// Gives the lines of the summary, in mD where there is a voxel size, else in voxel^2; no text without a tensor.
std::string format_tensor(const RunReport& report);

/// Adds the keys that begin with permeability_tensor. They are null where there is no tensor, or no voxel size.
void add_tensor(nlohmann::ordered_json& json, const RunReport& report);

}  // namespace perm
