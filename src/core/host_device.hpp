// SPDX-License-Identifier: Apache-2.0
// Marks for code that a GPU compiler compiles for host and device. And what differs there.
#pragma once

#include <bit>
#include <cstdint>

/// For compilers that know no GPU this is empty.
#if defined(__CUDACC__) || defined(__HIP__)
#define PERM_HOST_DEVICE __host__ __device__
#else
#define PERM_HOST_DEVICE
#endif

/// Defined where code is compiled for a GPU.
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
#define PERM_ON_GPU
#endif

/// Before a loop of a few rounds this asks the compiler to write them out.
#ifdef PERM_ON_GPU
#define PERM_UNROLL _Pragma("unroll")
#elif defined(__CUDACC__)
#define PERM_UNROLL
#else
#define PERM_UNROLL _Pragma("GCC unroll 8")
#endif

/// A function with this mark is always inlined: the linker must not share code that is compiled for several processors
/// between them.
#define PERM_ALWAYS_INLINE inline __attribute__((always_inline))

namespace perm::detail {

/// Whether the code is compiled for a GPU.
#ifdef PERM_ON_GPU
inline constexpr bool is_on_gpu = true;
#else
inline constexpr bool is_on_gpu = false;
#endif

/// Counts the bits of a word, by the instruction of the processor where there is one. Elsewhere it adds them up in
/// place (Warren 2013, "Hacker's Delight", 5-1), which is faster than a call of the compiler's library and can be done
/// for several words at once.
PERM_HOST_DEVICE PERM_ALWAYS_INLINE std::uint32_t count_bits(std::uint32_t bits) {
#ifdef __CUDA_ARCH__
  return static_cast<std::uint32_t>(__popc(bits));
#elif defined(PERM_ON_GPU) || defined(__POPCNT__) || !defined(__x86_64__)
  return static_cast<std::uint32_t>(std::popcount(bits));
#else
  bits -= bits >> 1 & 0x55555555U;
  bits = (bits & 0x33333333U) + (bits >> 2 & 0x33333333U);
  bits = (bits + (bits >> 4)) & 0x0f0f0f0fU;
  bits += bits >> 8;
  return (bits + (bits >> 16)) & 0x3fU;
#endif
}

}  // namespace perm::detail
