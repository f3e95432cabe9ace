// SPDX-License-Identifier: Apache-2.0
// The CRC-32 of zlib, which Python's zlib.crc32 gives: stored, it stands for a whole image of another program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace perm {

inline std::uint32_t crc32_of(std::span<const std::byte> bytes) {
  std::uint32_t crc = ~0U;
  for (const std::byte byte : bytes) {
    crc ^= std::to_integer<std::uint32_t>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1U ^ (0xedb88320U & (0U - (crc & 1U)));
  }
  return ~crc;
}

}  // namespace perm
