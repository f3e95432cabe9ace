// SPDX-License-Identifier: Apache-2.0
// Reads voxels at known places of files: uncompressed ones and those that zlib or gzip has compressed plane by plane,
// those written as text at once.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "image/image_header.hpp"
#include "image/plane_source.hpp"

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
/// Reads the only place; `skipped_bytes` come before the voxels in what is compressed. Decompresses everything once, so
/// that damage, and bytes that are left over, are found by this call, which then throws InputError.
std::unique_ptr<PlaneSource> open_zlib_planes(const VoxelPlaces& places, std::int64_t skipped_bytes,
                                              const ImageHeader& header, std::string description);
/// Reads decimal numbers that blanks part. All are read by this call, which throws InputError where one is none of the
/// type of the header, or where there are fewer or more.
std::unique_ptr<PlaneSource> read_text_voxels(const VoxelPlace& place, std::int64_t skipped_bytes,
                                              const ImageHeader& header, std::string description);

}  // namespace perm
