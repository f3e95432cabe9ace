// SPDX-License-Identifier: Apache-2.0
// PNG (ISO 15948): a word of eight bytes, and chunks: a length, a name of four letters, data, and a CRC-32 of name and
// data. libpng ends the process where a header is not as it must be, because ITK has no place for it to go on.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "image/foreign/program/file_bytes.hpp"
#include "image/foreign/program/image_file.hpp"
#include "image/foreign/program/itk_checks.hpp"

namespace perm::foreign {
namespace {

constexpr const char* as_tiff = "Save it as TIFF";

constexpr std::array<std::uint32_t, 256> crc_table = [] {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t byte = 0; byte < table.size(); ++byte) {
    table[byte] = byte;
    for (int bit = 0; bit < 8; ++bit) table[byte] = table[byte] >> 1U ^ ((table[byte] & 1U) != 0 ? 0xedb88320U : 0U);
  }
  return table;
}();

std::uint32_t crc_of(const ReadableFile& file, std::int64_t at, std::int64_t count) {
  std::uint32_t crc = ~0U;
  std::array<std::byte, 1U << 16U> block;
  while (count > 0) {
    const auto here = std::min<std::int64_t>(count, std::ssize(block));
    file.read_at(at, std::span(block).first(static_cast<std::size_t>(here)));
    for (std::int64_t i = 0; i < here; ++i)
      crc = crc >> 8U ^ crc_table[(crc ^ std::to_integer<std::uint32_t>(block[static_cast<std::size_t>(i)])) & 0xffU];
    at += here;
    count -= here;
  }
  return ~crc;
}

/// What the first chunk says.
struct PngHeader {
  std::uint64_t depth{0};
  std::uint64_t colour{0};
};

PngHeader header_in(const Bytes& chunk) {
  const std::uint64_t width = chunk.big(8, 4);
  const std::uint64_t height = chunk.big(12, 4);
  const PngHeader header{chunk.big(16, 1), chunk.big(17, 1)};
  constexpr std::uint64_t longest = 1'000'000;  // libpng allows no more
  if (width < 1 || height < 1 || width > longest || height > longest)
    throw Refusal(fmt::format("its header says {} x {}", width, height), "The header must be damaged");
  constexpr std::array<std::string_view, 7> depths_of_colour{"1 2 4 8 16 ", "", "8 16 ", "1 2 4 8 ",
                                                             "8 16 ",       "", "8 16 "};
  const std::string depth = fmt::format("{} ", header.depth);
  const bool is_known = header.colour < depths_of_colour.size() &&
                        (depths_of_colour[header.colour].starts_with(depth) ||
                         depths_of_colour[header.colour].find(' ' + depth) != std::string_view::npos);
  if (!is_known || chunk.big(18, 2) != 0 || chunk.big(20, 1) > 1)
    throw Refusal(
        fmt::format("its header says {} bits of colour type {}, which no PNG has", header.depth, header.colour),
        "The header must be damaged");
  return header;
}

}  // namespace

void check_png(const std::string& path) {
  constexpr std::size_t head = 8;
  constexpr std::int64_t around_data = 12;  // the length, the name and the checksum of a chunk
  constexpr std::uint64_t header_bytes = 13;
  constexpr std::uint64_t of_palette = 3;
  const ReadableFile file(path);
  if (Bytes(file, 0, head).text(0, head) != "\x89PNG\r\n\x1a\n") throw Refusal("it does not begin as a PNG file does");
  PngHeader header;
  bool has_colours = false;
  bool has_voxels = false;
  for (std::int64_t at = head; at + around_data <= file.bytes();) {
    constexpr std::size_t looked_at = 21;
    const Bytes chunk(file, at, looked_at);
    const std::string_view name = chunk.text(4, 4);
    const auto bytes = static_cast<std::int64_t>(chunk.big(0, 4));
    if (bytes > file.bytes() - at - around_data) break;
    const bool is_header = name == "IHDR" && chunk.big(0, 4) == header_bytes;
    if (is_header != (at == head)) throw Refusal("its header does not stand where it begins");
    const bool must_be_read = name[0] >= 'A' && name[0] <= 'Z';
    if (must_be_read && crc_of(file, at + 4, bytes + 4) != Bytes(file, at + 8 + bytes, 4).big(0, 4))
      throw Refusal(fmt::format("it is damaged: the checksum of its part '{}' is wrong", name));
    if (is_header) header = header_in(chunk);
    if (name == "PLTE") has_colours = true;
    if (name == "acTL") throw Refusal("it is an animation of several images", as_tiff);
    if (name == "sBIT" && chunk.big(8, 1) != header.depth)
      throw Refusal(fmt::format("it says that {} of {} bits count", chunk.big(8, 1), header.depth), as_tiff);
    if (name == "IDAT" && header.colour == of_palette && !has_colours)
      throw Refusal("its numbers stand for colours, and its table of colours is missing", as_tiff);
    if (name == "IDAT") has_voxels = true;
    if (name == "IEND" && !has_voxels) throw Refusal("no pixels are in it");
    if (name == "IEND") return;
    at += around_data + bytes;
  }
  throw Refusal("it is cut short");
}

}  // namespace perm::foreign
