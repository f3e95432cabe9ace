// SPDX-License-Identifier: Apache-2.0
// Adds whole numbers to sums that many threads share. Each entry has two limbs, the low 32 bits and the rest. The sums
// do not depend on the order of the threads.
#pragma once

#include <cstdint>

namespace perm::exact_sum {

/// Adds one value.
inline __device__ void add(unsigned long long* sums, std::int64_t entry, long long value) {
  atomicAdd(sums + 2 * entry, static_cast<unsigned long long>(value) & 0xffffffffULL);
  atomicAdd(sums + 2 * entry + 1, static_cast<unsigned long long>(value >> 32));
}
/// Adds the sum over the threads of `mask`, which all name the same entry.
inline __device__ void add(unsigned long long* sums, std::int64_t entry, unsigned mask, long long value) {
  // The values are summed in quarters of 16 bits: the sum of 32 quarters fits 32 bits. The highest quarter keeps the
  // sign.
  const auto quarter = [&](int i) {
    return __reduce_add_sync(mask, static_cast<unsigned>(value >> (16 * i)) & 0xffffU);
  };
  const unsigned long long low = quarter(0) + (static_cast<unsigned long long>(quarter(1)) << 16);
  const unsigned third = quarter(2);
  const int highest = __reduce_add_sync(mask, static_cast<int>(value >> 48));
  const long long rest = static_cast<long long>(third) + static_cast<long long>(highest) * 65536;
  if (static_cast<int>(threadIdx.x % 32) != __ffs(static_cast<int>(mask)) - 1) return;
  atomicAdd(sums + 2 * entry, low);
  atomicAdd(sums + 2 * entry + 1, static_cast<unsigned long long>(rest));
}

}  // namespace perm::exact_sum
