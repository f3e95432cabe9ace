// SPDX-License-Identifier: Apache-2.0
// Moves lanes as lanes_plain.hpp does, with AVX-512: a group is one register, and its lanes are one mask.
#pragma once

#include <immintrin.h>

#include <cstdint>

#include "core/host_device.hpp"

namespace perm {

/// Rounds as GroupRounding does: these instructions are only in AVX-512.
struct Avx512Rounding {
  static PERM_ALWAYS_INLINE __m512i round(__m512d numbers) { return _mm512_cvtpd_epi64(numbers); }
  static PERM_ALWAYS_INLINE std::int64_t sum_of(__m512i numbers) { return _mm512_reduce_add_epi64(numbers); }
};

template <class Real>
struct Avx512Lanes;

template <>
struct Avx512Lanes<float> : Avx512Rounding {
  using Scalar = float;
  using Vector = __m512;
  static PERM_ALWAYS_INLINE Vector load(const float* from) { return _mm512_loadu_ps(from); }
  static PERM_ALWAYS_INLINE Vector load(std::uint32_t lanes, const float* from, Vector vector) {
    return _mm512_mask_loadu_ps(vector, static_cast<__mmask16>(lanes), from);
  }
  static PERM_ALWAYS_INLINE void store(std::uint32_t lanes, float* to, Vector vector) {
    _mm512_mask_storeu_ps(to, static_cast<__mmask16>(lanes), vector);
  }
};

template <>
struct Avx512Lanes<double> : Avx512Rounding {
  using Scalar = double;
  using Vector = __m512d;
  static PERM_ALWAYS_INLINE Vector load(const double* from) { return _mm512_loadu_pd(from); }
  static PERM_ALWAYS_INLINE Vector load(std::uint32_t lanes, const double* from, Vector vector) {
    return _mm512_mask_loadu_pd(vector, static_cast<__mmask8>(lanes), from);
  }
  static PERM_ALWAYS_INLINE void store(std::uint32_t lanes, double* to, Vector vector) {
    _mm512_mask_storeu_pd(to, static_cast<__mmask8>(lanes), vector);
  }
};

}  // namespace perm
