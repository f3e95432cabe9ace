// SPDX-License-Identifier: Apache-2.0
#include "image/tiff/tiff_image.hpp"

#include <fmt/format.h>
#include <tiffio.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/errors.hpp"
#include "image/tiff/formats.hpp"
#include "image/tiff/tiff_messages.hpp"
#include "image/voxels/inflate_part.hpp"
#include "image/voxels/raw_planes.hpp"

namespace perm {
namespace {

std::string describe(const std::filesystem::path& path, const TiffPages& pages) {
  const std::string type{pages.each.bits == 1 ? "1 bit" : name_of(header_of(pages).type)};
  return fmt::format("{} (TIFF, {}{}{})", path.string(), type,
                     pages.each.photometric == 0   ? ", 0 is white"
                     : pages.each.photometric == 3 ? ", indices of a palette"
                                                   : "",
                     pages.each.orientation == 4 ? ", bottom row first" : "");
}

/// Gives each voxel of a row the sum of itself and the voxels before it, by which a predictor makes the file smaller.
template <class T>
void add_up(std::span<std::byte> row) {
  T sum{};
  for (std::size_t at = 0; at < row.size(); at += sizeof(T)) {
    T value{};
    std::memcpy(&value, &row[at], sizeof(T));
    sum = static_cast<T>(sum + value);
    std::memcpy(&row[at], &sum, sizeof(T));
  }
}

void undo_differences(std::int64_t voxel_size, std::span<std::byte> row) {
  if (voxel_size == 1) add_up<std::uint8_t>(row);
  if (voxel_size == 2) add_up<std::uint16_t>(row);
  if (voxel_size == 4) add_up<std::uint32_t>(row);
  if (voxel_size == 8) add_up<std::uint64_t>(row);
}

}  // namespace

ImageHeader header_of(const TiffPages& pages) {
  return {{pages.each.width, pages.each.height, std::ssize(pages.offsets)},
          voxel_type_of(pages.each).value_or(VoxelType::uint8),
          pages.notes};
}

TiffPlanes::TiffPlanes(const std::filesystem::path& path)
    : TiffPlanes(path, std::make_shared<const TiffPages>(read_tiff_pages(path))) {}

TiffPlanes::TiffPlanes(std::filesystem::path path, std::shared_ptr<const TiffPages> pages)
    : DescribedPlanes(header_of(*pages), describe(path, *pages)), path_(std::move(path)), pages_(std::move(pages)) {
  require_memory({{header_.extent.nx, header_.extent.ny, 1}, header_.type, {}}, path_, "Its header must be damaged");
  catch_tiff_messages();
  // "m": a mapped file would count as memory of this process, and end the process if someone cut the file short
  file_.reset(TIFFOpen(path_.c_str(), "rm"));
  if (!file_) fail_in_tiff(path_, "libtiff does not open it");
  go_to_page(0);
}

void TiffPlanes::Close::operator()(tiff* file) const { TIFFClose(file); }

std::unique_ptr<PlaneSource> TiffPlanes::for_another_thread() const {
  return std::make_unique<TiffPlanes>(path_, pages_);
}

void TiffPlanes::read_plane(std::int64_t z, std::span<std::byte> voxels) {
  go_to_page(z);
  if (pages_->each.tiled)
    read_tiles(z, voxels);
  else
    read_strips(z, voxels);
}

/// Goes to the directory by its place in the file; libtiff would find it by number only through all pages before z.
void TiffPlanes::go_to_page(std::int64_t z) {
  if (TIFFSetSubDirectory(file_.get(), pages_->offsets.at(static_cast<std::size_t>(z))) != 1)
    fail_in_tiff(path_, fmt::format("libtiff cannot read the tags of page {}", z + 1));
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  TIFFGetField(file_.get(), TIFFTAG_IMAGEWIDTH, &width);
  TIFFGetField(file_.get(), TIFFTAG_IMAGELENGTH, &height);
  const auto row_bytes = static_cast<std::uint64_t>(bytes_in_file(header_.extent.nx));
  if (width != header_.extent.nx || height != header_.extent.ny || TIFFScanlineSize64(file_.get()) != row_bytes ||
      (TIFFIsTiled(file_.get()) != 0) != pages_->each.tiled)
    fail_in_tiff(path_, fmt::format("libtiff finds another size in the tags of page {}", z + 1));
}

/// Fills `out` with strip or tile `part`, whose rows have their bytes one after another.
void TiffPlanes::read_part(std::int64_t z, std::uint32_t part, std::span<std::byte> out) {
  if (is_deflated(pages_->each) && inflate_part_of_page(z, part, out)) return;
  decode_part(z, part, out);
  if (is_decoded_with_gaps(pages_->each)) require_no_gaps(z, part, out);
}

void TiffPlanes::decode_part(std::int64_t z, std::uint32_t part, std::span<std::byte> out) {
  const auto bytes = static_cast<tmsize_t>(out.size());
  take_decoder_warning();
  const tmsize_t got = pages_->each.tiled ? TIFFReadEncodedTile(file_.get(), part, out.data(), bytes)
                                          : TIFFReadEncodedStrip(file_.get(), part, out.data(), bytes);
  if (got != bytes)
    fail_in_tiff(path_, fmt::format("libtiff cannot read {} {} of page {}", pages_->each.tiled ? "tile" : "strip",
                                    part + 1, z + 1));
}

/// Decodes the part again, which `out` holds, over other bytes: those that differ then were never in the file.
void TiffPlanes::require_no_gaps(std::int64_t z, std::uint32_t part, std::span<const std::byte> out) {
  const std::string warning = take_decoder_warning();
  if (!warning.empty()) fail_in_tiff(path_, fmt::format("part {} of page {}: {}", part + 1, z + 1, warning));
  again_.resize(out.size());
  std::ranges::transform(out, again_.begin(), [](std::byte voxel) { return ~voxel; });
  decode_part(z, part, again_);
  std::uint32_t width = static_cast<std::uint32_t>(header_.extent.nx);
  if (pages_->each.tiled) TIFFGetField(file_.get(), TIFFTAG_TILEWIDTH, &width);
  const std::int64_t row_bytes = bytes_in_file(width);
  const std::byte last_of_row = std::byte{0xff} << (8 * row_bytes - pages_->each.bits * width);  // bits behind are free
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::byte counts = (i + 1) % static_cast<std::size_t>(row_bytes) == 0 ? last_of_row : std::byte{0xff};
    if (((out[i] ^ again_[i]) & counts) != std::byte{0})
      fail_in_tiff(path_, fmt::format("part {} of page {} ends before its last row", part + 1, z + 1));
  }
}

