// SPDX-License-Identifier: Apache-2.0
// TIFF files of grey values, read one page at a time: checked with tiff_pages.hpp, described by ITK, and read by
// libtiff, because ITK reads either the first page or all of them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "image/itk_bridge.hpp"
#include "image/tiff_pages.hpp"

struct tiff;  // libtiff's open file

namespace perm {

/// Tells what the file holds, without reading its voxels; nz is the number of pages. Throws InputError as
/// read_tiff_pages does, and when ITK finds something else in the file.
ImageHeader read_tiff_header(const std::filesystem::path& path);

/// The pages of a file. Palette files give their indices, which are labels; files in which 0 is white give their
/// values as they are stored, as ITK does. Damage to the voxels is found when their page is read.
class TiffPlanes final : public PlaneSource {
 public:
  /// Throws InputError as read_tiff_header does.
  explicit TiffPlanes(const std::filesystem::path& path);

  const ImageHeader& header() const { return header_; }
  Extent extent() const override { return header_.extent; }
  void read_plane(std::int64_t z, std::span<double> grey) override;
  std::string description() const override;

 private:
  struct Close {
    void operator()(tiff* file) const;
  };

  void go_to_page(std::int64_t z);
  void check_strips(std::int64_t z);
  void read_rows(std::int64_t z);

  std::filesystem::path path_;
  TiffPages pages_;
  ImageHeader header_;
  std::unique_ptr<tiff, Close> file_;
  bool bottom_row_first_{false};
  std::vector<std::byte> page_;
};

}  // namespace perm
