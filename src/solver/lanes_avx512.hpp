// SPDX-License-Identifier: Apache-2.0
// The lane moves of lanes_plain.hpp with AVX-512: a group is one register and a piece one masked load or store.
#pragma once

#include <immintrin.h>

#include <bit>
#include <cstdint>

#include "core/host_device.hpp"
#include "lattice/d3q19.hpp"
#include "lattice/tiles.hpp"
#include "solver/group_links.hpp"

namespace perm {

/// Bits set in each of eight words (by nibbles: processors before Ice Lake have no instruction for it).
inline __m256i popcount(__m256i words) {
  const __m256i counts =
      _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
  const __m256i nibble = _mm256_set1_epi8(0x0F);
  const __m256i low = _mm256_shuffle_epi8(counts, _mm256_and_si256(words, nibble));
  const __m256i high = _mm256_shuffle_epi8(counts, _mm256_and_si256(_mm256_srli_epi16(words, 4), nibble));
  const __m256i pairs = _mm256_maddubs_epi16(_mm256_add_epi8(low, high), _mm256_set1_epi8(1));
  return _mm256_madd_epi16(pairs, _mm256_set1_epi16(1));
}

/// add_run_links for 16 lanes, the sixteen directions to other rows at once: element i is direction 3 + i.
PERM_ALWAYS_INLINE void add_run_links_avx512(const Run& run, const GroupMasks& fluid,
                                             GroupLinks<CpuTiles<float>, 16>& links) {
  using Tiles = CpuTiles<float>;
  constexpr __mmask16 to_left = 0b0000'1000'0110'0001;   // c_x = -1: q = 3 8 9 14
  constexpr __mmask16 to_right = 0b0000'0011'0000'1100;  // c_x = +1: q = 5 6 11 12
  const __m512i row_of = _mm512_setr_epi32(0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 5, 6, 7);
  const __m512i straight_of = _mm512_setr_epi32(1, 1, 1, 4, 4, 4, 7, 7, 7, 10, 10, 10, 12, 13, 14, 15);
  const __m512i q = _mm512_setr_epi32(3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18);
  const __m512i one = _mm512_set1_epi32(1);

  // Rank and bits of the eight words, and from them the cell across the run's first voxel.
  const __m512i address = _mm512_add_epi64(_mm512_loadu_si512(run.rows), _mm512_set1_epi64(run.word * 8));
  const __m512i words = _mm512_i64gather_epi64(address, nullptr, 1);
  const __m256i before = _mm256_and_si256(_mm512_cvtepi64_epi32(words), _mm256_set1_epi32(static_cast<int>(run.below)));
  const __m256i straight = _mm256_add_epi32(_mm512_cvtepi64_epi32(_mm512_srli_epi64(words, 32)), popcount(before));

  const __m512i fluid_lanes =
      _mm512_cvtepu16_epi32(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(&fluid.lanes[2])));
  __m512i in_run = _mm512_set1_epi32(static_cast<int>(run.lanes));
  const __m512i across = _mm512_and_si512(_mm512_permutexvar_epi32(straight_of, fluid_lanes), in_run);
  in_run = _mm512_mask_mov_epi32(in_run, to_left, _mm512_set1_epi32(static_cast<int>(run.lanes_left)));
  in_run = _mm512_mask_mov_epi32(in_run, to_right, _mm512_set1_epi32(static_cast<int>(run.lanes_right)));
  const __m512i lanes = _mm512_and_si512(fluid_lanes, in_run);

  const __m128i first_lane = _mm_cvtsi32_si128(run.lane);
  __m512i cell = _mm512_permutexvar_epi32(row_of, _mm512_castsi256_si512(straight));
  cell = _mm512_mask_sub_epi32(cell, to_left, cell, _mm512_and_si512(_mm512_srl_epi32(lanes, first_lane), one));
  cell = _mm512_mask_add_epi32(cell, to_right, cell, _mm512_and_si512(_mm512_srl_epi32(across, first_lane), one));

  const __m512i lowest = _mm512_and_si512(lanes, _mm512_sub_epi32(_mm512_setzero_si512(), lanes));
  const __m512i after_first = _mm512_and_si512(_mm512_add_epi32(lanes, lowest), lanes);  // beyond the first stretch
  const __m512i lane = _mm512_sub_epi32(_mm512_set1_epi32(31), _mm512_lzcnt_epi32(lowest));
  const __m512i in_tile = _mm512_and_si512(cell, _mm512_set1_epi32(Tiles::cells - 1));
  const __mmask16 near_end = _mm512_cmpgt_epi32_mask(in_tile, _mm512_set1_epi32(Tiles::cells - 16));
  if (near_end != 0) {  // may lead into two tiles
    add_run_links(run, fluid, links);
    return;
  }
  // tile*values + q*line + in_tile - lane, where values = 19*line: (19*tile + q)*line, and line = 8192 + 16.
  static_assert(Tiles::cells == 8192 && Tiles::line == 8192 + 16 && Tiles::values == 19 * Tiles::line);
  const __m512i tile = _mm512_srli_epi32(cell, 13);
  const __m512i line = _mm512_add_epi32(
      _mm512_add_epi32(_mm512_slli_epi32(tile, 4), _mm512_add_epi32(_mm512_slli_epi32(tile, 1), tile)), q);
  const __m512i in_line = _mm512_sub_epi32(in_tile, lane);
  const auto offset = [](__m256i lines, __m256i in_lines) {
    const __m512i wide = _mm512_cvtepu32_epi64(lines);
    return _mm512_add_epi64(_mm512_add_epi64(_mm512_slli_epi64(wide, 13), _mm512_slli_epi64(wide, 4)),
                            _mm512_cvtepi32_epi64(in_lines));
  };
  LinkBlock& block = links.blocks[links.count++];
  block.offset[0] = block.offset[1] = 0;
  block.lanes[0] = block.lanes[1] = 0;
  _mm512_storeu_si512(block.offset + 2, offset(_mm512_castsi512_si256(line), _mm512_castsi512_si256(in_line)));
  _mm512_storeu_si512(block.offset + 10,
                      offset(_mm512_extracti64x4_epi64(line, 1), _mm512_extracti64x4_epi64(in_line, 1)));
  _mm512_storeu_si512(block.lanes + 2, _mm512_andnot_si512(after_first, lanes));

