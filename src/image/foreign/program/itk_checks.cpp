// SPDX-License-Identifier: Apache-2.0
#include "image/foreign/program/itk_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "image/source/readable_file.hpp"

namespace perm::foreign {
namespace {

constexpr const char* as_tiff = "Save it as TIFF";

/// The first bytes of a file, and numbers in them. What lies behind the end of the file is 0.
class Bytes {
 public:
  Bytes(const ReadableFile& file, std::int64_t offset, std::size_t count) : bytes_(count) {
    file.read_some_at(offset, bytes_);
  }
  std::uint64_t little(std::size_t at, std::size_t count) const {
    std::uint64_t number = 0;
    for (std::size_t i = count; i-- > 0;) number = number << 8U | std::to_integer<std::uint64_t>(bytes_[at + i]);
    return number;
  }
  std::uint64_t big(std::size_t at, std::size_t count) const {
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < count; ++i) number = number << 8U | std::to_integer<std::uint64_t>(bytes_[at + i]);
    return number;
  }
  std::string_view text(std::size_t at, std::size_t count) const {
    return {reinterpret_cast<const char*>(bytes_.data()) + at, count};
  }

 private:
  std::vector<std::byte> bytes_;
};

void require_length(std::int64_t has, std::int64_t header_bytes, const FileFacts& facts) {
  const std::int64_t voxels = facts.extent.nz * facts.plane_bytes();
  if (has - header_bytes != voxels)
    throw Refusal(fmt::format("{} of {} need {} bytes behind its header, it has {}", to_string(facts.extent),
                              name_of(facts.type), voxels, has - header_bytes),
                  "The file is cut short or damaged, copy or export it again");
}

/// Gives the place of `word` from `start` on, or -1.
std::int64_t find(const ReadableFile& file, std::int64_t start, std::string_view word) {
  constexpr std::size_t block = 1 << 20;
  std::string bytes(block, '\0');
  for (std::int64_t at = start; at < file.bytes(); at += static_cast<std::int64_t>(block - word.size() + 1)) {
    bytes.resize(file.read_some_at(at, std::as_writable_bytes(std::span(bytes))));
    if (const auto found = bytes.find(word); found != std::string::npos) return at + static_cast<std::int64_t>(found);
    bytes.resize(block);
  }
  return -1;
}

}  // namespace

void check_png(const std::string& path) {
  constexpr std::size_t head = 8;
  constexpr std::int64_t around_data = 12;  // the length, the name and the check sum of a chunk
  const ReadableFile file(path);
  if (Bytes(file, 0, head).text(0, head) != "\x89PNG\r\n\x1a\n") throw Refusal("it does not begin as a PNG file does");
  std::uint64_t depth = 0;
  for (std::int64_t at = head; at < file.bytes();) {
    constexpr std::size_t looked_at = 18;
    const Bytes chunk(file, at, looked_at);
    const std::string_view name = chunk.text(4, 4);
    if (name == "IEND") return;
    if (name == "IHDR") depth = chunk.big(16, 1);
    if (name == "acTL") throw Refusal("it is an animation of several images", as_tiff);
    if (name == "sBIT" && chunk.big(8, 1) != depth)
      throw Refusal(fmt::format("it says that {} of {} bits count", chunk.big(8, 1), depth), as_tiff);
    at += around_data + static_cast<std::int64_t>(chunk.big(0, 4));
  }
  throw Refusal("it is cut short");
}

