// SPDX-License-Identifier: Apache-2.0
// The door to the runtime of the GPU, and what a kernel knows of its warp: nothing else includes the one or calls what
// the threads of a warp do together. With another runtime this header is what changes first: there is one for CUDA, and
// one for HIP, where a wavefront of 64 threads is two warps.
#pragma once

#if defined(__HIP__)
#include "device/hip_names.hpp"
#else
#include <cuda_runtime_api.h>
#endif

#include <array>
#include <cstring>

namespace perm::cuda {

inline constexpr int warp_size = 32;  ///< threads that go in step
using Lanes = unsigned;               ///< threads of a warp, a bit each
inline constexpr Lanes all_lanes = ~0U;

#if defined(__HIP__)
inline auto type_of(const cudaPointerAttributes& attributes) { return attributes.memoryType; }
inline cudaError_t read_uuid(std::array<char, 16>& uuid, int device) {
  hipUUID own{};
  const cudaError_t error = hipDeviceGetUuid(&own, device);
  std::memcpy(uuid.data(), &own, uuid.size());
  return error;
}
#else
/// Gives the kind of memory that a pointer points to.
inline auto type_of(const cudaPointerAttributes& attributes) { return attributes.type; }
/// Reads what tells a device from all others, also from those of other nodes.
inline cudaError_t read_uuid(std::array<char, 16>& uuid, int device) {
  cudaDeviceProp properties{};
  const cudaError_t error = cudaGetDeviceProperties(&properties, device);
  std::memcpy(uuid.data(), &properties.uuid, uuid.size());
  return error;
}
#endif

#if defined(__CUDACC__) || defined(__HIP__)

/// Gives the place of this thread in its warp, in a block with one axis.
inline __device__ int lane() { return static_cast<int>(threadIdx.x % warp_size); }
inline __device__ bool is_first_of(Lanes lanes) { return lane() == __ffs(static_cast<int>(lanes)) - 1; }

#endif

// The threads of `lanes` make these calls together.
#if defined(__CUDACC__)

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

#elif defined(__HIP__)

inline __device__ Lanes lanes_where(bool value, Lanes lanes = all_lanes) {
  return static_cast<Lanes>(__ballot(value) >> (__lane_id() & 32U)) & lanes;
}
inline __device__ bool is_anywhere(Lanes lanes, bool value) { return lanes_where(value, lanes) != 0; }
inline __device__ bool is_everywhere(Lanes lanes, bool value) { return lanes_where(value, lanes) == lanes; }
template <class T>
__device__ T value_of_lane(T value, int other) {
  return __shfl(value, other, warp_size);
}
template <class T>
__device__ T value_of_lane_before(T value, int lanes_before) {
  return __shfl_up(value, static_cast<unsigned>(lanes_before), warp_size);
}
template <class T>
__device__ Lanes lanes_with(Lanes lanes, T value) {
  Lanes alike = 0;
  for (Lanes left = lanes; left != 0; left &= left - 1) {
    const int other = __ffs(static_cast<int>(left)) - 1;
    if (value_of_lane(value, other) == value) alike |= 1U << other;
  }
  return alike;
}
template <class T>
__device__ T sum_over_lanes(Lanes lanes, T value) {
  T sum = 0;
  for (Lanes left = lanes; left != 0; left &= left - 1) sum += value_of_lane(value, __ffs(static_cast<int>(left)) - 1);
  return sum;
}
inline __device__ void wait_for_warp() { __builtin_amdgcn_wave_barrier(); }

#endif

}  // namespace perm::cuda
