// SPDX-License-Identifier: Apache-2.0
// Writes the fields of a solved flow as images that ParaView opens, plane by plane: velocity_x.mha (3 components,
// voxels per step) and density_x.mha (1 component; 0 in solid). The letter is the flow direction. The spacing is in
// metres, or 1 when the voxel size is unknown.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/extent.hpp"
#include "core/file_replacement.hpp"
#include "darcy/solved_flow.hpp"

namespace perm {

/// Gives the names of both files of a direction.
std::array<std::string, 2> field_file_names(Axis direction);

/// Writes both `fields` into the staging of `files` and gives their names. The first process calls this while every
/// other one is in give_fields, plane after plane. Throws InputError when one cannot be written; then neither is
/// staged, and the others have given all their planes.
std::vector<std::string> write_field_files(const CapturedFields& fields, Axis direction, const Extent& extent,
                                           const std::optional<double>& voxel_size_m, FileReplacement& files);

/// All other processes call this meanwhile: they give their part of every plane, in the order in which it is written.
void give_fields(const CapturedFields& fields, const Extent& extent);

}  // namespace perm
