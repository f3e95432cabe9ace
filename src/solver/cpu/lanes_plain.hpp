// SPDX-License-Identifier: Apache-2.0
// Moves some lanes of a vector of cells on a CPU, in plain C++ with vectors of `Bytes` bytes. Instruction sets with
// better means replace this (lanes_avx2.hpp, lanes_avx512.hpp). Bit l of `lanes` is lane l of the vector; bits beyond
// the vector mean nothing.
#pragma once

#include <cstdint>
#include <cstring>

namespace perm {

template <class Real, int Bytes>
struct PlainLanes {
  using Scalar = Real;
  static constexpr unsigned known_segments = 2;  // with more it is slower, and eight times as long to compile
  typedef Real Vector __attribute__((vector_size(Bytes)));
  static constexpr int cells = Bytes / static_cast<int>(sizeof(Real));

  static Vector load(const Real* from) {
    Vector vector;
    std::memcpy(&vector, from, sizeof vector);
    return vector;
  }
  /// Loads `lanes` from memory and leaves the others as they are in `vector`.
  static Vector load(std::uint32_t lanes, const Real* from, Vector vector) {
    for (int l = 0; l < cells; ++l)
      if ((lanes >> l & 1U) != 0) vector[l] = from[l];
    return vector;
  }
  /// Stores `lanes` to memory.
  static void store(std::uint32_t lanes, Real* to, Vector vector) {
    for (int l = 0; l < cells; ++l)
      if ((lanes >> l & 1U) != 0) to[l] = vector[l];
  }
  /// The same, where mostly all lanes are chosen or none: a store of some may take longer than to ask for that.
  static void store_all_or_none(std::uint32_t lanes, Real* to, Vector vector) { store(lanes, to, vector); }
};

}  // namespace perm
