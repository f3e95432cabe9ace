// SPDX-License-Identifier: Apache-2.0
// The 64-bit hash FNV-1a of Fowler, Noll and Vo, and a hash of one number: they tell contents apart or stand for
// chance, and keep nothing secret.
#pragma once

#include <cstdint>

#include "core/host_device.hpp"

namespace perm {

/// Mixes the bits of a number (Steele, Lea and Flood 2014, SplitMix64): numbers in order become numbers without any.
PERM_HOST_DEVICE constexpr std::uint64_t mix_bits(std::uint64_t number) {
  std::uint64_t n = number + 0x9e3779b97f4a7c15U;
  n = (n ^ (n >> 30)) * 0xbf58476d1ce4e5b9U;
  n = (n ^ (n >> 27)) * 0x94d049bb133111ebU;
  return n ^ (n >> 31);
}

class FnvHash {
 public:
  /// Adds the lowest byte of `byte`, whose other bits are 0.
  void add_byte(std::uint64_t byte) { value_ = (value_ ^ byte) * 0x100000001b3U; }
  /// Adds the lowest `bytes` bytes of `word`, lowest first.
  void add(std::uint64_t word, int bytes) {
    for (; bytes > 0; --bytes, word >>= 8U) add_byte(word & 0xffU);
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_{0xcbf29ce484222325U};
};

}  // namespace perm
