// SPDX-License-Identifier: Apache-2.0
// Writes voxels in compressed formats without a compressor: none of the results is shorter than the voxels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "image_fixture.hpp"

namespace perm {

/// Gives the Packbits of TIFF strips (TIFF 6.0, section 9): runs of literal bytes, each after its length less one. A
/// run must end with its row; runs of small.nx bytes do so for voxels of any size.
inline std::string packbits_of(const std::string& bytes) {
  std::string compressed;
  for (std::size_t at = 0; at < bytes.size(); at += small.nx) {
    const std::string run = bytes.substr(at, small.nx);
    compressed += static_cast<char>(run.size() - 1) + run;
  }
  return compressed;
}

/// Gives the LZW of TIFF strips (section 13): codes of nine bits, the highest bit first; 256 starts a table and 257
/// ends. A new table starts every 100 codes, so that no code needs ten bits.
inline std::string lzw_of(const std::string& bytes) {
  std::string compressed;
  std::uint32_t waiting = 0;
  int bits = 0;
  const auto put = [&](std::uint32_t code) {
    waiting = waiting << 9U | code;
    for (bits += 9; bits >= 8; bits -= 8) compressed += static_cast<char>(waiting >> static_cast<unsigned>(bits - 8));
  };
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i % 100 == 0) put(256);
    put(static_cast<unsigned char>(bytes[i]));
  }
  put(257);
  return compressed + static_cast<char>(waiting << static_cast<unsigned>(8 - bits));
}

/// Gives a zlib stream (RFC 1950) of one part that is stored as it is, up to 65535 bytes, and its Adler-32 checksum.
inline std::string zlib_of(const std::string& bytes) {
  std::uint32_t sum = 1;
  std::uint32_t sum_of_sums = 0;
  for (const char byte : bytes) {
    sum = (sum + static_cast<unsigned char>(byte)) % 65521;
    sum_of_sums = (sum_of_sums + sum) % 65521;
  }
  const auto size = static_cast<std::uint16_t>(bytes.size());
  return "\x78\x01\x01" + bytes_of(size) + bytes_of(static_cast<std::uint16_t>(~size)) + bytes +
         bytes_of(sum_of_sums << 16U | sum, true);
}

/// Gives a gzip file (RFC 1952) of one part that is stored as it is, and its CRC-32.
inline std::string gzip_of(const std::string& bytes) {
  std::uint32_t crc = ~0U;
  for (const char byte : bytes) {
    crc ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1U ^ ((crc & 1U) != 0 ? 0xedb88320U : 0U);
  }
  const std::string zlib = zlib_of(bytes);
  return std::string("\x1f\x8b\x08\0\0\0\0\0\0\x03", 10) + zlib.substr(2, zlib.size() - 6) + bytes_of(~crc) +
         bytes_of(static_cast<std::uint32_t>(bytes.size()));
}

}  // namespace perm
