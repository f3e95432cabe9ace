// SPDX-License-Identifier: Apache-2.0
// Launches the kernels that find a network: how many blocks, prefix sums, and launches until nothing is left to do.
#pragma once

#include <cstdint>
#include <cub/device/device_scan.cuh>

#include "device/cuda_check.hpp"

namespace perm::network_cuda {

constexpr int threads = 256;
constexpr int launches_between_looks = 8;  // at what is left to follow: a look takes as long as a launch

inline unsigned blocks_for(std::int64_t items) { return static_cast<unsigned>((items + threads - 1) / threads); }

template <class T>
void fill(cuda::Array<T>& array, int byte) {
  cuda::check(cudaMemset(array.data(), byte, array.bytes()), "filling memory");
}

/// Calls sum(scratch, bytes) as cub wants it: first for the bytes.
template <class Call>
void with_scratch(const Call& call, const char* work) {
  std::size_t bytes = 0;
  cuda::check(call(nullptr, bytes), work);
  cuda::Array<unsigned char> scratch(bytes);
  cuda::check(call(scratch.data(), bytes), work);
}

template <class Values, class Sum>
void sum_before(Values values, Sum* sums, std::int64_t count) {
  with_scratch([&](void* scratch,
                   std::size_t& bytes) { return cub::DeviceScan::ExclusiveSum(scratch, bytes, values, sums, count); },
               "counting");
}

/// What a launch tells of the paths that it follows.
struct Progress {
  unsigned found;  ///< not 0: something was found
  unsigned left;   ///< not 0: something is not known yet
};
// A kernel notes both if its launch passes a Progress. Most launches pass nullptr, because all threads would write to
// it at once.
inline __device__ void note_found(Progress* progress) {
  if (progress != nullptr) progress->found = 1;
}
inline __device__ void note_left(Progress* progress) {
  if (progress != nullptr) progress->left = 1;
}

/// Launches until nothing more is found, and says whether all is known: launch(progress) notes both, or neither.
template <class Launch>
bool follow(const Launch& launch) {
  cuda::Array<Progress> progress(1);
  for (;;) {
    for (int i = 1; i < launches_between_looks; ++i) launch(nullptr);
    progress.clear();
    launch(progress.data());
    cuda::check(cudaGetLastError(), "following the paths of a watershed");
    Progress last{};
    progress.read(&last, 0, 1);
    if (last.left == 0) return true;
    if (last.found == 0) return false;
  }
}

}  // namespace perm::network_cuda
