// SPDX-License-Identifier: Apache-2.0
// DICOM (PS3.10 and PS3.5): 128 bytes, the word DICM, elements of group 2, which say how those of the data are written,
// and the elements of the data, the last of which has the pixels. GDCM ends the process where group 2 is damaged, and
// fills up pixels that are missing with zeros.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "image/foreign/program/file_bytes.hpp"
#include "image/foreign/program/image_file.hpp"
#include "image/foreign/program/itk_checks.hpp"

namespace perm::foreign {
namespace {

/// Says whether the data are compressed as a whole, which group 2 tells.
bool is_deflated(const ReadableFile& file) {
  constexpr std::size_t longest_header = 4096;
  return Bytes(file, 0, longest_header).text(0, longest_header).find("1.2.840.10008.1.2.1.99") !=
         std::string_view::npos;
}

/// Gives the bytes of the pixels of a DICOM file, and nothing where they are compressed. Throws Refusal where the file
/// has no pixels, or ends within them.
std::optional<std::int64_t> bytes_of_pixels(const ReadableFile& file) {
  constexpr std::string_view little_word("\xe0\x7f\x10\x00", 4);
  constexpr std::string_view big_word("\x7f\xe0\x00\x10", 4);
  if (is_deflated(file)) return {};
  std::int64_t at = find(file, 0, little_word);
  const bool is_big = at < 0;
  const std::string_view word = is_big ? big_word : little_word;
  if (is_big) at = find(file, 0, word);
  if (at < 0) throw Refusal("no pixels are in it");
  std::int64_t bytes = 0;
  while (at >= 0) {
    // The length has four bytes, and before them there may be the type: OW or OB, and two zeros.
    const Bytes element(file, at, 12);
    const bool names_type = element.text(4, 1) == "O";
    const std::size_t length_at = names_type ? 8 : 4;
    const std::uint64_t length = is_big ? element.big(length_at, 4) : element.little(length_at, 4);
    constexpr std::uint64_t until_delimiter = 0xffffffff;
    if (length == until_delimiter) {
      if (find(file, at, std::string_view("\xfe\xff\xdd\xe0", 4)) < 0) throw Refusal("its pixels are cut short");
      return {};
    }
    bytes = static_cast<std::int64_t>(length);
    const std::int64_t end = at + static_cast<std::int64_t>(length_at) + 4 + bytes;
    if (end > file.bytes())
      throw Refusal(fmt::format("its pixels are cut short: they end at byte {} of {}", end, file.bytes()));
    at = find(file, end, word);  // the first ones may be those of an icon
  }
  return bytes;
}

/// Refuses a file whose elements of group 2 are not as they must be: a group, a number, a type of two letters, a
/// length, and behind the last one the data, which begin with group 8.
void require_header(const ReadableFile& file) {
  constexpr std::int64_t preamble = 128;
  constexpr std::uint64_t of_header = 2;
  constexpr std::uint64_t first_of_data = 8;
  if (Bytes(file, preamble, 4).text(0, 4) != "DICM") return;  // old files begin with their data
  for (std::int64_t at = preamble + 4;;) {
    const Bytes element(file, at, 12);
    if (element.little(0, 2) != of_header) {
      const std::uint64_t group = std::min(element.little(0, 2), element.big(0, 2));
      if (group <= first_of_data || is_deflated(file)) return;
      break;
    }
    const std::string_view type = element.text(4, 2);
    if (!std::ranges::all_of(type, [](char c) { return c >= 'A' && c <= 'Z'; })) break;
    const bool is_long = type == "OB" || type == "OW" || type == "SQ" || type == "UN" || type == "UT";
    const auto length = static_cast<std::int64_t>(is_long ? element.little(8, 4) : element.little(6, 2));
    at += (is_long ? 12 : 8) + length;
    if (at > file.bytes()) break;
  }
  throw Refusal("its header is damaged: it does not go on to the data");
}

}  // namespace

void check_dicom(const std::string& path) {
  const ReadableFile file(path);
  bytes_of_pixels(file);
  require_header(file);
}

void check_dicom_length(const std::string& path, const FileFacts& facts, std::int64_t bits_a_voxel) {
  const std::optional<std::int64_t> has = bytes_of_pixels(ReadableFile(path));
  const std::int64_t needs = (facts.extent.voxels() * bits_a_voxel + 7) / 8;
  if (has && *has < needs)
    throw Refusal(fmt::format("{} of {} bits need {} bytes of pixels, it has {}", to_string(facts.extent), bits_a_voxel,
                              needs, *has));
}

}  // namespace perm::foreign
