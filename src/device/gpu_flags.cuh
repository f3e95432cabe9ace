// SPDX-License-Identifier: Apache-2.0
// Flags in memory that GPUs of several processes see. Only this header knows how they are kept in order.
#pragma once

#include "device/gpu_runtime.hpp"

#if defined(__CUDACC__)
#include <cuda/atomic>
#endif

namespace perm::cuda {

#if defined(__CUDACC__)

/// Sets a flag. Whoever sees its value sees all that this thread's kernel has written before.
inline __device__ void set_flag(unsigned* flag, unsigned value) {
  ::cuda::atomic_thread_fence(::cuda::memory_order_seq_cst, ::cuda::thread_scope_system);
  ::cuda::atomic_ref<unsigned, ::cuda::thread_scope_system>(*flag).store(value, ::cuda::memory_order_release);
}
inline __device__ unsigned see_flag(unsigned* flag) {
  return ::cuda::atomic_ref<unsigned, ::cuda::thread_scope_system>(*flag).load(::cuda::memory_order_acquire);
}
/// Lets others compute for about 100 ns.
inline __device__ void pause_thread() { __nanosleep(100); }

#elif defined(__HIP__)

inline __device__ void set_flag(unsigned* flag, unsigned value) {
  __threadfence_system();
  __hip_atomic_store(flag, value, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_SYSTEM);
}
inline __device__ unsigned see_flag(unsigned* flag) {
  return __hip_atomic_load(flag, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_SYSTEM);
}
inline __device__ void pause_thread() { __builtin_amdgcn_s_sleep(2); }

#endif

}  // namespace perm::cuda
