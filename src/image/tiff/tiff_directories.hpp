// SPDX-License-Identifier: Apache-2.0
// The directories of a TIFF or BigTIFF file, one a page, as far as they matter here.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "image/source/plane_source.hpp"
#include "image/source/readable_file.hpp"
#include "image/tiff/tiff_description.hpp"
#include "image/tiff/tiff_page.hpp"
#include "image/tiff/tiff_parts.hpp"

namespace perm {

class TiffDirectories {
 public:
  /// Throws InputError when the file is missing or no TIFF file.
  explicit TiffDirectories(const std::filesystem::path& path);

  struct Place {
    TiffPage page;
    std::uint64_t offset{0};  ///< of its directory
  };
  /// Lists every page. Throws InputError when a page is none of grey values, and when a directory or a part of the
  /// voxels is missing or lies beyond the end of the file.
  std::vector<Place> pages();

  // These hold once pages() was called, for the first page.
  const TiffDescription& description() const { return description_; }
  /// Gives the bytes of the voxels, part by part in the order of the pages; of compressed parts only where they begin.
  const std::vector<FileRange>& voxels() const { return voxels_; }
  /// Throws InputError where `voxels` lie where the tags of a page are.
  void require_no_overlap(const std::vector<FileRange>& voxels) const;
  /// Gives what the file says of the distance of its voxels and of its labels.
  ImageNotes notes() const;

  bool is_big_endian() const { return big_endian_; }
  std::int64_t bytes() const { return file_.bytes(); }
  /// Throws the InputError for this file.
  [[noreturn]] void fail(const std::string& why, const std::string& remedy) const;

  static constexpr const char* export_again = "Copy or export the image again";

 private:
  struct Entry {
    std::uint64_t tag{0};
    std::uint64_t type{0};
    std::uint64_t count{0};
    std::string data;  ///< in the byte order of the file
  };

  std::uint64_t header_bytes() const { return wide_ ? 16 : 8; }
  std::string text(std::uint64_t at, std::uint64_t bytes) const;
  std::uint64_t decode(const std::string& data, std::size_t at, std::size_t bytes) const;
  std::uint64_t number(std::uint64_t at, std::size_t bytes) const { return decode(text(at, bytes), 0, bytes); }
  Entry read_entry(const std::string& directory, std::size_t at);
  std::vector<std::uint64_t> values(const Entry& entry) const;
  std::uint64_t read_directory(std::uint64_t at, std::vector<Place>& found);
  void note_voxels(const TiffPage& page, const TiffParts& parts, std::size_t number);
  bool note_first_page(const Entry& entry, bool is_first);
  void note_resolution(const Entry& entry);
  static void set_tag(std::uint64_t tag, const std::vector<std::uint64_t>& list, TiffPage& page, TiffParts& parts);

  ReadableFile file_;
  std::uint64_t size_;
  TiffDescription description_;
  std::array<double, 2> resolution_{};  ///< of page 1 along x and y
  std::vector<FileRange> tables_;       ///< the header, the directories, and the values of tags that matter here
  std::vector<FileRange> voxels_;       ///< of pages that are not compressed
  double bytes_of_tags_{0};             ///< of a page
  bool big_endian_{false};
  bool wide_{false};  ///< BigTIFF
};

}  // namespace perm
