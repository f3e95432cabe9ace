// SPDX-License-Identifier: Apache-2.0
// Marks functions that a GPU compiler compiles for host and device; means nothing to other compilers.
#pragma once

#ifdef __CUDACC__
#define PERM_HOST_DEVICE __host__ __device__
#else
#define PERM_HOST_DEVICE
#endif

/// Inlined always: code that is compiled for several processors must not be shared between them by the linker.
#define PERM_ALWAYS_INLINE inline __attribute__((always_inline))
