// SPDX-License-Identifier: Apache-2.0
// Moves some lanes of a vector of cells on a CPU, in plain C++ with vectors of `Bytes` bytes. Instruction sets with
// better means replace this (lanes_avx2.hpp, lanes_avx512.hpp). The lanes of a group are bits of a word; a mask has all
// bits of an element set where its lane is chosen.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace perm {

template <class Real, int Bytes>
struct PlainLanes {
  using Scalar = Real;
  using Bits = std::conditional_t<sizeof(Real) == 4, std::int32_t, std::int64_t>;
  typedef Real Vector __attribute__((vector_size(Bytes)));
  typedef Bits Mask __attribute__((vector_size(Bytes)));
  static constexpr int cells = Bytes / static_cast<int>(sizeof(Real));

  static Vector load(const Real* from) {
    Vector vector;
    std::memcpy(&vector, from, sizeof vector);
    return vector;
  }
  static void store(Real* to, Vector vector) { std::memcpy(to, &vector, sizeof vector); }
  /// Stores the chosen lanes and leaves the memory of the others alone.
  static void store(Mask mask, Real* to, Vector vector) {
    for (int l = 0; l < cells; ++l)
      if (mask[l] != 0) to[l] = vector[l];
  }
  /// Gives for each element the bit of its lane, where the vector begins with lane `first`.
  static Mask bits(int first) {
    Mask bits;
    for (int l = 0; l < cells; ++l) bits[l] = Bits{1} << (first + l);
    return bits;
  }
  static Mask mask(std::uint16_t lanes, Mask bits) { return (bits & lanes) == bits; }
  static Vector select(Mask mask, Vector yes, Vector no) { return mask ? yes : no; }
};

}  // namespace perm
