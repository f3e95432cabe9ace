// SPDX-License-Identifier: Apache-2.0
// A mark for functions that a GPU compiler compiles for host and device; for other compilers it is empty. And the one
// function of this kind whose instruction differs.
#pragma once

#include <bit>
#include <cstdint>

#ifdef __CUDACC__
#define PERM_HOST_DEVICE __host__ __device__
#else
#define PERM_HOST_DEVICE
#endif

/// A function with this mark is always inlined: the linker must not share code that is compiled for several processors
/// between them.
#define PERM_ALWAYS_INLINE inline __attribute__((always_inline))

namespace perm::detail {

/// Counts the bits of a word; on a GPU by its own instruction.
PERM_HOST_DEVICE PERM_ALWAYS_INLINE std::uint32_t count_bits(std::uint32_t bits) {
#ifdef __CUDA_ARCH__
  return static_cast<std::uint32_t>(__popc(bits));
#else
  return static_cast<std::uint32_t>(std::popcount(bits));
#endif
}

}  // namespace perm::detail