void check_bmp(const std::string& path) {
  constexpr std::size_t header_bytes = 54;
  constexpr std::size_t colours = 256;
  const ReadableFile file(path);
  const Bytes header(file, 0, header_bytes);
  constexpr std::uint64_t info_bytes = 40;
  if (header.text(0, 2) != "BM" || header.little(14, 4) != info_bytes)
    throw Refusal("it is no BMP file of the usual kind, which has a header of 40 bytes", as_tiff);
  if (header.little(28, 2) != 8)
    throw Refusal(fmt::format("it has {} bits a pixel: colours, or single bits", header.little(28, 2)),
                  "Save it with 8 bits of grey, or as TIFF");
  if (header.little(30, 4) != 0) throw Refusal("it is compressed", as_tiff);
  const std::uint64_t named = header.little(46, 4);
  const std::uint64_t count = named == 0 ? colours : std::min<std::uint64_t>(named, colours);
  const Bytes palette(file, header_bytes, 4 * colours);
  for (std::size_t i = 0; i < count; ++i)
    if (palette.little(4 * i, 3) != 0x10101 * i)
      throw Refusal("it has a palette, in which numbers do not stand for their own grey", as_tiff);
  const auto width = static_cast<std::int32_t>(header.little(18, 4));
  const auto height = static_cast<std::int32_t>(header.little(22, 4));
  const std::int64_t row = (std::int64_t{width} + 3) / 4 * 4;
  const std::int64_t end = static_cast<std::int64_t>(header.little(10, 4)) + row * std::abs(std::int64_t{height});
  if (width < 1 || height == 0 || header.little(10, 4) < header_bytes + 4 * count)
    throw Refusal(fmt::format("its header says {} x {}", width, height));
  if (end > file.bytes()) throw Refusal(fmt::format("it is cut short: {} bytes of {}", file.bytes(), end));
}

void check_jpeg(const std::string& path) {
  constexpr std::int64_t most_behind_end = 64;  // some writers add zeros
  const ReadableFile file(path);
  const auto count = std::min(file.bytes(), most_behind_end);
  const Bytes end(file, file.bytes() - count, static_cast<std::size_t>(count));
  if (end.text(0, static_cast<std::size_t>(count)).find("\xff\xd9") == std::string_view::npos)
    throw Refusal("it is cut short, as its end is missing");
}

void check_dicom(const std::string& path) {
  const ReadableFile file(path);
  constexpr std::string_view pixel_data("\xe0\x7f\x10\x00", 4);
  for (std::int64_t at = find(file, 0, pixel_data); at >= 0;) {
    // The length has four bytes, and before them there may be the type: OW or OB, and two zeros.
    const Bytes element(file, at, 12);
    const bool names_type = element.text(4, 1) == "O";
    const std::uint64_t length = element.little(names_type ? 8 : 4, 4);
    constexpr std::uint64_t until_delimiter = 0xffffffff;
    if (length == until_delimiter) {
      if (find(file, at, std::string_view("\xfe\xff\xdd\xe0", 4)) < 0) throw Refusal("its pixels are cut short");
      return;
    }
    const std::int64_t end = at + (names_type ? 12 : 8) + static_cast<std::int64_t>(length);
    if (end > file.bytes())
      throw Refusal(fmt::format("its pixels are cut short: they end at byte {} of {}", end, file.bytes()));
    at = find(file, end, pixel_data);  // the first ones may be those of an icon
  }
}

void check_mrc(const std::string& path, const FileFacts& facts) {
  constexpr std::size_t header_bytes = 1024;
  const ReadableFile file(path);
  const Bytes header(file, 0, header_bytes);
  const bool is_big = header.big(212, 1) == 0x11;
  const auto number = [&](std::size_t at) { return is_big ? header.big(at, 4) : header.little(at, 4); };
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (const std::uint64_t at = number(64 + 4 * axis); at != axis + 1 && at != 0)
      throw Refusal("its axes are in another order than x, y, z", "Save it again in that order, or as TIFF");
  require_length(file.bytes(), static_cast<std::int64_t>(header_bytes + number(92)), facts);
}

void check_gipl(const std::string& path, const FileFacts& facts) {
  constexpr std::size_t header_bytes = 256;
  const ReadableFile file(path);
  const std::uint64_t magic = Bytes(file, 0, header_bytes).big(252, 4);
  if (magic != 0xefffe9b0 && magic != 0x2ae389b8) throw Refusal("it is no GIPL file");
  require_length(file.bytes(), header_bytes, facts);
}

}  // namespace perm::foreign
