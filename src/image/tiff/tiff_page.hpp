// SPDX-License-Identifier: Apache-2.0
// What the tags of one page of a TIFF file say of its voxels.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "image/source/voxel_type.hpp"

namespace perm {

/// One image file directory, as far as it matters here.
struct TiffPage {
  std::int64_t width{0};
  std::int64_t height{0};
  std::int64_t bits{1};           ///< a sample
  std::int64_t samples{1};        ///< a voxel
  std::int64_t sample_format{1};  ///< 1 unsigned, 2 signed, 3 floating point
  std::int64_t photometric{-1};   ///< 0 and 1 grey, 2 RGB, 3 palette
  std::int64_t subfile_type{-1};  ///< bit 0 a preview, bit 2 a mask; -1 not given
  bool tiled{false};
  std::int64_t compression{1};  ///< 1 none, 8 and 32946 deflate, 2 to 4 and 32771 fax, 6 and 7 JPEG
  std::int64_t orientation{1};  ///< 1 the top row first, 4 the bottom row first

  friend bool operator==(const TiffPage&, const TiffPage&) = default;
};

/// Says whether the voxels are compressed by zlib.
bool is_deflated(const TiffPage& page);
/// Says whether libtiff's decoder goes on with a warning, or says nothing, where compressed voxels end early: those of
/// fax and of JPEG do.
bool is_decoded_with_gaps(const TiffPage& page);
/// Gives the type of the voxels; single bits become uint8. Nothing where they are of none that is read.
std::optional<VoxelType> voxel_type_of(const TiffPage& page);

/// Gives "7 x 5, 8-bit unsigned", and what is unusual: "0 is white", "palette", "bottom row first".
std::string to_string(const TiffPage& page);
/// Says why a page of a file of so many bytes cannot be read as grey values; empty when it can.
std::string obstacle(const TiffPage& page, std::int64_t file_bytes);

}  // namespace perm
