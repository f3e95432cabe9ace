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
  static constexpr unsigned known_segments = 6;
  using Vector = __m256;
  static constexpr std::uint32_t all = 0xffU;
  static PERM_ALWAYS_INLINE Vector load(const float* from) { return _mm256_loadu_ps(from); }
  static PERM_ALWAYS_INLINE Vector load(std::uint32_t lanes, const float* from, Vector vector) {
    const __m256i chosen = mask(lanes);
    return _mm256_blendv_ps(vector, _mm256_maskload_ps(from, chosen), _mm256_castsi256_ps(chosen));
  }
  static PERM_ALWAYS_INLINE void store(std::uint32_t lanes, float* to, Vector vector) {
    _mm256_maskstore_ps(to, mask(lanes), vector);
  }
  static PERM_ALWAYS_INLINE void store_all_or_none(std::uint32_t lanes, float* to, Vector vector) {
    if ((lanes & all) == all)
      _mm256_storeu_ps(to, vector);
    else if ((lanes & all) != 0)
      store(lanes, to, vector);
  }

 private:
  /// Gives a mask in which all bits of element l are set where bit l of `lanes` is.
  static PERM_ALWAYS_INLINE __m256i mask(std::uint32_t lanes) {
    const __m256i bit = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    return _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32(static_cast<int>(lanes)), bit), bit);
  }
};

template <>
struct Avx2Lanes<double> {
  using Scalar = double;
  static constexpr unsigned known_segments = 6;
  using Vector = __m256d;
  static constexpr std::uint32_t all = 0xfU;
  static PERM_ALWAYS_INLINE Vector load(const double* from) { return _mm256_loadu_pd(from); }
  static PERM_ALWAYS_INLINE Vector load(std::uint32_t lanes, const double* from, Vector vector) {
    const __m256i chosen = mask(lanes);
    return _mm256_blendv_pd(vector, _mm256_maskload_pd(from, chosen), _mm256_castsi256_pd(chosen));
  }
  static PERM_ALWAYS_INLINE void store(std::uint32_t lanes, double* to, Vector vector) {
    _mm256_maskstore_pd(to, mask(lanes), vector);
  }
  static PERM_ALWAYS_INLINE void store_all_or_none(std::uint32_t lanes, double* to, Vector vector) {
    if ((lanes & all) == all)
      _mm256_storeu_pd(to, vector);
    else if ((lanes & all) != 0)
      store(lanes, to, vector);
  }

 private:
  static PERM_ALWAYS_INLINE __m256i mask(std::uint32_t lanes) {
    const __m256i bit = _mm256_setr_epi64x(1, 2, 4, 8);
    return _mm256_cmpeq_epi64(_mm256_and_si256(_mm256_set1_epi64x(static_cast<int>(lanes)), bit), bit);
  }
};

}  // namespace perm
