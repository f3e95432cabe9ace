// SPDX-License-Identifier: Apache-2.0
// Moves lanes as lanes_plain.hpp does, with AVX2: a group is two registers.
#pragma once

#include <immintrin.h>

#include <cstdint>

#include "core/host_device.hpp"

namespace perm {

template <class Real>
struct Avx2Lanes;

template <>
struct Avx2Lanes<float> {
  using Scalar = float;
  using Vector = __m256;
  using Mask = __m256i;
  static PERM_ALWAYS_INLINE Vector load(const float* from) { return _mm256_loadu_ps(from); }
  static PERM_ALWAYS_INLINE void store(float* to, Vector vector) { _mm256_storeu_ps(to, vector); }
  static PERM_ALWAYS_INLINE void store(Mask mask, float* to, Vector vector) { _mm256_maskstore_ps(to, mask, vector); }
  static PERM_ALWAYS_INLINE Mask bits(int first) {
    return _mm256_slli_epi32(_mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128), first);
  }
  static PERM_ALWAYS_INLINE Mask mask(std::uint16_t lanes, Mask bits) {
    return _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi16(static_cast<short>(lanes)), bits), bits);
  }
  static PERM_ALWAYS_INLINE Vector select(Mask mask, Vector yes, Vector no) {
    return _mm256_blendv_ps(no, yes, _mm256_castsi256_ps(mask));
  }
};

template <>
struct Avx2Lanes<double> {
  using Scalar = double;
  using Vector = __m256d;
  using Mask = __m256i;
  static PERM_ALWAYS_INLINE Vector load(const double* from) { return _mm256_loadu_pd(from); }
  static PERM_ALWAYS_INLINE void store(double* to, Vector vector) { _mm256_storeu_pd(to, vector); }
  static PERM_ALWAYS_INLINE void store(Mask mask, double* to, Vector vector) { _mm256_maskstore_pd(to, mask, vector); }
  static PERM_ALWAYS_INLINE Mask bits(int first) { return _mm256_slli_epi64(_mm256_setr_epi64x(1, 2, 4, 8), first); }
  static PERM_ALWAYS_INLINE Mask mask(std::uint16_t lanes, Mask bits) {
    return _mm256_cmpeq_epi64(_mm256_and_si256(_mm256_set1_epi16(static_cast<short>(lanes)), bits), bits);
  }
  static PERM_ALWAYS_INLINE Vector select(Mask mask, Vector yes, Vector no) {
    return _mm256_blendv_pd(no, yes, _mm256_castsi256_pd(mask));
  }
};

}  // namespace perm
