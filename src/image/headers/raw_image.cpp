// SPDX-License-Identifier: Apache-2.0
// Files without a header: the layout that the user gave is compared with the size of the file.
#include <fmt/format.h>

#include "core/errors.hpp"
#include "image/headers/formats.hpp"
#include "image/source/readable_file.hpp"
#include "image/voxels/raw_planes.hpp"

namespace perm {

std::unique_ptr<PlaneSource> open_raw(const std::filesystem::path& path, const RawLayout& layout) {
  const auto refuse = [&](const std::string& why, const std::string& remedy) {
    throw InputError(fmt::format("Cannot read '{}' with this layout", path.string()), why, remedy);
  };
  const std::optional<VoxelType> type = voxel_type_named(layout.type);
  if (!type) refuse(fmt::format("its type is '{}'", layout.type), "Use one of " + voxel_type_names());
  if (layout.endian != "little" && layout.endian != "big")
    refuse(fmt::format("its byte order is '{}'", layout.endian), "Use little or big");
  const Extent& extent = layout.extent;
  constexpr std::int64_t longest = 1'000'000;  // keeps the product of three such numbers within 64 bits
  if (extent.nx < 1 || extent.ny < 1 || extent.nz < 1 || extent.nx > longest || extent.ny > longest ||
      extent.nz > longest / 2)
    refuse("its size is " + to_string(extent), "Give three positive numbers of voxels");
  if (layout.offset_bytes < 0) refuse(fmt::format("its offset is {}", layout.offset_bytes), "Give 0 or more bytes");

  const ImageHeader header{extent, *type};
  const bool gzipped = ending_of(path) == ".gz";
  const std::string description = fmt::format("{} (raw, {}, {} endian{})", path.string(), layout.type, layout.endian,
                                              gzipped ? ", compressed" : "");
  if (gzipped) return open_zlib_planes({{{path, 0}}, layout.endian == "big"}, layout.offset_bytes, header, description);
  const auto available = static_cast<std::int64_t>(std::filesystem::file_size(path)) - layout.offset_bytes;
  const std::string sizes = fmt::format("{} of {} need {} bytes, the file has {}", to_string(extent), layout.type,
                                        header.bytes(), available) +
                            (layout.offset_bytes > 0 ? fmt::format(" behind {} of offset", layout.offset_bytes) : "");
  if (available < header.bytes()) refuse(sizes, "The file is cut short, or the size or type is not this");
  if (available > header.bytes())
    refuse(sizes, fmt::format("See whether the size or type is another, or {} bytes of header are to be skipped with "
                              "--offset",
                              layout.offset_bytes + available - header.bytes()));
  return open_raw_planes({{{path, layout.offset_bytes}}, layout.endian == "big"}, header, description);
}

}  // namespace perm
