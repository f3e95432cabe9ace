// SPDX-License-Identifier: Apache-2.0
// The lane moves of lanes_plain.hpp with AVX2: a group is two registers, and a piece two masked loads or stores.
#pragma once

#include <immintrin.h>

#include <cstdint>

#include "lattice/d3q19.hpp"
#include "lattice/tiles.hpp"
#include "solver/group_links.hpp"

namespace perm {

/// The few intrinsics that differ between 8 floats and 4 doubles.
template <class Real>
struct Avx2;

template <>
struct Avx2<float> {
  using Pack = __m256;
  static constexpr int lanes = 8;
  /// All bits of element l set where bit l of `lanes` is.
  static __m256i mask(std::uint32_t lanes_of_half) {
    const __m256i bit = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    return _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32(static_cast<int>(lanes_of_half)), bit), bit);
  }
  static Pack load(const float* p, __m256i m) { return _mm256_maskload_ps(p, m); }
  static void store(float* p, __m256i m, Pack v) { _mm256_maskstore_ps(p, m, v); }
  static Pack load(const float* p) { return _mm256_load_ps(p); }
  static void store(float* p, Pack v) { _mm256_store_ps(p, v); }
  static Pack choose(__m256i m, Pack yes, Pack no) { return _mm256_blendv_ps(no, yes, _mm256_castsi256_ps(m)); }
};

template <>
struct Avx2<double> {
  using Pack = __m256d;
  static constexpr int lanes = 4;
  static __m256i mask(std::uint32_t lanes_of_half) {
    const __m256i bit = _mm256_setr_epi64x(1, 2, 4, 8);
    return _mm256_cmpeq_epi64(_mm256_and_si256(_mm256_set1_epi64x(static_cast<int>(lanes_of_half)), bit), bit);
  }
  static Pack load(const double* p, __m256i m) { return _mm256_maskload_pd(p, m); }
  static void store(double* p, __m256i m, Pack v) { _mm256_maskstore_pd(p, m, v); }
  static Pack load(const double* p) { return _mm256_load_pd(p); }
  static void store(double* p, Pack v) { _mm256_store_pd(p, v); }
  static Pack choose(__m256i m, Pack yes, Pack no) { return _mm256_blendv_pd(no, yes, _mm256_castsi256_pd(m)); }
};

template <class Real>
struct Avx2Lanes {
  using Scalar = Real;
  using Simd = Avx2<Real>;
  using Pack = typename Simd::Pack;
  using Tiles = CpuTiles<Real>;
  static constexpr int half = Simd::lanes;
  static constexpr int cells = 2 * half;
  static constexpr int packs = 2;
  static constexpr bool loops_by_block_count = true;  ///< see StepCpu::odd
  using Links = GroupLinks<Tiles, cells>;
  static constexpr std::uint32_t half_lanes = (1U << half) - 1U;
  static constexpr std::int64_t prefetch_distance = 4 * cells;

  static void add_run(const Run& run, const GroupMasks& fluid, Links& links) { add_run_links(run, fluid, links); }

  template <int Blocks>
  static void read(const Real* f, const Real* own, const Links& links, int q, Real* values) {
    Pack low = Simd::load(own);
    Pack high = Simd::load(own + half);
    __builtin_prefetch(own + prefetch_distance, 1);
    if (Blocks > 0) __builtin_prefetch(f + links.blocks[0].offset[q - 1] + prefetch_distance, 1);
    const int count = Blocks > 0 ? Blocks : links.count;
    for (int b = 0; b < count; ++b) {
      const std::uint32_t lanes = links.blocks[b].lanes[q - 1];
      const Real* from = f + links.blocks[b].offset[q - 1];
      const __m256i mask_low = Simd::mask(lanes & half_lanes);
      const __m256i mask_high = Simd::mask(lanes >> half);
      low = Simd::choose(mask_low, Simd::load(from, mask_low), low);
      high = Simd::choose(mask_high, Simd::load(from + half, mask_high), high);
    }
    Simd::store(values, low);
    Simd::store(values + half, high);
  }
  template <int Blocks>
  static void write(Real* f, const Links& links, int q, const Real* values) {
    const Pack low = Simd::load(values);
    const Pack high = Simd::load(values + half);
    const int count = Blocks > 0 ? Blocks : links.count;
    for (int b = 0; b < count; ++b) {
      const std::uint32_t lanes = links.blocks[b].lanes[q - 1];
      Real* to = f + links.blocks[b].offset[q - 1];
      Simd::store(to, Simd::mask(lanes & half_lanes), low);
      Simd::store(to + half, Simd::mask(lanes >> half), high);
    }
  }
  static void write_own(const Real* values, std::uint32_t solid, Real* line) {
    Simd::store(line, Simd::mask(solid & half_lanes), Simd::load(values));
    Simd::store(line + half, Simd::mask(solid >> half & half_lanes), Simd::load(values + half));
  }
};

}  // namespace perm
