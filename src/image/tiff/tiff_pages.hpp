// SPDX-License-Identifier: Apache-2.0
// Reads the table of contents of a TIFF file before libtiff reads its pages: what the program cannot read, or would
// read wrongly, is found here, at once and in words, and a file that is cut short does not pass for one of fewer pages.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "image/source/plane_source.hpp"
#include "image/tiff/tiff_page.hpp"

namespace perm {

/// The pages of a file, which are alike.
struct TiffPages {
  TiffPage each;
  std::vector<std::uint64_t> offsets;  ///< the byte of the file at which the directory of each page starts
  ImageNotes notes;
  std::int64_t file_bytes{0};
  bool big_endian{false};
  /// Above 4 GB ImageJ writes one page, and the other images behind its voxels: so many there are, from this byte on.
  std::int64_t images_of_imagej{0};
  std::int64_t first_voxel_byte{0};
};

/// Reads the directories of a TIFF or BigTIFF file of either byte order. Throws InputError when it is not a TIFF file,
/// when a directory or its voxels lie beyond the end of the file, when a page is not grey or of a type that is not
/// read, when its size is more than the file can hold, when pages differ, and when they are channels of one image.
TiffPages read_tiff_pages(const std::filesystem::path& path);

}  // namespace perm
