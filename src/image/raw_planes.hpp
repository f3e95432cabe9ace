// SPDX-License-Identifier: Apache-2.0
// Reads uncompressed voxels at a known place of a file, plane by plane: the voxels of .raw files, and those of .mha
// files behind the header.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "image/itk_bridge.hpp"
#include "image/plane_source.hpp"

namespace perm {

/// The place of the voxels of an image.
struct VoxelPlace {
  std::filesystem::path file;
  std::int64_t offset_bytes{0};
  bool big_endian{false};
};

/// Reads one plane at a time. The caller has checked that the file is long enough.
std::unique_ptr<PlaneSource> open_raw_planes(const VoxelPlace& place, const ImageHeader& header,
                                             std::string description);
/// Does the same for voxels that zlib or gzip has compressed. Decompresses everything once, so that damage is found by
/// this call, which then throws InputError.
std::unique_ptr<PlaneSource> open_zlib_planes(const VoxelPlace& place, const ImageHeader& header,
                                              std::string description);

}  // namespace perm
