// SPDX-License-Identifier: Apache-2.0
#include "image/headers/voxel_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <system_error>
#include <utility>

#include "core/errors.hpp"
#include "image/headers/formats.hpp"
#include "image/headers/text_voxels.hpp"
#include "image/source/readable_file.hpp"
#include "image/voxels/raw_planes.hpp"

namespace perm {
namespace fs = std::filesystem;
namespace {

/// Gives the file that the header calls so.
fs::path find_data_file(const fs::path& header, const std::string& name, DataFiles data_files) {
  if (std::ranges::any_of(name, [](unsigned char c) { return c < ' ' || c == 127; }))
    throw InputError(fmt::format("Cannot read '{}'", header.string()),
                     fmt::format("its voxels are in {}, and no name of a file has such characters", in_quotes(name)),
                     "Correct the name in the header, or export the image again");
  const fs::path folder = header.has_parent_path() ? header.parent_path() : ".";
  fs::path file = folder / name;  // an absolute name stays as it is
  if (data_files == DataFiles::anywhere) return file;
  std::error_code error;
  const fs::path home = fs::canonical(folder, error);
  const fs::path real = error ? file : fs::weakly_canonical(file, error);
  const auto [end, _] = std::mismatch(home.begin(), home.end(), real.begin(), real.end());
  if (!error && end == home.end()) return file;
  throw InputError(fmt::format("Cannot read '{}'", header.string()),
                   fmt::format("its voxels are in {}, which is not in its folder", in_quotes(name)),
                   "Put the file beside the header and its name alone into it, or allow this with --allow-outside");
}

/// Gives the place of the first byte behind `lines` lines from `offset` on.
std::int64_t skip_lines(const ReadableFile& file, std::int64_t offset, std::int64_t lines) {
  std::array<std::byte, 1U << 16U> block{};
  while (lines > 0) {
    const std::size_t got = file.read_some_at(offset, block);
    if (got == 0)
      throw InputError(fmt::format("Cannot read '{}'", file.path().string()),
                       "it has fewer lines than are to be skipped", "Correct line skip in the header");
    std::size_t taken = 0;
    while (lines > 0 && taken < got)
      if (block[taken++] == std::byte{'\n'}) --lines;
    offset += static_cast<std::int64_t>(taken);
  }
  return offset;
}

[[noreturn]] void refuse_bytes(const fs::path& header, const std::string& what, std::int64_t needed,
                               const fs::path& file, std::int64_t found) {
  throw InputError(fmt::format("Cannot read '{}'", header.string()),
                   fmt::format("{} need {} bytes, '{}' holds {}", what, needed, file.filename().string(), found),
                   found < needed
                       ? "The file is cut short, or the size or type in the header is wrong"
                       : "Correct the size or type in the header, or tell there what comes before the voxels "
                         "(HeaderSize, byte skip)");
}

bool begins_like_gzip(const ReadableFile& file) {
  std::array<std::byte, 2> first{};
  return file.read_some_at(0, first) == first.size() && first[0] == std::byte{0x1f} && first[1] == std::byte{0x8b};
}

/// Gives the place of raw voxels of `bytes`, which must end where the file ends.
std::int64_t find_raw(const VoxelLayout& layout, const fs::path& header, const ReadableFile& file, std::int64_t start,
                      std::int64_t bytes) {
  const std::int64_t offset =
      layout.skipped_bytes == VoxelLayout::from_end ? file.bytes() - bytes : start + layout.skipped_bytes;
  const std::int64_t found = file.bytes() - std::max(offset, start);
  if ((offset < start || found != bytes) && begins_like_gzip(file))
    throw InputError(
        fmt::format("Cannot read '{}'", header.string()),
        fmt::format("'{}' is compressed with gzip, and the header says raw voxels", file.path().filename().string()),
        "Write CompressedData = True (MetaImage) or encoding: gzip (NRRD) into the header");
  if (offset < start || found != bytes)
    refuse_bytes(header, fmt::format("{} of {}", to_string(layout.header.extent), name_of(layout.header.type)), bytes,
                 file.path(), found);
  return offset;
}

}  // namespace

ImageHeader make_header(const TextHeader& text, const std::vector<std::int64_t>& sizes, VoxelType type) {
  std::array<std::int64_t, 3> size{1, 1, 1};
  for (std::size_t axis = 0; axis < sizes.size(); ++axis) {
    if (axis < size.size()) size[axis] = sizes[axis];
    if (axis >= size.size() && sizes[axis] != 1)
      text.refuse(fmt::format("axis {} of its {} axes has size {}", axis + 1, sizes.size(), sizes[axis]),
                  "An image has up to three axes");
  }
  ImageHeader header{{size[0], size[1], size[2]}, type};
  if (!is_addressable(header.extent, size_of(type)))
    text.refuse("its header says " + to_string(header.extent), "The header must be damaged");
  return header;
}

std::array<double, 3> make_spacing(const TextHeader& text, const std::vector<double>& lengths, std::int64_t axes) {
  if (std::ssize(lengths) != axes)
    text.refuse(fmt::format("its spacing has {} numbers, and its image {} axes", lengths.size(), axes),
                "Correct it in the header");
  std::array<double, 3> spacing{};
  for (std::size_t axis = 0; axis < std::min(lengths.size(), spacing.size()); ++axis) {
    if (!std::isfinite(lengths[axis]) || lengths[axis] < 0)
      text.refuse(fmt::format("its spacing along axis {} is {}", axis + 1, lengths[axis]), "Correct it in the header");
    spacing[axis] = lengths[axis];
  }
  return spacing;
}

std::unique_ptr<PlaneSource> open_voxels(const VoxelLayout& layout, const fs::path& path, DataFiles data_files,
                                         std::string description) {
  const auto refuse = [&](const std::string& why) {
    throw InputError(fmt::format("Cannot read '{}'", path.string()), why, "Save it as one file");
  };
  VoxelPlaces places{{}, layout.big_endian};
  const auto count = static_cast<std::int64_t>(std::max<std::size_t>(1, layout.files.size()));
  if (layout.header.extent.nz % count != 0)
    refuse(fmt::format("its {} planes are in {} files, which is no whole number of planes each",
                       layout.header.extent.nz, count));
  if (count > 1 && layout.encoding != VoxelEncoding::raw) refuse("its voxels are in several files and not raw");
  for (std::int64_t i = 0; i < count; ++i) {
    const bool beside = !layout.files.empty();
    const ReadableFile file(beside ? find_data_file(path, layout.files[static_cast<std::size_t>(i)], data_files)
                                   : path);
    const std::int64_t start = skip_lines(file, beside ? 0 : layout.header_bytes, layout.skipped_lines);
    const std::int64_t offset = layout.encoding == VoxelEncoding::raw
                                    ? find_raw(layout, path, file, start, layout.header.bytes() / count)
                                    : start;
    if (layout.compressed_bytes > 0 && layout.compressed_bytes != file.bytes() - start)
      refuse(fmt::format("its compressed voxels have {} bytes by its header, and {} in the file",
                         layout.compressed_bytes, file.bytes() - start));
    places.places.push_back({file.path(), offset});
  }
  if (layout.encoding == VoxelEncoding::raw) return open_raw_planes(places, layout.header, std::move(description));
  if (layout.encoding == VoxelEncoding::compressed)
    return open_zlib_planes(places, layout.skipped_bytes, layout.header, std::move(description));
  return read_text_voxels(places.places.front(), layout.skipped_bytes, layout.header, std::move(description));
}

namespace {

using Parse = VoxelLayout (*)(TextHeader&);

std::unique_ptr<PlaneSource> open_with_header(const fs::path& path, const char* format, Parse parse,
                                              DataFiles data_files) {
  const ReadableFile file(path);
  std::string bytes(static_cast<std::size_t>(std::min<std::int64_t>(file.bytes(), TextHeader::most_bytes)), '\0');
  file.read_at(0, std::as_writable_bytes(std::span(bytes)));
  TextHeader text(std::move(bytes), path.string());
  const VoxelLayout layout = parse(text);
  return open_voxels(layout, path, data_files,
                     fmt::format("{} ({}, {}{})", path.string(), format, name_of(layout.header.type),
                                 layout.encoding == VoxelEncoding::compressed ? ", compressed" : ""));
}

}  // namespace

std::unique_ptr<PlaneSource> open_meta(const fs::path& path, DataFiles data_files) {
  return open_with_header(path, "MetaImage", parse_meta_header, data_files);
}

std::unique_ptr<PlaneSource> open_nrrd(const fs::path& path, DataFiles data_files) {
  return open_with_header(path, "NRRD", parse_nrrd_header, data_files);
}

}  // namespace perm
