// SPDX-License-Identifier: Apache-2.0
#include "image/tiff_image.hpp"

#include <fmt/format.h>
#include <tiffio.h>

#include <algorithm>
#include <cstring>

#include "core/errors.hpp"
#include "image/formats.hpp"
#include "image/tiff_messages.hpp"
#include "image/zlib_check.hpp"

namespace perm {
namespace {

/// Gives the bytes of so many voxels in a row of the file.
std::int64_t bytes_in_file(const TiffPage& page, std::int64_t voxels) { return (voxels * page.bits + 7) / 8; }

}  // namespace

ImageHeader header_of(const TiffPages& pages) {
  return {{pages.each.width, pages.each.height, std::ssize(pages.offsets)},
          voxel_type_of(pages.each).value_or(VoxelType::uint8)};
}

TiffPlanes::TiffPlanes(const std::filesystem::path& path)
    : path_(path), pages_(read_tiff_pages(path)), header_(header_of(pages_)) {
  require_memory({{header_.extent.nx, header_.extent.ny, 1}, header_.type}, path_, "Its header must be damaged");
  catch_tiff_messages();
  // "m": a mapped file would count as memory of this process, and end the process if someone cut the file short
  file_.reset(TIFFOpen(path_.c_str(), "rm"));
  if (!file_) fail_in_tiff(path_, "libtiff does not open it");
  go_to_page(0);
}

void TiffPlanes::Close::operator()(tiff* file) const { TIFFClose(file); }

std::string TiffPlanes::description() const {
  const std::string type{pages_.each.bits == 1 ? "1 bit" : name_of(header_.type)};
  return fmt::format("{} (TIFF, {}{}{})", path_.string(), type,
                     pages_.each.photometric == 0   ? ", 0 is white"
                     : pages_.each.photometric == 3 ? ", indices of a palette"
                                                    : "",
                     pages_.each.orientation == 4 ? ", bottom row first" : "");
}

void TiffPlanes::read_plane(std::int64_t z, std::span<double> grey) {
  page_.resize(static_cast<std::size_t>(header_.extent.plane_voxels() * size_of(header_.type)));
  go_to_page(z);
  if (is_deflated(pages_.each)) check_deflated(z);
  if (pages_.each.tiled)
    read_tiles(z);
  else
    read_rows(z);
  convert_to_grey(header_.type, page_, grey);
}

/// Goes to the directory by its place in the file; libtiff would find it by number only through all pages before z.
void TiffPlanes::go_to_page(std::int64_t z) {
  if (TIFFSetSubDirectory(file_.get(), pages_.offsets.at(static_cast<std::size_t>(z))) != 1)
    fail_in_tiff(path_, fmt::format("libtiff cannot read the tags of page {}", z + 1));
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  TIFFGetField(file_.get(), TIFFTAG_IMAGEWIDTH, &width);
  TIFFGetField(file_.get(), TIFFTAG_IMAGELENGTH, &height);
  const auto row_bytes = static_cast<std::uint64_t>(bytes_in_file(pages_.each, header_.extent.nx));
  if (width != header_.extent.nx || height != header_.extent.ny || TIFFScanlineSize64(file_.get()) != row_bytes ||
      (TIFFIsTiled(file_.get()) != 0) != pages_.each.tiled)
    fail_in_tiff(path_, fmt::format("libtiff finds another size in the tags of page {}", z + 1));
}

/// Checks strips and tiles, because libtiff does not always notice that deflated voxels are damaged.
void TiffPlanes::check_deflated(std::int64_t z) {
  const std::uint32_t count = pages_.each.tiled ? TIFFNumberOfTiles(file_.get()) : TIFFNumberOfStrips(file_.get());
  std::vector<char> part;
  for (std::uint32_t i = 0; i < count; ++i) {
    part.resize(TIFFGetStrileByteCount(file_.get(), i));
    const auto bytes = static_cast<tmsize_t>(part.size());
    const tmsize_t got = pages_.each.tiled ? TIFFReadRawTile(file_.get(), i, part.data(), bytes)
                                           : TIFFReadRawStrip(file_.get(), i, part.data(), bytes);
    if (got != bytes) fail_in_tiff(path_, fmt::format("libtiff cannot read a strip of page {}", z + 1));
    if (!is_whole_zlib_stream(part)) fail_in_tiff(path_, fmt::format("wrong checksum of page {}", z + 1));
  }
}

/// Takes `count` voxels of a row, from voxel `first` of it on. Single bits become bytes.
void TiffPlanes::take_row(const std::byte* from, std::int64_t row, std::int64_t first, std::int64_t count) {
  const std::int64_t line = pages_.each.orientation == 4 ? header_.extent.ny - 1 - row : row;
  const std::int64_t size = size_of(header_.type);
  std::byte* const to = page_.data() + (line * header_.extent.nx + first) * size;
  if (pages_.each.bits != 1) {
    std::memcpy(to, from, static_cast<std::size_t>(count * size));
    return;
  }
  for (std::int64_t i = 0; i < count; ++i) to[i] = from[i / 8] >> (7 - i % 8) & std::byte{1};
}

void TiffPlanes::read_rows(std::int64_t z) {
  buffer_.resize(static_cast<std::size_t>(bytes_in_file(pages_.each, header_.extent.nx)));
  for (std::int64_t row = 0; row < header_.extent.ny; ++row) {
    if (TIFFReadScanline(file_.get(), buffer_.data(), static_cast<std::uint32_t>(row), 0) != 1)
      fail_in_tiff(path_, fmt::format("libtiff cannot read row {} of page {}", row + 1, z + 1));
    take_row(buffer_.data(), row, 0, header_.extent.nx);
  }
}

void TiffPlanes::read_tiles(std::int64_t z) {
  const Extent& n = header_.extent;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  TIFFGetField(file_.get(), TIFFTAG_TILEWIDTH, &width);
  TIFFGetField(file_.get(), TIFFTAG_TILELENGTH, &height);
  constexpr std::int64_t most_bytes = 64 << 20;
  const std::int64_t row_bytes = bytes_in_file(pages_.each, width);
  const std::int64_t tile_bytes = row_bytes * height;
  if (width == 0 || height == 0 || tile_bytes > most_bytes + std::ssize(page_) ||
      TIFFTileSize64(file_.get()) != static_cast<std::uint64_t>(tile_bytes))
    fail_in_tiff(path_, fmt::format("the tiles of page {} are {} x {}", z + 1, width, height));
  buffer_.resize(static_cast<std::size_t>(tile_bytes));
  for (std::int64_t y = 0; y < n.ny; y += height)
    for (std::int64_t x = 0; x < n.nx; x += width) {
      if (TIFFReadTile(file_.get(), buffer_.data(), static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), 0,
                       0) < 0)
        fail_in_tiff(path_, fmt::format("libtiff cannot read the tile at {}, {} of page {}", x, y, z + 1));
      for (std::int64_t row = y; row < std::min<std::int64_t>(y + height, n.ny); ++row)
        take_row(buffer_.data() + (row - y) * row_bytes, row, x, std::min<std::int64_t>(width, n.nx - x));
    }
}

std::unique_ptr<PlaneSource> open_tiff(const std::filesystem::path& path) { return std::make_unique<TiffPlanes>(path); }

}  // namespace perm
