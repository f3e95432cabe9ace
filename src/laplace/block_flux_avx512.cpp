// SPDX-License-Identifier: Apache-2.0
// Does the work on slices by AVX-512 (F), with this enabled: one instruction gathers the potentials of 16 neighbours.
#include <immintrin.h>

#include "laplace/block_flux.hpp"

namespace perm {
namespace {

void find_by_16(const BlockSlices& slices, std::int64_t first, std::int64_t last, const float* potential, float* flux) {
  constexpr int nodes = BlockSlices::nodes;
  const __m512i lanes = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  for (std::int64_t slice = first; slice < last; ++slice, flux += nodes) {
    const __m512i itself = _mm512_add_epi32(lanes, _mm512_set1_epi32(static_cast<int>(slice * nodes)));
    const __m512 own = _mm512_loadu_ps(potential + slice * nodes);
    __m512 sum = _mm512_setzero_ps();
    for (std::uint64_t link = slices.first[slice]; link < slices.first[slice + 1]; link += nodes) {
      const __m512i neighbours = _mm512_loadu_si512(slices.neighbours + link);
      const __mmask16 inside = _mm512_cmpneq_epi32_mask(neighbours, itself);
      const __m512 there = _mm512_mask_i32gather_ps(_mm512_setzero_ps(), inside, neighbours, potential, 4);
      const __m512 fall = _mm512_sub_ps(own, there);
      sum = _mm512_add_ps(sum, _mm512_mul_ps(_mm512_loadu_ps(slices.conductances + link), fall));
    }
    _mm512_storeu_ps(flux, sum);
  }
}

}  // namespace

extern const BlockFlux avx512_blocks;
const BlockFlux avx512_blocks{find_by_16};

}  // namespace perm
