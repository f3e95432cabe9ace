// SPDX-License-Identifier: Apache-2.0
// How a CPU moves some lanes of a pack of cells, in plain C++ with packs of `Bytes` bytes. Instruction sets with better
// means replace it (lanes_avx2.hpp, lanes_avx512.hpp). Bit l of `lanes` is lane l of the pack; bits beyond it mean
// nothing.
#pragma once

#include <cstdint>
#include <cstring>

namespace perm {

template <class Real, int Bytes>
struct PlainLanes {
  using Scalar = Real;
  static constexpr unsigned known_segments = 2;  // with more it is slower, and eight times as long to compile
  typedef Real Pack __attribute__((vector_size(Bytes)));
  static constexpr int cells = Bytes / static_cast<int>(sizeof(Real));

  static Pack load(const Real* from) {
    Pack pack;
    std::memcpy(&pack, from, sizeof pack);
    return pack;
  }
  /// `lanes` from memory, the others as they are in `pack`.
  static Pack load(std::uint32_t lanes, const Real* from, Pack pack) {
    for (int l = 0; l < cells; ++l)
      if ((lanes >> l & 1U) != 0) pack[l] = from[l];
    return pack;
  }
  /// `lanes` to memory.
  static void store(std::uint32_t lanes, Real* to, Pack pack) {
    for (int l = 0; l < cells; ++l)
      if ((lanes >> l & 1U) != 0) to[l] = pack[l];
  }
};

}  // namespace perm