/// Reads a strip or tile without decompressing it.
std::span<std::byte> TiffPlanes::read_raw_part(std::int64_t z, std::uint32_t part) {
  const std::uint64_t stored = TIFFGetStrileByteCount(file_.get(), part);
  if (stored > static_cast<std::uint64_t>(pages_->file_bytes))
    fail_in_tiff(path_, fmt::format("part {} of page {} has {} bytes", part + 1, z + 1, stored));
  compressed_.resize(stored);
  const auto bytes = static_cast<tmsize_t>(compressed_.size());
  const tmsize_t got = pages_->each.tiled ? TIFFReadRawTile(file_.get(), part, compressed_.data(), bytes)
                                          : TIFFReadRawStrip(file_.get(), part, compressed_.data(), bytes);
  if (got != bytes) fail_in_tiff(path_, fmt::format("libtiff cannot read part {} of page {}", part + 1, z + 1));
  return compressed_;
}

/// Decompresses a part here, because libtiff does not always notice that deflated voxels are damaged. False where
/// libtiff has to do it: the part was then decompressed only to check it.
bool TiffPlanes::inflate_part_of_page(std::int64_t z, std::uint32_t part, std::span<std::byte> out) {
  if (!inflate_part(read_raw_part(z, part), out))
    fail_in_tiff(path_, fmt::format("wrong checksum or length of part {} of page {}", part + 1, z + 1));
  std::uint16_t predictor = PREDICTOR_NONE;
  std::uint16_t fill_order = FILLORDER_MSB2LSB;
  TIFFGetFieldDefaulted(file_.get(), TIFFTAG_PREDICTOR, &predictor);
  TIFFGetFieldDefaulted(file_.get(), TIFFTAG_FILLORDER, &fill_order);
  if (fill_order != FILLORDER_MSB2LSB || (predictor != PREDICTOR_NONE && predictor != PREDICTOR_HORIZONTAL))
    return false;
  if (pages_->each.bits == 1) return predictor == PREDICTOR_NONE;
  if (TIFFIsByteSwapped(file_.get()) != 0) swap_byte_order(header_.type, out);
  if (predictor == PREDICTOR_NONE) return true;
  const auto row_bytes =
      static_cast<std::size_t>(pages_->each.tiled ? TIFFTileRowSize64(file_.get()) : bytes_in_file(header_.extent.nx));
  for (std::size_t at = 0; at < out.size(); at += row_bytes)
    undo_differences(size_of(header_.type), out.subspan(at, row_bytes));
  return true;
}

