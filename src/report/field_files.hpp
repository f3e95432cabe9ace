// SPDX-License-Identifier: Apache-2.0
// Velocity and density of a finished flow as images that ParaView opens: velocity_x.mha (3 components, voxels per step)
// and density_x.mha (1 component; 0 in solid), the letter being the flow direction; spacing in metres, or one where
// the voxel size is unknown. Written plane by plane.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/extent.hpp"
#include "core/file_replacement.hpp"
#include "darcy/solved_flow.hpp"

namespace perm {

/// Writes both `fields` into the staging of `files` and gives their names. For the
/// first process, while every other one is in give_fields, plane after plane. Throws InputError when one cannot be
/// written.
std::vector<std::string> write_field_files(const CapturedFields& fields, Axis direction, const Extent& extent,
                                           const std::optional<double>& voxel_size_m, FileReplacement& files);

/// What the other processes do meanwhile: they give what they have of every plane, in the order of the writing.
void give_fields(const CapturedFields& fields, const Extent& extent);

}  // namespace perm
