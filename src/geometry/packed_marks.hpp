// SPDX-License-Identifier: Apache-2.0
// Packs marks of 32 voxels, a byte each, into the bits of a word.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>

namespace perm {

/// Gives the word whose bit i is marks[i], which is 0 or 1.
inline std::uint32_t pack_marks(std::span<const std::uint8_t, 32> marks) {
  std::uint32_t word = 0;
  if constexpr (std::endian::native == std::endian::little) {
    // The product moves the lowest bit of byte i to bit 56 + i, and no two sums of bits meet on the way.
    constexpr std::uint64_t gather = 0x0102040810204080;
    for (unsigned part = 0; part < 4; ++part) {
      std::uint64_t eight = 0;
      std::memcpy(&eight, &marks[part * 8], 8);
      word |= static_cast<std::uint32_t>(eight * gather >> 56U) << (8 * part);
    }
  } else {
    for (unsigned bit = 0; bit < 32; ++bit) word |= static_cast<std::uint32_t>(marks[bit]) << bit;
  }
  return word;
}

}  // namespace perm
