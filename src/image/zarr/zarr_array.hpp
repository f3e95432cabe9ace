// SPDX-License-Identifier: Apache-2.0
// What the metadata of a Zarr array of version 2 say (.zarray), and those of OME-Zarr 0.4 around it (.zattrs): its
// shape, its chunks, how these are compressed, and the size of its voxels.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "image/source/image_header.hpp"

namespace perm {

struct ZarrArray {
  std::filesystem::path folder;  ///< in which the chunks lie
  ImageHeader header;            ///< of the last three axes, z y x, or two
  // One number for each axis, the slowest first; axes before the last three have one voxel.
  std::vector<std::int64_t> shape;
  std::vector<std::int64_t> chunk;
  bool is_fortran{false};  ///< within a chunk the first axis is the fastest
  bool big_endian{false};
  std::string compressor;  ///< its id, "blosc"; empty: chunks are raw
  std::string separator{"."};
  std::optional<std::vector<std::byte>> fill;  ///< a voxel of chunks that are not there, in this machine's byte order
  std::string description;

  std::int64_t chunk_bytes() const {
    std::int64_t bytes = size_of(header.type);
    for (const std::int64_t voxels : chunk) bytes *= voxels;
    return bytes;
  }
};

/// Says whether a folder is one of Zarr, of whatever version.
bool is_zarr_folder(const std::filesystem::path& folder);

/// Reads the metadata of an array, or of level 0 of an OME-Zarr image. Throws InputError where they are not what the
/// format promises, or what this program does not read.
ZarrArray read_zarr_array(const std::filesystem::path& folder);

}  // namespace perm
