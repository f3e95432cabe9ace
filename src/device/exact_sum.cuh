// SPDX-License-Identifier: Apache-2.0
// Adds whole numbers to sums that many threads share. Each entry has two limbs, the low 32 bits and the rest. The sums
// do not depend on the order of the threads.
#pragma once

#include <cstdint>

#include "device/gpu_runtime.hpp"

namespace perm::exact_sum {

/// A sum in two limbs: the low limb may have more than 32 bits, and the rest counts units of 2^32.
struct Limbs {
  unsigned long long low;
  long long rest;
};

/// Adds to an entry.
inline __device__ void add(unsigned long long* sums, std::int64_t entry, const Limbs& sum) {
  atomicAdd(sums + 2 * entry, sum.low);
  atomicAdd(sums + 2 * entry + 1, static_cast<unsigned long long>(sum.rest));
}
/// Adds one value.
inline __device__ void add(unsigned long long* sums, std::int64_t entry, long long value) {
  add(sums, entry, Limbs{static_cast<unsigned long long>(value) & 0xffffffffULL, value >> 32});
}

/// Gives the sum over the threads of `mask`, which call this together.
inline __device__ Limbs sum_over(unsigned mask, long long value) {
  constexpr int half = 27;  // bits, so that the sum of 32 halves fits 32 bits
  constexpr long long largest = 1LL << (2 * half - 1);
  if (cuda::is_everywhere(mask, value >= -largest && value < largest)) {
    const unsigned low = cuda::sum_over_lanes(mask, static_cast<unsigned>(value) & ((1U << half) - 1));
    const int high = cuda::sum_over_lanes(mask, static_cast<int>(value >> half));
    const long long sum = (static_cast<long long>(high) << half) + low;
    return {static_cast<unsigned long long>(sum) & 0xffffffffULL, sum >> 32};
  }
  // A large value is summed in quarters of 16 bits. The highest quarter keeps the sign.
  const auto quarter = [&](int i) {
    return cuda::sum_over_lanes(mask, static_cast<unsigned>(value >> (16 * i)) & 0xffffU);
  };
  const unsigned long long low = quarter(0) + (static_cast<unsigned long long>(quarter(1)) << 16);
  const unsigned third = quarter(2);
  const int highest = cuda::sum_over_lanes(mask, static_cast<int>(value >> 48));
  return {low, static_cast<long long>(third) + static_cast<long long>(highest) * 65536};
}

/// Adds the sum over the threads of `mask`, which all name the same entry.
inline __device__ void add(unsigned long long* sums, std::int64_t entry, unsigned mask, long long value) {
  const Limbs sum = sum_over(mask, value);
  if (cuda::is_first_of(mask)) add(sums, entry, sum);
}

/// Sums of one thread block in shared memory, in numbers of 32 bits that hold 16 bits of each value. A sum has room for
/// `most_values` values below 2^62.
template <int Sums>
class OfBlock {
 public:
  static constexpr int most_values = 1 << 16;

  /// Each thread of the block calls this before any adds, and __syncthreads() behind it.
  static __device__ void clear() {
    for (int i = static_cast<int>(threadIdx.x); i < quarters * Sums; i += static_cast<int>(blockDim.x)) part(i) = 0;
  }
  static __device__ void add(int sum, long long value) {
    for (int i = 0; i < quarters - 1; ++i)
      atomicAdd(&part(i * Sums + sum), static_cast<unsigned>(value >> (16 * i)) & 0xffffU);
    atomicAdd(&part((quarters - 1) * Sums + sum), static_cast<unsigned>(value >> 48));  // keeps the sign
  }
  /// Gives a sum, once all threads have added.
  static __device__ Limbs get(int sum) {
    const auto highest = static_cast<int>(part(3 * Sums + sum));
    return {part(sum) + (static_cast<unsigned long long>(part(Sums + sum)) << 16),
            static_cast<long long>(part(2 * Sums + sum)) + static_cast<long long>(highest) * 65536};
  }

 private:
  static constexpr int quarters = 4;
  static __device__ unsigned& part(int i) {
    __shared__ unsigned parts[quarters * Sums];
    return parts[i];
  }
};

}  // namespace perm::exact_sum
