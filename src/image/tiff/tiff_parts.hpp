// SPDX-License-Identifier: Apache-2.0
// Where the voxels of a page lie in its file: in strips of whole rows, or in tiles. libtiff takes a place of 0 for what
// its tags do not name, and reads past the length that they give, so that bytes of the header would become voxels.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "image/tiff/tiff_page.hpp"

namespace perm {

/// What the tags of a page say of its strips or tiles.
struct TiffParts {
  std::vector<std::uint64_t> offsets;
  std::vector<std::uint64_t> counts;  ///< their bytes; empty where the file does not say, as some old ones
  std::uint64_t strip_rows{0xffffffff};
  std::uint64_t tile_width{0};
  std::uint64_t tile_rows{0};
};

/// Bytes of a file that have one purpose.
struct FileRange {
  std::uint64_t begin{0};
  std::uint64_t end{0};  ///< behind the last one
  std::size_t page{0};   ///< counted from 1
};

/// Says what is missing of the voxels of a page that has no obstacle(); empty where all of its parts lie between the
/// first bytes of the file and its end, each with the bytes that it needs where it is not compressed.
std::string missing_voxels(const TiffPage& page, const TiffParts& parts, std::uint64_t header_bytes,
                           std::uint64_t file_bytes);
/// Appends the bytes that the voxels of such a page take, part by part: of compressed ones the first byte, as some
/// programs write lengths that are too large. Its number is that of the ranges.
void append_voxels(const TiffPage& page, const TiffParts& parts, std::size_t number, std::vector<FileRange>& ranges);
/// Gives the number of the first page of which voxels lie in one of the `tables`; 0 where none does.
std::size_t find_overlap(std::vector<FileRange> tables, const std::vector<FileRange>& voxels);
/// Gives the number of a page of which a part begins within another one, and is not the same; 0 where none does.
std::size_t find_overlap(std::vector<FileRange> voxels);

}  // namespace perm
