// SPDX-License-Identifier: Apache-2.0
// The door to the runtime of the GPU, and what a kernel knows of its warp: nothing else includes the one or calls what
// the threads of a warp do together. With another runtime this header is what changes first.
#pragma once

#include <cuda_runtime_api.h>

namespace perm::cuda {

inline constexpr int warp_size = 32;  ///< threads that go in step
using Lanes = unsigned;               ///< threads of a warp, a bit each
inline constexpr Lanes all_lanes = ~0U;

#if defined(__CUDACC__)

/// Gives the place of this thread in its warp, in a block with one axis.
inline __device__ int lane() { return static_cast<int>(threadIdx.x % warp_size); }

// The threads of `lanes` make these calls together.
inline __device__ Lanes lanes_where(bool value, Lanes lanes = all_lanes) { return __ballot_sync(lanes, value); }
inline __device__ bool is_anywhere(Lanes lanes, bool value) { return __any_sync(lanes, value); }
inline __device__ bool is_everywhere(Lanes lanes, bool value) { return __all_sync(lanes, value); }
/// Gives those lanes that have the value of this one.
template <class T>
__device__ Lanes lanes_with(Lanes lanes, T value) {
  return __match_any_sync(lanes, value);
}
/// Gives the sum of an int or an unsigned over the lanes.
template <class T>
__device__ T sum_over_lanes(Lanes lanes, T value) {
  return __reduce_add_sync(lanes, value);
}
/// Gives the value of another lane.
template <class T>
__device__ T value_of_lane(T value, int other) {
  return __shfl_sync(all_lanes, value, other);
}
/// Gives the value of the lane so many before this one; lanes without one get their own.
template <class T>
__device__ T value_of_lane_before(T value, int lanes_before) {
  return __shfl_up_sync(all_lanes, value, static_cast<unsigned>(lanes_before));
}
inline __device__ void wait_for_warp() { __syncwarp(); }
inline __device__ bool is_first_of(Lanes lanes) { return lane() == __ffs(static_cast<int>(lanes)) - 1; }

#endif

}  // namespace perm::cuda
