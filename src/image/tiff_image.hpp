// SPDX-License-Identifier: Apache-2.0
// TIFF files of grey values, read one page at a time: checked with tiff_pages.hpp, and read by libtiff.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "image/image_header.hpp"
#include "image/tiff_pages.hpp"

struct tiff;  // libtiff's open file

namespace perm {

/// Tells what the pages of a file hold; nz is their number.
ImageHeader header_of(const TiffPages& pages);

/// The pages of a file. Palette files give their indices, which are labels; files in which 0 is white give their
/// values as they are stored, and both are told in the description. Damage to the voxels is found when their page is
/// read.
class TiffPlanes final : public PlaneSource {
 public:
  /// Throws InputError as read_tiff_pages does.
  explicit TiffPlanes(const std::filesystem::path& path);

  const TiffPages& pages() const { return pages_; }
  Extent extent() const override { return header_.extent; }
  void read_plane(std::int64_t z, std::span<double> grey) override;
  std::string description() const override;

 private:
  struct Close {
    void operator()(tiff* file) const;
  };

  void go_to_page(std::int64_t z);
  void check_deflated(std::int64_t z);
  void read_rows(std::int64_t z);
  void read_tiles(std::int64_t z);
  void take_row(const std::byte* from, std::int64_t row, std::int64_t first, std::int64_t count);

  std::filesystem::path path_;
  TiffPages pages_;
  ImageHeader header_;
  std::unique_ptr<tiff, Close> file_;
  std::vector<std::byte> page_;
  std::vector<std::byte> buffer_;  ///< a row or a tile as libtiff gives it
};

}  // namespace perm
