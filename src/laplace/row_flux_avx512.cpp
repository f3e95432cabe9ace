// SPDX-License-Identifier: Apache-2.0
// Compiles the work on rows for AVX-512 (F, BW, VL), with these enabled: one instruction spreads the values of
// consecutive cells over the pore voxels of half a word, and one gathers them.
#include <immintrin.h>

#include "laplace/row_flux_on.hpp"

namespace perm {
namespace {

struct Avx512Words {
  static void spread(std::uint32_t bits, const float* potential, const std::uint8_t* widths, float* of_potential,
                     float* of_width) {
    for (int half = 0; half < 2; ++half) {
      const auto pores = static_cast<__mmask16>(bits >> (16 * half));
      const int cells = __builtin_popcount(pores);
      const auto first_cells = static_cast<__mmask16>((1U << cells) - 1U);
      const __m128i bytes = _mm_maskz_loadu_epi8(first_cells, widths);
      const __m512 of_cells = _mm512_cvtepi32_ps(_mm512_cvtepu8_epi32(bytes));
      _mm512_storeu_ps(of_potential + 16 * half, _mm512_maskz_expandloadu_ps(pores, potential));
      _mm512_storeu_ps(of_width + 16 * half, _mm512_maskz_expand_ps(pores, of_cells));
      potential += cells;
      widths += cells;
    }
  }
  static void gather(std::uint32_t bits, const float* of_voxels, float* of_cells) {
    for (int half = 0; half < 2; ++half) {
      const auto pores = static_cast<__mmask16>(bits >> (16 * half));
      const __m512 values = _mm512_loadu_ps(of_voxels + 16 * half);
      _mm512_storeu_ps(of_cells, _mm512_maskz_compress_ps(pores, values));
      of_cells += __builtin_popcount(pores);
    }
  }
};

}  // namespace

extern const RowFlux avx512_rows;
const RowFlux avx512_rows{RowFluxOn<Avx512Words>::write, RowFluxOn<Avx512Words>::find};

}  // namespace perm
