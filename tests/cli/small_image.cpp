// SPDX-License-Identifier: Apache-2.0
#include "cli/small_image.hpp"

#include <string>

#include "cli/program.hpp"

namespace perm::cli {
namespace {

void add(std::string& bytes, std::uint32_t value, int count) {
  for (int i = 0; i < count; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xFFU);
}

/// Adds a field of a TIFF directory with one value.
void add_field(std::string& bytes, std::uint32_t tag, std::uint32_t value) {
  constexpr std::uint32_t type_long = 4;
  add(bytes, tag, 2);
  add(bytes, type_long, 2);
  add(bytes, 1, 4);
  add(bytes, value, 4);
}

std::string as_text(const std::vector<std::uint8_t>& grey) { return {grey.begin(), grey.end()}; }

}  // namespace

void write_tiff_slice(const std::filesystem::path& path, const Extent& extent, Depth depth,
                      const std::vector<std::uint16_t>& grey) {
  const int bytes_per_value = depth == Depth::bits8 ? 1 : 2;
  std::string data;
  for (const std::uint16_t value : grey) add(data, value, bytes_per_value);
  constexpr std::uint32_t header_bytes = 8;
  std::string bytes = "II*";
  bytes += '\0';
  add(bytes, header_bytes + static_cast<std::uint32_t>(data.size() + data.size() % 2), 4);
  bytes += data;
  if (data.size() % 2 != 0) bytes += '\0';
  add(bytes, 9, 2);  // fields of the directory, in the order of their tags (TIFF 6.0)
  add_field(bytes, 256, static_cast<std::uint32_t>(extent.nx));  // width
  add_field(bytes, 257, static_cast<std::uint32_t>(extent.ny));  // length
  add_field(bytes, 258, static_cast<std::uint32_t>(depth));      // bits per sample
  add_field(bytes, 259, 1);                                      // no compression
  add_field(bytes, 262, 1);                                      // black is zero
  add_field(bytes, 273, header_bytes);                           // strip offset
  add_field(bytes, 277, 1);                                      // samples per pixel
  add_field(bytes, 278, static_cast<std::uint32_t>(extent.ny));  // rows per strip
  add_field(bytes, 279, static_cast<std::uint32_t>(data.size()));
  add(bytes, 0, 4);
  write_text(path, bytes);
}

void write_mha(const std::filesystem::path& path, const Extent& extent, const std::vector<std::uint8_t>& grey) {
  const std::string dims =
      std::to_string(extent.nx) + " " + std::to_string(extent.ny) + " " + std::to_string(extent.nz);
  write_text(path, "ObjectType = Image\nNDims = 3\nBinaryData = True\nBinaryDataByteOrderMSB = False\nDimSize = " +
                       dims + "\nElementType = MET_UCHAR\nElementDataFile = LOCAL\n" + as_text(grey));
}

void write_raw(const std::filesystem::path& path, const std::vector<std::uint8_t>& grey) {
  write_text(path, as_text(grey));
}

std::vector<std::uint8_t> slit(const Extent& extent) {
  std::vector<std::uint8_t> grey(static_cast<std::size_t>(extent.voxels()), 255);
  for (std::int64_t i = 0; i < extent.nz / 2 * extent.plane_voxels(); ++i) grey[static_cast<std::size_t>(i)] = 0;
  return grey;
}

}  // namespace perm::cli