/// Takes `count` voxels of a row, from voxel `first` of it on. Single bits become bytes.
void TiffPlanes::take_row(const std::byte* from, std::int64_t row, std::int64_t first, std::int64_t count,
                          std::span<std::byte> voxels) const {
  const std::int64_t line = pages_->each.orientation == 4 ? header_.extent.ny - 1 - row : row;
  const std::int64_t size = size_of(header_.type);
  std::byte* const to = &voxels[static_cast<std::size_t>((line * header_.extent.nx + first) * size)];
  if (pages_->each.bits != 1) {
    std::memcpy(to, from, static_cast<std::size_t>(count * size));
    return;
  }
  for (std::int64_t i = 0; i < count; ++i) to[i] = from[i / 8] >> (7 - i % 8) & std::byte{1};
}

void TiffPlanes::read_strips(std::int64_t z, std::span<std::byte> voxels) {
  const std::int64_t ny = header_.extent.ny;
  const std::int64_t row_bytes = bytes_in_file(header_.extent.nx);
  std::uint32_t given = 0;
  TIFFGetFieldDefaulted(file_.get(), TIFFTAG_ROWSPERSTRIP, &given);
  const std::int64_t rows = std::clamp<std::int64_t>(given, 1, ny);
  if (TIFFNumberOfStrips(file_.get()) != (ny + rows - 1) / rows)
    fail_in_tiff(path_, fmt::format("page {} has {} strips of {} rows", z + 1, TIFFNumberOfStrips(file_.get()), rows));
  const bool goes_straight = pages_->each.bits != 1 && pages_->each.orientation != 4;
  for (std::int64_t row = 0; row < ny; row += rows) {
    const std::int64_t count = std::min(rows, ny - row);
    const auto bytes = static_cast<std::size_t>(count * row_bytes);
    if (!goes_straight) buffer_.resize(bytes);
    const std::span<std::byte> strip =
        goes_straight ? voxels.subspan(static_cast<std::size_t>(row * row_bytes), bytes) : std::span(buffer_);
    read_part(z, static_cast<std::uint32_t>(row / rows), strip);
    for (std::int64_t i = 0; i < count && !goes_straight; ++i)
      take_row(strip.data() + i * row_bytes, row + i, 0, header_.extent.nx, voxels);
  }
}

void TiffPlanes::read_tiles(std::int64_t z, std::span<std::byte> voxels) {
  const Extent& n = header_.extent;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  TIFFGetField(file_.get(), TIFFTAG_TILEWIDTH, &width);
  TIFFGetField(file_.get(), TIFFTAG_TILELENGTH, &height);
  constexpr std::int64_t most_bytes = 64 << 20;
  const std::int64_t row_bytes = bytes_in_file(width);
  const std::int64_t tile_bytes = row_bytes * height;
  if (width == 0 || height == 0 || tile_bytes > most_bytes + std::ssize(voxels) ||
      TIFFTileSize64(file_.get()) != static_cast<std::uint64_t>(tile_bytes))
    fail_in_tiff(path_, fmt::format("the tiles of page {} are {} x {}", z + 1, width, height));
  buffer_.resize(static_cast<std::size_t>(tile_bytes));
  for (std::int64_t y = 0; y < n.ny; y += height)
    for (std::int64_t x = 0; x < n.nx; x += width) {
      const std::uint32_t tile =
          TIFFComputeTile(file_.get(), static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), 0, 0);
      read_part(z, tile, buffer_);
      for (std::int64_t row = y; row < std::min<std::int64_t>(y + height, n.ny); ++row)
        take_row(buffer_.data() + (row - y) * row_bytes, row, x, std::min<std::int64_t>(width, n.nx - x), voxels);
    }
}

namespace {

/// Gives the images that ImageJ wrote behind the voxels of its only page.
std::unique_ptr<PlaneSource> open_imagej_stack(const std::filesystem::path& path, const TiffPages& pages) {
  ImageHeader header = header_of(pages);
  header.extent.nz = pages.images_of_imagej;
  const std::int64_t behind = pages.file_bytes - pages.first_voxel_byte;
  if (!is_addressable(header.extent, size_of(header.type)) || header.bytes() > behind)
    throw InputError(fmt::format("Cannot read '{}'", path.string()),
                     fmt::format("cut short: ImageJ says that it has {} images of {}, and {} bytes follow its header",
                                 pages.images_of_imagej, to_string(pages.each), behind),
                     "Copy or export the image again");
  return open_raw_planes({{{path, pages.first_voxel_byte}}, pages.big_endian}, header,
                         fmt::format("{} (TIFF of ImageJ, {})", path.string(), name_of(header.type)));
}

}  // namespace

std::unique_ptr<PlaneSource> open_tiff(const std::filesystem::path& path) {
  auto pages = std::make_shared<const TiffPages>(read_tiff_pages(path));
  if (pages->images_of_imagej > 0) return open_imagej_stack(path, *pages);
  return std::make_unique<TiffPlanes>(path, std::move(pages));
}

}  // namespace perm