  const __mmask16 broken = _mm512_test_epi32_mask(after_first, after_first);
  if (broken == 0) return;
  alignas(64) std::uint32_t cells_of[16];
  alignas(64) std::uint32_t lanes_of[16];
  _mm512_store_si512(cells_of, cell);
  _mm512_store_si512(lanes_of, after_first);
  for (std::uint32_t left = broken; left != 0; left &= left - 1) {
    const int i = std::countr_zero(left);
    links.add_lanes(3 + i, std::int64_t{cells_of[i]} + std::popcount(block.lanes[2 + i]), lanes_of[i]);
  }
}

template <class Real>
struct Avx512Lanes;

template <>
struct Avx512Lanes<float> {
  using Scalar = float;
  using Pack = __m512;
  static constexpr int cells = 16;
  using Tiles = CpuTiles<float>;
  using Links = GroupLinks<Tiles, cells>;
  static constexpr int packs = 1;
  static constexpr bool loops_by_block_count = true;  ///< see StepCpu::odd
  static constexpr std::int64_t prefetch_distance = 4 * cells;

  static PERM_ALWAYS_INLINE void add_run(const Run& run, const GroupMasks& fluid, Links& links) {
    add_run_links_avx512(run, fluid, links);
  }
  template <int Blocks>
  static void read(const float* f, const float* own, const Links& links, int q, float* values) {
    __m512 result = _mm512_load_ps(own);
    const int count = Blocks > 0 ? Blocks : links.count;
    __builtin_prefetch(own + prefetch_distance, 1);
    if (Blocks > 0) __builtin_prefetch(f + links.blocks[0].offset[q - 1] + prefetch_distance, 1);
#pragma GCC unroll 4
    for (int b = 0; b < count; ++b)
      result = _mm512_mask_loadu_ps(result, static_cast<__mmask16>(links.blocks[b].lanes[q - 1]),
                                    f + links.blocks[b].offset[q - 1]);
    _mm512_store_ps(values, result);
  }
  template <int Blocks>
  static void write(float* f, const Links& links, int q, const float* values) {
    const __m512 value = _mm512_load_ps(values);
    const int count = Blocks > 0 ? Blocks : links.count;
#pragma GCC unroll 4
    for (int b = 0; b < count; ++b)
      _mm512_mask_storeu_ps(f + links.blocks[b].offset[q - 1], static_cast<__mmask16>(links.blocks[b].lanes[q - 1]),
                            value);
  }
  static void write_own(const float* values, std::uint32_t solid, float* line) {
    _mm512_mask_store_ps(line, static_cast<__mmask16>(solid), _mm512_load_ps(values));
  }
};

template <>
struct Avx512Lanes<double> {
  using Scalar = double;
  using Pack = __m512d;
  static constexpr int cells = 8;
  using Tiles = CpuTiles<double>;
  using Links = GroupLinks<Tiles, cells>;
  static constexpr int packs = 1;
  static constexpr bool loops_by_block_count = true;  ///< see StepCpu::odd
  static constexpr std::int64_t prefetch_distance = 4 * cells;

  static void add_run(const Run& run, const GroupMasks& fluid, Links& links) { add_run_links(run, fluid, links); }
  template <int Blocks>
  static void read(const double* f, const double* own, const Links& links, int q, double* values) {
    __m512d result = _mm512_load_pd(own);
    const int count = Blocks > 0 ? Blocks : links.count;
    __builtin_prefetch(own + prefetch_distance, 1);
    if (Blocks > 0) __builtin_prefetch(f + links.blocks[0].offset[q - 1] + prefetch_distance, 1);
#pragma GCC unroll 4
    for (int b = 0; b < count; ++b)
      result = _mm512_mask_loadu_pd(result, static_cast<__mmask8>(links.blocks[b].lanes[q - 1]),
                                    f + links.blocks[b].offset[q - 1]);
    _mm512_store_pd(values, result);
  }
  template <int Blocks>
  static void write(double* f, const Links& links, int q, const double* values) {
    const __m512d value = _mm512_load_pd(values);
    const int count = Blocks > 0 ? Blocks : links.count;
#pragma GCC unroll 4
    for (int b = 0; b < count; ++b)
      _mm512_mask_storeu_pd(f + links.blocks[b].offset[q - 1], static_cast<__mmask8>(links.blocks[b].lanes[q - 1]),
                            value);
  }
  static void write_own(const double* values, std::uint32_t solid, double* line) {
    _mm512_mask_store_pd(line, static_cast<__mmask8>(solid), _mm512_load_pd(values));
  }
};

}  // namespace perm
