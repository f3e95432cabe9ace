// SPDX-License-Identifier: Apache-2.0
// Reads the table of contents of a TIFF file before ITK reads the file, for two reasons: ITK believes that a file that
// is cut short has fewer pages, and where a page differs from the first one ITK reads past the end of its buffer.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

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
  std::int64_t compression{1};  ///< 1 none, 8 and 32946 deflate

  friend bool operator==(const TiffPage&, const TiffPage&) = default;
};

/// The pages of a file, which are alike.
struct TiffPages {
  TiffPage each;
  std::vector<std::uint64_t> offsets;  ///< the byte of the file at which the directory of each page starts
};

/// Says whether the voxels are compressed by zlib.
bool is_deflated(const TiffPage& page);

/// Gives "7 x 5, 8-bit unsigned".
std::string to_string(const TiffPage& page);

/// Reads the directories of a TIFF or BigTIFF file of either byte order. Throws InputError when it is not a TIFF file,
/// when a directory or its voxels lie beyond the end of the file, when a page is not grey or is stored in a way that
/// ITK cannot read, and when pages differ.
TiffPages read_tiff_pages(const std::filesystem::path& path);

}  // namespace perm
