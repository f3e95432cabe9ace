// SPDX-License-Identifier: Apache-2.0
// Voxels that are written as text.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "image/source/plane_source.hpp"
#include "image/voxels/raw_planes.hpp"

namespace perm {

/// Reads decimal numbers that blanks part. All are read by this call, which throws InputError where one is none of the
/// type of the header, or where there are fewer or more.
std::unique_ptr<PlaneSource> read_text_voxels(const VoxelPlace& place, std::int64_t skipped_bytes,
                                              const ImageHeader& header, std::string description);

}  // namespace perm
