// SPDX-License-Identifier: Apache-2.0
// The warning about voxels that are larger than those of images of pores.
#pragma once

#include <optional>
#include <string>

namespace perm {

/// Gives one line for voxels of 1 mm and more, or nothing: micrometres that were given as millimetres make K a million
/// times too large, and nothing else shows it.
std::optional<std::string> describe_voxel_size(const std::optional<double>& voxel_size_m);

}  // namespace perm
