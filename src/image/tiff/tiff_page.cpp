// SPDX-License-Identifier: Apache-2.0
#include "image/tiff/tiff_page.hpp"

#include <fmt/format.h>

namespace perm {

std::optional<VoxelType> voxel_type_of(const TiffPage& page) {
  const auto is = [&](std::int64_t format, std::int64_t bits) {
    return page.sample_format == format && page.bits == bits;
  };
  if (is(1, 1) || is(1, 8)) return VoxelType::uint8;
  if (is(1, 16)) return VoxelType::uint16;
  if (is(1, 32)) return VoxelType::uint32;
  if (is(1, 64)) return VoxelType::uint64;
  if (is(2, 8)) return VoxelType::int8;
  if (is(2, 16)) return VoxelType::int16;
  if (is(2, 32)) return VoxelType::int32;
  if (is(2, 64)) return VoxelType::int64;
  if (is(3, 16)) return VoxelType::float16;
  if (is(3, 32)) return VoxelType::float32;
  if (is(3, 64)) return VoxelType::float64;
  return {};
}

std::string to_string(const TiffPage& page) {
  const char* format = page.sample_format == 3 ? "float" : page.sample_format == 2 ? "signed" : "unsigned";
  return fmt::format("{} x {}, {}-bit {}{}{}", page.width, page.height, page.bits, format,
                     page.photometric == 0   ? ", 0 is white"
                     : page.photometric == 3 ? ", palette"
                                             : "",
                     page.orientation == 4 ? ", bottom row first" : "");
}

bool is_deflated(const TiffPage& page) { return page.compression == 8 || page.compression == 32946; }

bool is_decoded_with_gaps(const TiffPage& page) {
  return (page.compression >= 2 && page.compression <= 4) || page.compression == 32771 || page.compression == 6 ||
         page.compression == 7;
}

std::string obstacle(const TiffPage& page, std::int64_t file_bytes) {
  if (page.samples != 1 || page.photometric == 2 || page.photometric > 3)
    return fmt::format("it is in colour ({} samples a voxel)", page.samples);
  if (!voxel_type_of(page))
    return fmt::format("it has {} bits a voxel, of sample format {}", page.bits, page.sample_format);
  if (page.subfile_type > 0 && (page.subfile_type & 5) != 0) return "one of its pages is a preview or a mask";
  if (page.width < 1 || page.height < 1) return "one of its pages has no voxels";
  if (page.orientation != 1 && page.orientation != 4)
    return fmt::format("its rows do not run from left to right (orientation {})", page.orientation);
  // No compression that libtiff knows makes a row shorter than this.
  constexpr std::int64_t most_compressed = 4000;
  if (page.width > most_compressed * 8 * file_bytes / page.bits / page.height)
    return fmt::format("a page of {} is more than its {} bytes can hold", to_string(page), file_bytes);
  return {};
}

}  // namespace perm
