// SPDX-License-Identifier: Apache-2.0
#include "image/tiff/tiff_writer.hpp"

#include <fmt/format.h>
#include <tiffio.h>

#include <algorithm>
#include <memory>
#include <system_error>
#include <vector>

#include "core/errors.hpp"
#include "image/tiff/tiff_description.hpp"
#include "image/tiff/tiff_messages.hpp"

namespace perm {
namespace {

constexpr double metres_an_inch = 0.0254;
constexpr std::int64_t largest_plain_file = 4'000'000'000;  // beyond that only BigTIFF can name a byte

struct Close {
  void operator()(TIFF* file) const { TIFFClose(file); }
};

void set_tags(TIFF* file, const Extent& extent, std::int64_t z, double spacing_m, const std::string& sign) {
  TIFFSetField(file, TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(extent.nx));
  TIFFSetField(file, TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(extent.ny));
  TIFFSetField(file, TIFFTAG_BITSPERSAMPLE, 8);
  TIFFSetField(file, TIFFTAG_SAMPLESPERPIXEL, 1);
  TIFFSetField(file, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_UINT);
  TIFFSetField(file, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
  TIFFSetField(file, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  TIFFSetField(file, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
  TIFFSetField(file, TIFFTAG_COMPRESSION, COMPRESSION_PACKBITS);
  TIFFSetField(file, TIFFTAG_ROWSPERSTRIP, TIFFDefaultStripSize(file, 0));
  TIFFSetField(file, TIFFTAG_SOFTWARE, sign.c_str());
  if (spacing_m > 0) {
    TIFFSetField(file, TIFFTAG_RESOLUTIONUNIT, RESUNIT_INCH);
    TIFFSetField(file, TIFFTAG_XRESOLUTION, metres_an_inch / spacing_m);
    TIFFSetField(file, TIFFTAG_YRESOLUTION, metres_an_inch / spacing_m);
  }
  if (z == 0) TIFFSetField(file, TIFFTAG_IMAGEDESCRIPTION, describe_labels(spacing_m).c_str());
  if (extent.nz == 1) return;
  TIFFSetField(file, TIFFTAG_SUBFILETYPE, FILETYPE_PAGE);
  if (extent.nz <= 65535)  // a page number has 16 bits
    TIFFSetField(file, TIFFTAG_PAGENUMBER, static_cast<unsigned>(z), static_cast<unsigned>(extent.nz));
}

}  // namespace

void write_tiff(const std::filesystem::path& path, const Extent& extent, double spacing_m,
                std::span<const std::uint8_t> labels, const std::string& sign) {
  const auto require = [&](bool done) {
    if (!done)
      throw InputError(fmt::format("Cannot write '{}'", path.filename().string()), take_tiff_error(),
                       "See that the disk has room");
  };
  catch_tiff_messages();
  const std::unique_ptr<TIFF, Close> file(TIFFOpen(path.c_str(), extent.voxels() > largest_plain_file ? "w8" : "w"));
  require(file != nullptr);
  std::vector<std::uint8_t> row(static_cast<std::size_t>(extent.nx));  // libtiff may change what it is given
  auto next = labels.begin();
  for (std::int64_t z = 0; z < extent.nz; ++z) {
    set_tags(file.get(), extent, z, spacing_m, sign);
    for (std::int64_t y = 0; y < extent.ny; ++y, next += extent.nx) {
      std::copy(next, next + extent.nx, row.begin());
      require(TIFFWriteScanline(file.get(), row.data(), static_cast<std::uint32_t>(y), 0) == 1);
    }
    require(TIFFWriteDirectory(file.get()) == 1);
  }
  require(TIFFFlush(file.get()) == 1);
}

std::string software_of_tiff(const std::filesystem::path& path) {
  std::error_code none;
  if (!std::filesystem::is_regular_file(path, none)) return {};
  catch_tiff_messages();
  const std::unique_ptr<TIFF, Close> file(TIFFOpen(path.c_str(), "r"));
  const char* software = nullptr;
  const bool has_software = file != nullptr && TIFFGetField(file.get(), TIFFTAG_SOFTWARE, &software) == 1;
  take_tiff_error();  // whatever is wrong with the file, it has no such tag
  return has_software && software != nullptr ? software : "";
}

}  // namespace perm
