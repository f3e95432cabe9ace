// SPDX-License-Identifier: Apache-2.0
#include "image/foreign/program/itk_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

#include "image/foreign/program/file_bytes.hpp"
#include "image/source/image_header.hpp"

namespace perm::foreign {
namespace {

constexpr const char* as_tiff = "Save it as TIFF";

void require_length(std::int64_t has, std::int64_t header_bytes, const FileFacts& facts) {
  const std::int64_t voxels = facts.extent.nz * facts.plane_bytes();
  if (has - header_bytes != voxels)
    throw Refusal(fmt::format("{} of {} need {} bytes behind its header, it has {}", to_string(facts.extent),
                              name_of(facts.type), voxels, has - header_bytes),
                  "The file is cut short or damaged, copy or export it again");
}

}  // namespace

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

void check_mrc(const std::string& path) {
  constexpr std::size_t header_bytes = 1024;
  const ReadableFile file(path);
  const Bytes header(file, 0, header_bytes);
  const bool is_big = header.big(212, 1) == 0x11;
  const auto number = [&](std::size_t at) {
    return static_cast<std::int32_t>(is_big ? header.big(at, 4) : header.little(at, 4));
  };
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (const std::int32_t at = number(64 + 4 * axis); at != static_cast<std::int32_t>(axis) + 1 && at != 0)
      throw Refusal("its axes are in another order than x, y, z", "Save it again in that order, or as TIFF");
  FileFacts facts;
  facts.extent = {number(0), number(4), number(8)};
  if (facts.extent.nx < 1 || facts.extent.ny < 1 || facts.extent.nz < 1 || !is_addressable(facts.extent, 4))
    throw Refusal("its header says " + to_string(facts.extent), "The header must be damaged");
  const std::int32_t mode = number(12);
  constexpr std::array<std::pair<std::int32_t, VoxelType>, 4> modes{
      {{0, VoxelType::int8}, {1, VoxelType::int16}, {2, VoxelType::float32}, {6, VoxelType::uint16}}};
  const auto found = std::ranges::find(modes, mode, &std::pair<std::int32_t, VoxelType>::first);
  if (found == modes.end())
    throw Refusal(fmt::format("its mode is {}: colours, complex or other numbers", mode),
                  "Save it with mode 0, 1, 2 or 6, or as TIFF");
  facts.type = found->second;
  const std::int32_t symmetry_bytes = number(92);  // those of an extended header, which ITK believes
  if (symmetry_bytes < 0)
    throw Refusal(fmt::format("its header says that {} bytes follow it (nsymbt)", symmetry_bytes),
                  "The header must be damaged");
  require_length(file.bytes(), static_cast<std::int64_t>(header_bytes) + symmetry_bytes, facts);
}

void check_gipl(const std::string& path, const FileFacts& facts) {
  constexpr std::size_t header_bytes = 256;
  const ReadableFile file(path);
  const std::uint64_t magic = Bytes(file, 0, header_bytes).big(252, 4);
  if (magic != 0xefffe9b0 && magic != 0x2ae389b8) throw Refusal("it is no GIPL file");
  require_length(file.bytes(), header_bytes, facts);
}

}  // namespace perm::foreign
