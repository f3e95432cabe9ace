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

/// Launches until nothing is left: launch(flag) sets the flag where something is.
template <class Launch>
void follow(const Launch& launch) {
  cuda::Array<unsigned> is_left(1);
  for (unsigned left = 1; left != 0;) {
    for (int i = 0; i < launches_between_looks; ++i) {
      is_left.clear();
      launch(is_left.data());
    }
    cuda::check(cudaGetLastError(), "following the paths of a watershed");
    is_left.read(&left, 0, 1);
  }
}

}  // namespace perm::network_cuda
