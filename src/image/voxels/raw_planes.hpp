// SPDX-License-Identifier: Apache-2.0
// Reads voxels at known places of files plane by plane: uncompressed ones, and those that zlib or gzip has compressed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "image/source/image_header.hpp"
#include "image/source/plane_source.hpp"

namespace perm {

struct VoxelPlace {
  std::filesystem::path file;
  std::int64_t offset_bytes{0};
};

/// The places of the voxels of an image, each of as many planes.
struct VoxelPlaces {
  std::vector<VoxelPlace> places;
  bool big_endian{false};
};

/// Reads one plane at a time. The caller has checked that the files are long enough.
std::unique_ptr<PlaneSource> open_raw_planes(const VoxelPlaces& places, const ImageHeader& header,
                                             std::string description);
/// Reads the only place; `skipped_bytes` come before the voxels in what is compressed. Planes are decompressed one
/// after another. Damage is found at its plane; voxels that are left over, and a wrong checksum, at the last one.
std::unique_ptr<PlaneSource> open_zlib_planes(const VoxelPlaces& places, std::int64_t skipped_bytes,
                                              const ImageHeader& header, std::string description);

}  // namespace perm
