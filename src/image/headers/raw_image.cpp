// SPDX-License-Identifier: Apache-2.0
// Files without a header: the layout that the user gave is compared with the size of the file, or the count of numbers
// in its text.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/errors.hpp"
#include "image/headers/formats.hpp"
#include "image/headers/text_voxels.hpp"
#include "image/source/readable_file.hpp"
#include "image/voxels/raw_planes.hpp"

namespace perm {

namespace {

[[noreturn]] void refuse(const std::filesystem::path& path, const std::string& why, const std::string& remedy) {
  throw InputError(fmt::format("Cannot read '{}' with this layout", path.string()), why, remedy);
}

/// Gives the image that the layout describes.
ImageHeader header_of(const std::filesystem::path& path, const RawLayout& layout) {
  const std::optional<VoxelType> type = voxel_type_named(layout.type);
  if (!type) refuse(path, fmt::format("its type is '{}'", layout.type), "Use one of " + voxel_type_names());
  if (layout.endian != "little" && layout.endian != "big")
    refuse(path, fmt::format("its byte order is '{}'", layout.endian), "Use little or big");
  const Extent& extent = layout.extent;
  constexpr std::int64_t longest = 1'000'000;  // keeps the product of three such numbers within 64 bits
  if (extent.nx < 1 || extent.ny < 1 || extent.nz < 1 || extent.nx > longest || extent.ny > longest ||
      extent.nz > longest / 2)
    refuse(path, "its size is " + to_string(extent), "Give three positive numbers of voxels");
  if (layout.offset_bytes < 0)
    refuse(path, fmt::format("its offset is {}", layout.offset_bytes), "Give 0 or more bytes");
  return {extent, *type};
}

/// Tells whether the file begins with bytes that no text has.
bool begins_like_binary(const std::filesystem::path& path) {
  std::array<std::byte, 4096> first{};
  const std::size_t count = ReadableFile(path).read_some_at(0, first);
  return std::any_of(first.begin(), first.begin() + static_cast<std::ptrdiff_t>(count),
                     [](std::byte byte) { return byte < std::byte{'\t'}; });
}

}  // namespace

std::unique_ptr<PlaneSource> open_text(const std::filesystem::path& path, const RawLayout& layout) {
  const ImageHeader header = header_of(path, layout);
  if (layout.endian == "big")
    refuse(path, "its byte order is big, and numbers in text have none", "Leave --endian out");
  if (begins_like_binary(path)) refuse(path, "it is no text", "Where it holds bare voxels, give it the ending .raw");
  return read_text_voxels({path, layout.offset_bytes}, 0, header,
                          fmt::format("{} (text, {})", path.string(), layout.type));
}

std::unique_ptr<PlaneSource> open_raw(const std::filesystem::path& path, const RawLayout& layout) {
  const ImageHeader header = header_of(path, layout);
  const Extent& extent = header.extent;
  const bool gzipped = ending_of(path) == ".gz";
  const std::string description = fmt::format("{} (raw, {}, {} endian{})", path.string(), layout.type, layout.endian,
                                              gzipped ? ", compressed" : "");
  if (gzipped) return open_zlib_planes({{{path, 0}}, layout.endian == "big"}, layout.offset_bytes, header, description);
  const auto available = static_cast<std::int64_t>(std::filesystem::file_size(path)) - layout.offset_bytes;
  const std::string sizes = fmt::format("{} of {} need {} bytes, the file has {}", to_string(extent), layout.type,
                                        header.bytes(), available) +
                            (layout.offset_bytes > 0 ? fmt::format(" behind {} of offset", layout.offset_bytes) : "");
  if (available < header.bytes()) refuse(path, sizes, "The file is cut short, or the size or type is not this");
  if (available > header.bytes())
    refuse(path, sizes,
           fmt::format("See whether the size or type is another, or {} bytes of header are to be skipped with "
                       "--offset",
                       layout.offset_bytes + available - header.bytes()));
  return open_raw_planes({{{path, layout.offset_bytes}}, layout.endian == "big"}, header, description);
}

}  // namespace perm
