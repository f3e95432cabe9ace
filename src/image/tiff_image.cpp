// SPDX-License-Identifier: Apache-2.0
#include "image/tiff_image.hpp"

#include <fmt/format.h>
#include <itkTIFFImageIO.h>
#include <tiffio.h>

#include <stdexcept>

#include "core/errors.hpp"
#include "image/formats.hpp"
#include "image/zlib_check.hpp"

namespace perm {
namespace {

ImageHeader checked_header(const TiffPages& pages, const std::filesystem::path& path) {
  const auto io = itk::TIFFImageIO::New();
  io->SetExpandRGBPalette(false);
  const ImageHeader header = read_header(*io, path);
  const auto nz = static_cast<std::int64_t>(pages.offsets.size());
  if (header.extent != Extent{pages.each.width, pages.each.height, nz} || 8 * size_of(header.type) != pages.each.bits)
    throw InputError(fmt::format("Cannot read '{}'", path.string()),
                     fmt::format("ITK finds {} {} where the file has {} pages of {}", to_string(header.extent),
                                 name_of(header.type), nz, to_string(pages.each)),
                     "Save it as plain 8-bit, 16-bit or float grey TIFF");
  return header;
}

/// Throws a problem that with_itk turns into an InputError.
[[noreturn]] void fail(std::int64_t z, const std::string& why) {
  throw std::runtime_error(fmt::format("{} of page {}", why, z + 1));
}

}  // namespace

ImageHeader read_tiff_header(const std::filesystem::path& path) { return checked_header(read_tiff_pages(path), path); }

TiffPlanes::TiffPlanes(const std::filesystem::path& path)
    : path_(path), pages_(read_tiff_pages(path)), header_(checked_header(pages_, path)) {
  require_memory({{header_.extent.nx, header_.extent.ny, 1}, header_.type}, path_, "Its header must be damaged");
  with_itk(path_, [&] {
    // "m": a mapped file would count as memory of this process, and end the process if someone cut the file short
    file_.reset(TIFFOpen(path_.c_str(), "rm"));
    if (!file_) throw std::runtime_error("libtiff does not open it");
    go_to_page(0);
    std::uint16_t orientation = ORIENTATION_TOPLEFT;
    TIFFGetFieldDefaulted(file_.get(), TIFFTAG_ORIENTATION, &orientation);
    bottom_row_first_ = orientation == ORIENTATION_BOTLEFT;  // ITK has refused all others
  });
}

void TiffPlanes::Close::operator()(tiff* file) const { TIFFClose(file); }

std::string TiffPlanes::description() const {
  return fmt::format("{} (TIFF, {})", path_.string(), name_of(header_.type));
}

void TiffPlanes::read_plane(std::int64_t z, std::span<double> grey) {
  page_.resize(static_cast<std::size_t>(header_.extent.plane_voxels() * size_of(header_.type)));
  with_itk(path_, [&] {
    go_to_page(z);
    if (is_deflated(pages_.each)) check_strips(z);
    read_rows(z);
  });
  convert_to_grey(header_.type, page_, grey);
}

/// Goes to the directory by its place in the file; libtiff would find it by number only through all pages before z.
void TiffPlanes::go_to_page(std::int64_t z) {
  if (TIFFSetSubDirectory(file_.get(), pages_.offsets.at(static_cast<std::size_t>(z))) != 1)
    fail(z, "libtiff cannot read the tags");
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  TIFFGetField(file_.get(), TIFFTAG_IMAGEWIDTH, &width);
  TIFFGetField(file_.get(), TIFFTAG_IMAGELENGTH, &height);
  const auto row_bytes = static_cast<std::uint64_t>(header_.extent.nx * size_of(header_.type));
  if (width != header_.extent.nx || height != header_.extent.ny || TIFFScanlineSize64(file_.get()) != row_bytes)
    fail(z, "libtiff finds another size in the tags");
}

/// Checks the strips, because libtiff does not always notice that deflated voxels are damaged.
void TiffPlanes::check_strips(std::int64_t z) {
  const std::uint32_t strips = TIFFNumberOfStrips(file_.get());
  std::vector<char> strip;
  for (std::uint32_t i = 0; i < strips; ++i) {
    strip.resize(TIFFGetStrileByteCount(file_.get(), i));
    const auto bytes = static_cast<tmsize_t>(strip.size());
    if (TIFFReadRawStrip(file_.get(), i, strip.data(), bytes) != bytes) fail(z, "libtiff cannot read a strip");
    if (!is_whole_zlib_stream(strip)) fail(z, "wrong checksum");
  }
}

void TiffPlanes::read_rows(std::int64_t z) {
  const std::int64_t ny = header_.extent.ny;
  const std::int64_t row_bytes = header_.extent.nx * size_of(header_.type);
  for (std::int64_t row = 0; row < ny; ++row) {
    std::byte* const to = page_.data() + row_bytes * (bottom_row_first_ ? ny - 1 - row : row);
    if (TIFFReadScanline(file_.get(), to, static_cast<std::uint32_t>(row), 0) != 1)
      fail(z, fmt::format("libtiff cannot read row {}", row + 1));
  }
}

std::unique_ptr<PlaneSource> open_tiff(const std::filesystem::path& path) { return std::make_unique<TiffPlanes>(path); }

}  // namespace perm
