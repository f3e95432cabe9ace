// SPDX-License-Identifier: Apache-2.0
// Vectors of double precision for some cells of a group, as wide as an instruction set has them. Like the step kernels
// this is compiled for each instruction set.
#pragma once

#include <cstdint>
#include <cstring>

#include "core/host_device.hpp"

namespace perm {

template <class Lanes>
struct GroupVectors {
  using Real = typename Lanes::Scalar;
  static constexpr int cells = static_cast<int>(sizeof(typename Lanes::Vector) / sizeof(double));  ///< of a vector
  template <class Number>
  struct VectorOf {
    typedef Number Type __attribute__((vector_size(cells * sizeof(Number))));
  };
  using Reals = typename VectorOf<Real>::Type;
  using Doubles = typename VectorOf<double>::Type;
  using Bits = typename VectorOf<std::uint64_t>::Type;

  static PERM_ALWAYS_INLINE Doubles load(const Real* from) {
    Reals values;
    std::memcpy(&values, from, sizeof values);
    return __builtin_convertvector(values, Doubles);
  }
};

}  // namespace perm
