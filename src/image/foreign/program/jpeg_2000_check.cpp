// SPDX-License-Identifier: Apache-2.0
// JPEG 2000 (ITU-T T.800 annexes A and I): boxes, one of which holds the codestream: markers, and tile-parts that say
// their length, one behind the other up to the end. OpenJPEG fills in what a codestream lacks.
#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "image/foreign/program/file_bytes.hpp"
#include "image/foreign/program/image_file.hpp"
#include "image/foreign/program/itk_checks.hpp"

namespace perm::foreign {
namespace {

constexpr std::uint64_t start_of_codestream = 0xff4f;
constexpr std::uint64_t end_of_codestream = 0xffd9;
constexpr std::uint64_t start_of_tile_part = 0xff90;

struct Place {
  std::int64_t begin;
  std::int64_t end;
};

[[noreturn]] void refuse_short() { throw Refusal("it is cut short or damaged: its parts do not end where they say"); }

/// Gives the place of the codestream, which is the whole file where there are no boxes.
Place find_codestream(const ReadableFile& file) {
  if (Bytes(file, 0, 2).big(0, 2) == start_of_codestream) return {0, file.bytes()};
  for (std::int64_t at = 0; at < file.bytes();) {
    const Bytes box(file, at, 16);
    const bool is_long = box.big(0, 4) == 1;
    const auto head = is_long ? 16 : 8;
    const std::uint64_t length = box.big(0, 4) == 0 ? static_cast<std::uint64_t>(file.bytes() - at)
                                 : is_long          ? box.big(8, 8)
                                                    : box.big(0, 4);
    if (length < static_cast<std::uint64_t>(head) || length > static_cast<std::uint64_t>(file.bytes() - at))
      refuse_short();
    const std::int64_t end = at + static_cast<std::int64_t>(length);
    if (box.text(4, 4) == "jp2c") return {at + head, end};
    at = end;
  }
  throw Refusal("no pixels are in it");
}

}  // namespace

void check_jpeg_2000(const std::string& path) {
  const ReadableFile file(path);
  const Place place = find_codestream(file);
  if (Bytes(file, place.begin, 2).big(0, 2) != start_of_codestream)
    throw Refusal("it does not begin as a JPEG 2000 file does");
  bool has_tiles = false;
  for (std::int64_t at = place.begin + 2; at + 2 <= place.end;) {
    const Bytes marker(file, at, 12);
    const std::uint64_t name = marker.big(0, 2);
    if (name == end_of_codestream && has_tiles) return;
    if (name < start_of_codestream || name == end_of_codestream || (has_tiles && name != start_of_tile_part)) break;
    std::int64_t length = 2 + static_cast<std::int64_t>(marker.big(2, 2));
    if (name == start_of_tile_part) {
      has_tiles = true;
      const auto of_part = static_cast<std::int64_t>(marker.big(6, 4));
      if (of_part != 0 && of_part < length) break;
      length = of_part != 0 ? of_part : place.end - 2 - at;  // 0: up to the end
    }
    at += length;
  }
  refuse_short();
}

}  // namespace perm::foreign
