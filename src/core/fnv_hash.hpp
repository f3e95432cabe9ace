// SPDX-License-Identifier: Apache-2.0
// The 64-bit hash FNV-1a of Fowler, Noll and Vo: it tells contents apart, and keeps nothing secret.
#pragma once

#include <cstdint>

namespace perm {

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
