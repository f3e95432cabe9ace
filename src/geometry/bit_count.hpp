// SPDX-License-Identifier: Apache-2.0
// Counts bits on the host. Loops that count voxels use this and not std::popcount, which is a call of the compiler's
// library on the processors that the program is built for.
#pragma once

#include <cstdint>
#include <span>

#include "core/host_device.hpp"

namespace perm {

/// Counts the bits of a word.
PERM_ALWAYS_INLINE std::int64_t count_bits(std::uint32_t word) { return detail::count_bits(word); }

/// Counts the bits of fewer than 2^27 words, such as a row or a plane of voxels.
inline std::int64_t count_bits(std::span<const std::uint32_t> words) {
  std::uint32_t bits = 0;
  for (const std::uint32_t word : words) bits += detail::count_bits(word);
  return bits;
}

/// Counts the bits in which two rows of the same length differ; they have fewer than 2^27 words.
inline std::int64_t count_differences(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) {
  std::uint32_t bits = 0;
  for (std::size_t word = 0; word < a.size(); ++word) bits += detail::count_bits(a[word] ^ b[word]);
  return bits;
}

}  // namespace perm
