// SPDX-License-Identifier: Apache-2.0
// A mark for functions that a GPU compiler compiles for host and device; for other compilers it is empty.
#pragma once

#ifdef __CUDACC__
#define PERM_HOST_DEVICE __host__ __device__
#else
#define PERM_HOST_DEVICE
#endif

/// A function with this mark is always inlined: the linker must not share code that is compiled for several processors
/// between them.
#define PERM_ALWAYS_INLINE inline __attribute__((always_inline))
