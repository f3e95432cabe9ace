// SPDX-License-Identifier: Apache-2.0
// Uncompressed voxels at a known place of a file, read plane by plane: what .raw is, and .mha behind its header.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "image/itk_bridge.hpp"
#include "image/plane_source.hpp"

namespace perm {

/// Where the voxels of an image are.
struct VoxelPlace {
  std::filesystem::path file;
  std::int64_t offset_bytes{0};
  bool big_endian{false};
};

/// Reads planes of one buffer's size. The caller has seen that the file is long enough.
std::unique_ptr<PlaneSource> open_raw_planes(const VoxelPlace& place, const ImageHeader& header,
                                             std::string description);
/// The same for voxels that zlib or gzip has compressed. Decompresses everything once to see that it is whole, so
/// that damage is found now: throws InputError.
std::unique_ptr<PlaneSource> open_zlib_planes(const VoxelPlace& place, const ImageHeader& header,
                                              std::string description);

}  // namespace perm
