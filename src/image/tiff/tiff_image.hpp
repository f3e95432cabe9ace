// SPDX-License-Identifier: Apache-2.0
// TIFF files of grey values, read one page at a time: checked with tiff_pages.hpp, and read by libtiff.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "image/source/image_header.hpp"
#include "image/tiff/tiff_pages.hpp"

struct tiff;  // libtiff's open file

namespace perm {

/// Tells what the pages of a file hold; nz is their number.
ImageHeader header_of(const TiffPages& pages);

/// The pages of a file. Palette files give their indices, which are labels; files in which 0 is white give their
/// values as they are stored, and both are told in the notes. Damage to the voxels is found when their page is read.
class TiffPlanes final : public DescribedPlanes {
 public:
  /// Throws InputError as read_tiff_pages does.
  explicit TiffPlanes(const std::filesystem::path& path);
  /// Takes what read_tiff_pages gives for this file.
  TiffPlanes(std::filesystem::path path, std::shared_ptr<const TiffPages> pages);

  const TiffPages& pages() const { return *pages_; }
  void read_plane(std::int64_t z, std::span<std::byte> voxels) override;
  std::unique_ptr<PlaneSource> for_another_thread() const override;

 private:
  struct Close {
    void operator()(tiff* file) const;
  };

  void go_to_page(std::int64_t z);
  std::int64_t bytes_in_file(std::int64_t voxels) const { return (voxels * pages_->each.bits + 7) / 8; }
  void read_strips(std::int64_t z, std::span<std::byte> voxels);
  void read_tiles(std::int64_t z, std::span<std::byte> voxels);
  void read_part(std::int64_t z, std::uint32_t part, std::span<std::byte> out);
  void decode_part(std::int64_t z, std::uint32_t part, std::span<std::byte> out);
  void require_no_gaps(std::int64_t z, std::uint32_t part, std::span<const std::byte> out);
  bool inflate_part_of_page(std::int64_t z, std::uint32_t part, std::span<std::byte> out);
  std::span<std::byte> read_raw_part(std::int64_t z, std::uint32_t part);
  void take_row(const std::byte* from, std::int64_t row, std::int64_t first, std::int64_t count,
                std::span<std::byte> voxels) const;

  std::filesystem::path path_;
  std::shared_ptr<const TiffPages> pages_;  ///< shared by the sources of several threads
  std::unique_ptr<tiff, Close> file_;
  std::vector<std::byte> buffer_;      ///< a strip or a tile as libtiff gives it
  std::vector<std::byte> compressed_;  ///< the same as it is in the file
  std::vector<std::byte> again_;       ///< the same, decoded once more
};

}  // namespace perm
