// SPDX-License-Identifier: Apache-2.0
// Gives files of other formats, byte by byte, all of the small image unless they say otherwise.
#pragma once

#include <cstdint>
#include <string>

#include "image/compressed_bytes.hpp"
#include "image/image_fixture.hpp"

namespace perm {

inline std::uint32_t crc_of(const std::string& bytes) {
  std::uint32_t crc = ~0U;
  for (const char byte : bytes) {
    crc ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1U ^ ((crc & 1U) != 0 ? 0xedb88320U : 0U);
  }
  return ~crc;
}

inline std::string png_chunk(const std::string& name, const std::string& data) {
  return bytes_of(static_cast<std::uint32_t>(data.size()), true) + name + data + bytes_of(crc_of(name + data), true);
}

/// What a PNG (ISO 15948) may be; colour 0 is grey, 2 RGB, 3 a palette, 4 grey with transparency.
struct Png {
  std::uint32_t width{7};
  std::uint32_t height{5};
  int depth{8};
  int colour{0};
  std::string rows;         ///< the bytes of all rows, as many in each
  std::string more_chunks;  ///< before the data

  std::string build() const {
    std::string filtered;
    const std::size_t row = height == 0 ? 0 : rows.size() / height;
    for (std::uint32_t y = 0; y < height; ++y) filtered += std::string(1, '\0') + rows.substr(y * row, row);
    return "\x89PNG\r\n\x1a\n" +
           png_chunk("IHDR", bytes_of(width, true) + bytes_of(height, true) + static_cast<char>(depth) +
                                 static_cast<char>(colour) + std::string(3, '\0')) +
           more_chunks + png_chunk("IDAT", zlib_of(filtered)) + png_chunk("IEND", "");
  }
};

/// Gives the bytes of plane z of the small image.
template <class T, class Value>
std::string plane_of(const Value& value, std::int64_t z, bool big_endian = false) {
  const std::string all = voxels_of<T>(value, big_endian);
  const std::size_t plane = all.size() / static_cast<std::size_t>(small.nz);
  return all.substr(static_cast<std::size_t>(z) * plane, plane);
}

inline std::string png_of_plane(std::int64_t z) {
  return Png{7, 5, 8, 0, plane_of<std::uint8_t>(grey_at, z), {}}.build();
}

/// A Windows bitmap of 8 bits with a palette of greys, the last row first.
inline std::string bmp_of(std::int32_t width, std::int32_t height, const std::string& rows) {
  std::string palette;
  for (int i = 0; i < 256; ++i) palette += std::string(3, static_cast<char>(i)) + '\0';
  std::string data;
  const auto row = static_cast<std::size_t>(width);
  for (std::int32_t y = height; y-- > 0;)
    data += rows.substr(static_cast<std::size_t>(y) * row, row) + std::string((4 - row % 4) % 4, '\0');
  const auto offset = static_cast<std::uint32_t>(54 + palette.size());
  return "BM" + bytes_of(static_cast<std::uint32_t>(offset + data.size())) + bytes_of(0U) + bytes_of(offset) +
         bytes_of(40U) + bytes_of(width) + bytes_of(height) + bytes_of(std::uint16_t{1}) + bytes_of(std::uint16_t{8}) +
         bytes_of(0U) + bytes_of(static_cast<std::uint32_t>(data.size())) + bytes_of(0U) + bytes_of(0U) + bytes_of(0U) +
         bytes_of(0U) + palette + data;
}

/// NIfTI (nifti.nimh.nih.gov): `type` 2 uint8, 4 int16, 8 int32, 16 float32, 64 float64, 256 int8, 512 uint16.
struct Nifti {
  std::int16_t type{2};
  std::string voxels{};
  Extent extent{small};
  int units{2};  ///< 1 m, 2 mm, 3 um
  bool big_endian{false};

  std::string build() const {
    std::string header(352, '\0');
    const auto put = [&](std::size_t at, const std::string& bytes) { header.replace(at, bytes.size(), bytes); };
    put(0, bytes_of(std::int32_t{348}, big_endian));
    for (std::size_t i = 0; i < 8; ++i) put(40 + 2 * i, bytes_of(static_cast<std::int16_t>(size(i)), big_endian));
    put(70, bytes_of(type, big_endian));
    for (std::size_t i = 0; i < 4; ++i) put(76 + 4 * i, bytes_of(static_cast<float>(i + 1), big_endian));
    put(108, bytes_of(352.0F, big_endian));
    put(112, bytes_of(1.0F, big_endian));
    header[123] = static_cast<char>(units);
    put(344, std::string("n+1\0", 4));
    return header + voxels;
  }

  std::string build_version_2() const {
    std::string header(544, '\0');
    const auto put = [&](std::size_t at, const std::string& bytes) { header.replace(at, bytes.size(), bytes); };
    put(0, bytes_of(std::int32_t{540}, big_endian));
    put(4, std::string("n+2\0\r\n\x1a\n", 8));
    put(12, bytes_of(type, big_endian));
    for (std::size_t i = 0; i < 8; ++i) put(16 + 8 * i, bytes_of(size(i), big_endian));
    for (std::size_t i = 0; i < 4; ++i) put(104 + 8 * i, bytes_of(static_cast<double>(i + 1), big_endian));
    put(168, bytes_of(std::int64_t{544}, big_endian));
    put(176, bytes_of(1.0, big_endian));
    put(500, bytes_of(units, big_endian));
    return header + voxels;
  }

 private:
  std::int64_t size(std::size_t index) const {
    const std::int64_t sizes[] = {3, extent.nx, extent.ny, extent.nz};
    return index < 4 ? sizes[index] : 1;
  }
};

/// MRC2014 (ccpem.ac.uk): mode 0 bytes, 1 int16, 2 float32, 6 uint16.
inline std::string mrc_of(std::int32_t mode, const std::string& voxels) {
  std::string header(1024, '\0');
  const auto put = [&](std::size_t at, const std::string& bytes) { header.replace(at, bytes.size(), bytes); };
  const std::int32_t sizes[] = {7, 5, 3};
  for (std::size_t i = 0; i < 3; ++i) {
    put(4 * i, bytes_of(sizes[i]));
    put(28 + 4 * i, bytes_of(sizes[i]));
    put(40 + 4 * i, bytes_of(static_cast<float>(sizes[i]) * 20));
    put(52 + 4 * i, bytes_of(90.0F));
    put(64 + 4 * i, bytes_of(static_cast<std::int32_t>(i) + 1));
  }
  put(12, bytes_of(mode));
  put(208, "MAP \x44\x44");
  return header + voxels;
}

/// GIPL: everything in big-endian order; type 8 uint8, 15 int16, 64 float32.
inline std::string gipl_of(std::uint16_t type, const std::string& voxels) {
  std::string header(256, '\0');
  const auto put = [&](std::size_t at, const std::string& bytes) { header.replace(at, bytes.size(), bytes); };
  const std::uint16_t sizes[] = {7, 5, 3, 1};
  for (std::size_t i = 0; i < 4; ++i) put(2 * i, bytes_of(sizes[i], true));
  put(8, bytes_of(type, true));
  for (std::size_t i = 0; i < 4; ++i) put(10 + 4 * i, bytes_of(2.5F, true));
  put(252, bytes_of(0xefffe9b0U, true));
  return header + voxels;
}

}  // namespace perm
