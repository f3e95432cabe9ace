// SPDX-License-Identifier: Apache-2.0
// The permeability tensor of a run along x, y and z, for the summary and for result.json.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "run/run_report.hpp"

namespace perm {

/// Gives the lines of the summary, in mD when there is a voxel size and in voxel^2 otherwise; without a tensor the text
/// is empty. Between closed faces only the diagonal is given: the flow across the force is a mean over the image there,
/// and no property of the rock.
std::string format_tensor(const RunReport& report);

/// Adds the keys that begin with permeability_tensor. They are null when there is no tensor, or no voxel size. Between
/// closed faces the diagonal alone has values.
void add_tensor(nlohmann::ordered_json& json, const RunReport& report);

}  // namespace perm
