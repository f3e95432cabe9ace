// SPDX-License-Identifier: Apache-2.0
#include "image/tiff/tiff_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace perm {
namespace {

std::uint64_t divide_up(std::uint64_t whole, std::uint64_t part) { return whole / part + (whole % part != 0 ? 1 : 0); }

std::uint64_t bytes_of_row(const TiffPage& page, std::uint64_t voxels) {
  return (voxels * static_cast<std::uint64_t>(page.bits) + 7) / 8;
}

/// Says how a page is divided. Strips are as wide as the page, and tiles at its edges are whole.
class Division {
 public:
  Division(const TiffPage& page, const TiffParts& parts)
      : height_(static_cast<std::uint64_t>(page.height)),
        rows_(page.tiled ? parts.tile_rows : std::min(parts.strip_rows, height_)),
        is_tiled_(page.tiled),
        row_bytes_(bytes_of_row(page, page.tiled ? parts.tile_width : static_cast<std::uint64_t>(page.width))),
        across_(page.tiled ? divide_up(static_cast<std::uint64_t>(page.width), parts.tile_width) : 1) {}

  std::uint64_t parts() const { return across_ * divide_up(height_, rows_); }
  /// Gives the bytes of a part that is not compressed.
  std::uint64_t bytes_of(std::uint64_t part) const {
    return row_bytes_ * (is_tiled_ ? rows_ : std::min(rows_, height_ - part * rows_));
  }

 private:
  std::uint64_t height_;
  std::uint64_t rows_;
  bool is_tiled_;
  std::uint64_t row_bytes_;
  std::uint64_t across_;
};

}  // namespace

std::string missing_voxels(const TiffPage& page, const TiffParts& parts, std::uint64_t header_bytes,
                           std::uint64_t file_bytes) {
  const char* kind = page.tiled ? "tile" : "strip";
  constexpr std::uint64_t longest_edge = 0xffffffff;  // keeps products within 64 bits
  if (page.tiled && (parts.tile_width < 1 || parts.tile_width > longest_edge || parts.tile_rows < 1 ||
                     parts.tile_rows > longest_edge))
    return fmt::format("its tiles are {} x {}", parts.tile_width, parts.tile_rows);
  if (!page.tiled && parts.strip_rows < 1) return "its strips have no rows";
  const Division division(page, parts);
  const std::uint64_t needed = division.parts();
  if (parts.offsets.size() < needed)
    return fmt::format("it says where {} of its {} {}s are", parts.offsets.size(), needed, kind);
  const bool has_counts = !parts.counts.empty();
  if (has_counts && parts.counts.size() < needed)
    return fmt::format("it says how long {} of its {} {}s are", parts.counts.size(), needed, kind);
  for (std::uint64_t part = 0; part < needed; ++part) {
    const std::uint64_t at = parts.offsets[part];
    const std::uint64_t least = page.compression == 1 ? division.bytes_of(part) : 1;
    const std::uint64_t bytes = has_counts ? parts.counts[part] : least;
    if (at < header_bytes) return fmt::format("it does not say where its {} {} is", kind, part + 1);
    if (bytes < least) return fmt::format("its {} {} has {} bytes and needs {}", kind, part + 1, bytes, least);
    if (at > file_bytes || bytes > file_bytes - at)
      return fmt::format("its {} {} ends beyond the {} bytes of the file", kind, part + 1, file_bytes);
  }
  return {};
}

void append_voxels(const TiffPage& page, const TiffParts& parts, std::size_t number, std::vector<FileRange>& ranges) {
  const Division division(page, parts);
  for (std::uint64_t part = 0; part < division.parts(); ++part) {
    const std::uint64_t bytes = page.compression == 1 ? division.bytes_of(part) : 1;
    ranges.push_back({parts.offsets[part], parts.offsets[part] + bytes, number});
  }
}

std::size_t find_overlap(std::vector<FileRange> tables, const std::vector<FileRange>& voxels) {
  std::ranges::sort(tables, {}, &FileRange::begin);
  for (std::size_t i = 1; i < tables.size(); ++i) tables[i].end = std::max(tables[i].end, tables[i - 1].end);
  for (const FileRange& range : voxels) {
    // Ends grow with begins, so the last table that begins before the end of the voxels reaches furthest.
    const auto behind = std::ranges::lower_bound(tables, range.end, {}, &FileRange::begin);
    if (behind != tables.begin() && std::prev(behind)->end > range.begin) return range.page;
  }
  return 0;
}

std::size_t find_overlap(std::vector<FileRange> voxels) {
  std::ranges::sort(voxels, {}, [](const FileRange& range) { return std::pair(range.begin, range.end); });
  for (std::size_t i = 1; i < voxels.size(); ++i) {
    const FileRange& before = voxels[i - 1];
    const FileRange& range = voxels[i];
    const bool are_same = range.begin == before.begin && range.end == before.end;  // of parts that are equal
    if (range.begin < before.end && !are_same) return range.page;
  }
  return 0;
}

}  // namespace perm
