// SPDX-License-Identifier: Apache-2.0
// The lane moves of lanes_plain.hpp with AVX-512: a tile's line is one register. Lanes and targets are both in memory
// order, so a move is a compress on one side and an expand on the other; no gather or scatter is needed.
#pragma once

#include <immintrin.h>

#include <array>
#include <bit>
#include <cstdint>

#include "lattice/d3q19.hpp"
#include "lattice/tiles.hpp"

namespace perm {

struct HardwareExtract {
  static std::uint32_t extract(std::uint32_t value, std::uint32_t mask) { return _pext_u32(value, mask); }
};

/// The few intrinsics that differ between 16 floats and 8 doubles.
template <class Real>
struct Avx512;

template <>
struct Avx512<float> {
  using Register = __m512;
  using Index = std::int32_t;
  static Register load(const float* p) { return _mm512_load_ps(p); }
  static void store(float* p, Register v) { _mm512_store_ps(p, v); }
  static void store(float* p, std::uint32_t k, Register v) { _mm512_mask_store_ps(p, static_cast<__mmask16>(k), v); }
  static Register compress(std::uint32_t k, Register v) { return _mm512_maskz_compress_ps(static_cast<__mmask16>(k), v); }
  static Register expand(std::uint32_t k, Register v) { return _mm512_maskz_expand_ps(static_cast<__mmask16>(k), v); }
  static Register expand_into(Register keep, std::uint32_t k, Register v) {
    return _mm512_mask_expand_ps(keep, static_cast<__mmask16>(k), v);
  }
  static Register permute(Register v, __m512i index) { return _mm512_permutexvar_ps(index, v); }
  static Register permute2(Register a, __m512i index, Register b) { return _mm512_permutex2var_ps(a, index, b); }
  static std::uint32_t fluid_lanes(const std::uint32_t* masks, int q) {
    return _mm512_testn_epi32_mask(_mm512_loadu_si512(masks), _mm512_set1_epi32(1 << q));
  }
};

template <>
struct Avx512<double> {
  using Register = __m512d;
  using Index = std::int64_t;
  static Register load(const double* p) { return _mm512_load_pd(p); }
  static void store(double* p, Register v) { _mm512_store_pd(p, v); }
  static void store(double* p, std::uint32_t k, Register v) { _mm512_mask_store_pd(p, static_cast<__mmask8>(k), v); }
  static Register compress(std::uint32_t k, Register v) { return _mm512_maskz_compress_pd(static_cast<__mmask8>(k), v); }
  static Register expand(std::uint32_t k, Register v) { return _mm512_maskz_expand_pd(static_cast<__mmask8>(k), v); }
  static Register expand_into(Register keep, std::uint32_t k, Register v) {
    return _mm512_mask_expand_pd(keep, static_cast<__mmask8>(k), v);
  }
  static Register permute(Register v, __m512i index) { return _mm512_permutexvar_pd(index, v); }
  static Register permute2(Register a, __m512i index, Register b) { return _mm512_permutex2var_pd(a, index, b); }
  static std::uint32_t fluid_lanes(const std::uint32_t* masks, int q) {
    return _mm256_testn_epi32_mask(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(masks)), _mm256_set1_epi32(1 << q));
  }
};

/// join[n]: the first n lanes of one register, then the lanes of another from its first. shift[n]: lanes n, n+1, ...
template <class Real>
struct LaneIndices {
  static constexpr int cells = cpu_tile_cells<Real>;
  using Index = typename Avx512<Real>::Index;
  alignas(64) Index join[cells + 1][cells];
  alignas(64) Index shift[cells + 1][cells];
  constexpr LaneIndices() : join{}, shift{} {
    for (int n = 0; n <= cells; ++n)
      for (int l = 0; l < cells; ++l) {
        join[n][l] = l < n ? l : cells + l - n;
        shift[n][l] = (l + n) % cells;
      }
  }
};
template <class Real>
inline constexpr LaneIndices<Real> lane_indices{};

template <class Real>
struct Avx512Lanes {
  using Scalar = Real;
  using BitExtract = HardwareExtract;
  using Simd = Avx512<Real>;
  using Pack = typename Simd::Register;
  static constexpr int cells = cpu_tile_cells<Real>;
  static constexpr int packs = 1;
  static constexpr std::int64_t tile_stride = std::int64_t{d3q19::directions} * cells;
  static constexpr std::uint64_t line_bits = (std::uint64_t{1} << cells) - 1;

  static std::uint32_t fluid_lanes(const std::uint32_t* masks, int q) { return Simd::fluid_lanes(masks, q); }

  static void read(const Real* line, std::uint64_t targets, std::uint32_t lanes, Real* into) {
    if (lanes == 0) return;
    const auto k0 = static_cast<std::uint32_t>(targets & line_bits);
    const auto k1 = static_cast<std::uint32_t>(targets >> cells & line_bits);
    Pack values = Simd::permute2(Simd::compress(k0, Simd::load(line)), join(std::popcount(k0)),
                                 Simd::compress(k1, Simd::load(line + tile_stride)));
    std::uint64_t rest = targets >> (2 * cells);
    if (rest != 0) {
      int count = std::popcount(k0) + std::popcount(k1);
      for (const Real* next = line + 2 * tile_stride; rest != 0; rest >>= cells, next += tile_stride) {
        const auto k = static_cast<std::uint32_t>(rest & line_bits);
        values = Simd::permute2(values, join(count), Simd::compress(k, Simd::load(next)));
        count += std::popcount(k);
      }
    }
    Simd::store(into, Simd::expand_into(Simd::load(into), lanes, values));
  }

  static void write(Real* line, std::uint64_t targets, std::uint32_t lanes, const Real* from) {
    if (lanes == 0) return;
    Pack values = Simd::compress(lanes, Simd::load(from));
    const auto k0 = static_cast<std::uint32_t>(targets & line_bits);
    Simd::store(line, k0, Simd::expand(k0, values));
    int count = std::popcount(k0);
    Real* next = line + tile_stride;
    for (std::uint64_t rest = targets >> cells; rest != 0; rest >>= cells, next += tile_stride) {
      const auto k = static_cast<std::uint32_t>(rest & line_bits);
      Simd::store(next, k, Simd::expand(k, Simd::permute(values, shift(count))));
      count += std::popcount(k);
    }
  }

  static void write_own(Real* line, std::uint32_t lanes, const Real* from) { Simd::store(line, lanes, Simd::load(from)); }

 private:
  static __m512i join(int n) { return _mm512_load_si512(lane_indices<Real>.join[n]); }
  static __m512i shift(int n) { return _mm512_load_si512(lane_indices<Real>.shift[n]); }
};

}  // namespace perm
