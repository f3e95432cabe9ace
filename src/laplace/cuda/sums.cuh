// SPDX-License-Identifier: Apache-2.0
// Exact sums and maxima over cells. The sums are those of ExactDot, in two limbs (exact_sum.cuh).
#pragma once

#include <cstdint>
#include <limits>

#include "device/exact_sum.cuh"
#include "laplace/exact_dot.hpp"

namespace perm::laplace_cuda {

inline constexpr unsigned copies_of_sum = 256;                ///< so that warps seldom add to the same one
inline constexpr unsigned sum_words = 2 * copies_of_sum + 1;  ///< the last says that a term was too large

/// Sums terms; `sums` has sum_words numbers.
struct DotSums {
  unsigned long long* sums;
  double quanta_of_one;

  __device__ long long quanta(float a, float b) const {
    const double quanta = static_cast<double>(a) * static_cast<double>(b) * quanta_of_one;
    if (fabs(quanta) < ExactDot::largest) return __double2ll_rn(quanta);
    sums[2 * copies_of_sum] = 1;
    return 0;
  }
  /// Adds a term of each thread of a warp, which calls this together.
  __device__ void add(long long quanta) const {
    const exact_sum::Limbs sum = exact_sum::sum_over(cuda::all_lanes, quanta);
    const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / cuda::warp_size;
    if (cuda::lane() == 0) exact_sum::add(sums, warp % copies_of_sum, sum);
  }
};

/// Gives the sum that DotSums has added; not a number where a term was not finite or far too large.
inline double sum_of(const unsigned long long (&sums)[sum_words], double quanta_of_one) {
  __int128 quanta = 0;
  for (unsigned copy = 0; copy < copies_of_sum; ++copy)
    quanta += static_cast<__int128>(sums[2 * copy]) +
              static_cast<__int128>(static_cast<long long>(sums[2 * copy + 1])) * (1LL << 32);
  return sums[2 * copies_of_sum] != 0 ? std::numeric_limits<double>::quiet_NaN()
                                      : static_cast<double>(quanta) / quanta_of_one;
}

/// Finds the largest of of_cell(cell), which are not negative; infinite where one is not a number. The bits of such
/// numbers have the same order.
template <class OfCell>
__global__ void find_largest(std::uint32_t cells, const OfCell of_cell, int* bits) {
  int own = 0;
  for (std::size_t cell = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; cell < cells;
       cell += std::size_t{gridDim.x} * blockDim.x) {
    const float value = of_cell(static_cast<std::uint32_t>(cell));
    own = max(own, isfinite(value) ? __float_as_int(value) : 0x7f800000);
  }
  __shared__ int of_block;
  if (threadIdx.x == 0) of_block = 0;
  __syncthreads();
  atomicMax(&of_block, own);
  __syncthreads();
  if (threadIdx.x == 0) atomicMax(bits, of_block);
}

}  // namespace perm::laplace_cuda
