// SPDX-License-Identifier: Apache-2.0
// Fields of one component as a stack of TIFF pages of float32 without compression. The description is that of ImageJ,
// which takes voxel size and unit from it and from the tags of resolution.
#include <fmt/format.h>
#include <tiffio.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <system_error>
#include <vector>

#include "core/errors.hpp"
#include "image/fields/field_file.hpp"
#include "image/tiff/tiff_messages.hpp"

namespace perm {
namespace {

constexpr std::int64_t largest_plain_stack = 4'000'000'000;  // beyond that only BigTIFF can name a byte

struct CloseField {
  void operator()(TIFF* file) const { TIFFClose(file); }
};

class TiffFieldFile final : public FieldFile {
 public:
  TiffFieldFile(const std::filesystem::path& path, const FieldGrid& grid, const FieldQuantity& quantity)
      : path_(path), grid_(grid), unit_(quantity.unit), row_(static_cast<std::size_t>(grid.extent.nx)) {
    catch_tiff_messages();
    errno = 0;
    const auto voxel = static_cast<std::int64_t>(sizeof(float));
    file_.reset(TIFFOpen(path.c_str(), voxel * grid.extent.voxels() > largest_plain_stack ? "w8" : "w"));
    require(file_ != nullptr);
  }

  void write_plane(std::size_t /*quantity*/, std::int64_t z, std::span<const std::byte> values) override {
    errno = 0;
    set_tags(z);
    const auto row_bytes = row_.size() * sizeof(float);
    for (std::int64_t y = 0; y < grid_.extent.ny; ++y) {
      std::ranges::copy(values.subspan(static_cast<std::size_t>(y) * row_bytes, row_bytes),
                        std::as_writable_bytes(std::span(row_)).begin());
      require(TIFFWriteScanline(file_.get(), row_.data(), static_cast<std::uint32_t>(y), 0) == 1);
    }
    require(TIFFWriteDirectory(file_.get()) == 1);
  }

  void close() override {
    errno = 0;
    require(TIFFFlush(file_.get()) == 1);
    file_.reset();
  }

 private:
  void require(bool done) const {
    if (done) return;
    const std::string why = take_tiff_error();  // it does not say that the disk is full
    throw InputError(fmt::format("Cannot write '{}'", path_.filename().string()),
                     errno != 0 ? std::generic_category().message(errno) : why, "See that the disk has room");
  }
  void set_tags(std::int64_t z) {
    const auto pages = static_cast<std::uint32_t>(grid_.extent.nz);
    TIFFSetField(file_.get(), TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(grid_.extent.nx));
    TIFFSetField(file_.get(), TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(grid_.extent.ny));
    TIFFSetField(file_.get(), TIFFTAG_BITSPERSAMPLE, 32);
    TIFFSetField(file_.get(), TIFFTAG_SAMPLESPERPIXEL, 1);
    TIFFSetField(file_.get(), TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_IEEEFP);
    TIFFSetField(file_.get(), TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    TIFFSetField(file_.get(), TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
    TIFFSetField(file_.get(), TIFFTAG_ROWSPERSTRIP, static_cast<std::uint32_t>(grid_.extent.ny));
    if (z == 0) TIFFSetField(file_.get(), TIFFTAG_IMAGEDESCRIPTION, description().c_str());
    if (grid_.length_unit == "m") {  // the unit stands in the description: ImageJ knows no metre in these tags
      TIFFSetField(file_.get(), TIFFTAG_RESOLUTIONUNIT, RESUNIT_NONE);
      TIFFSetField(file_.get(), TIFFTAG_XRESOLUTION, 1e-6 / grid_.spacing);
      TIFFSetField(file_.get(), TIFFTAG_YRESOLUTION, 1e-6 / grid_.spacing);
    }
    if (pages > 1) TIFFSetField(file_.get(), TIFFTAG_SUBFILETYPE, FILETYPE_PAGE);
  }
  std::string description() const {
    std::string text = fmt::format("ImageJ=1.11a\nimages={0}\nslices={0}\nloop=false\n", grid_.extent.nz);
    if (grid_.length_unit == "m") text += fmt::format("unit=um\nspacing={}\n", grid_.spacing * 1e6);
    return unit_.empty() ? text : text + fmt::format("value_unit={}\n", unit_);
  }

  std::filesystem::path path_;
  FieldGrid grid_;
  std::string unit_;
  std::vector<float> row_;  ///< libtiff may change what it is given
  std::unique_ptr<TIFF, CloseField> file_;
};

}  // namespace

bool has_tiff_fields() { return true; }

std::unique_ptr<FieldFile> open_tiff_field(const std::filesystem::path& path, const FieldGrid& grid,
                                           const FieldQuantity& quantity) {
  return std::make_unique<TiffFieldFile>(path, grid, quantity);
}

}  // namespace perm
