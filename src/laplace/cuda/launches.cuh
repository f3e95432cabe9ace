// SPDX-License-Identifier: Apache-2.0
// Launches the kernels that prepare a solution, with a thread for each item, and those of cub.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cub/block/block_scan.cuh>
#include <cub/device/device_scan.cuh>

#include "device/cuda_graph.hpp"

namespace perm::laplace_cuda {

inline constexpr unsigned threads = 256;

inline unsigned blocks_for(std::size_t items) { return static_cast<unsigned>((items + threads - 1) / threads); }

template <class... Parameters, class... Arguments>
void launch(std::size_t items, void (*kernel)(Parameters...), const Arguments&... arguments) {
  if (items == 0) return;
  kernel<<<blocks_for(items), threads, 0, cuda::step_stream()>>>(arguments...);
  cuda::check(cudaGetLastError(), "preparing for potentials");
}

/// Calls work(scratch, bytes) as cub wants it: first for the bytes.
template <class Work>
void with_scratch(const Work& work) {
  std::size_t bytes = 0;
  cuda::check(work(nullptr, bytes), "preparing for potentials");
  cuda::Array<unsigned char> scratch(bytes);
  cuda::check(work(scratch.data(), bytes), "preparing for potentials");
}

/// Replaces each number of a list by the sum of those before it, and gives the last of these sums. So the last number,
/// which counts nothing, becomes the sum of all.
template <class Number>
Number sum_before(cuda::Array<Number>& numbers) {
  with_scratch([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceScan::ExclusiveSum(scratch, bytes, numbers.data(), numbers.data(), numbers.size(),
                                         cuda::step_stream());
  });
  Number last{};
  numbers.read(&last, numbers.size() - 1, 1);
  return last;
}

/// Gives the number of this thread among all.
inline __device__ std::uint32_t item() { return blockIdx.x * threads + threadIdx.x; }

/// Reserves places in a list for `own` things of each thread of a block, all of which call this, and gives the first of
/// them. `count` counts all places.
inline __device__ unsigned long long reserve(unsigned own, unsigned long long* count) {
  using Scan = cub::BlockScan<unsigned, threads>;
  __shared__ typename Scan::TempStorage room;
  __shared__ unsigned long long first;
  unsigned before = 0;
  unsigned all = 0;
  Scan(room).ExclusiveSum(own, before, all);
  if (threadIdx.x == 0) first = atomicAdd(count, static_cast<unsigned long long>(all));
  __syncthreads();
  return first + before;
}

/// Gives the place of the first of some ascending numbers that is not below `number`.
template <class Number>
__device__ std::size_t lower_bound(const Number* numbers, std::size_t count, Number number) {
  std::size_t first = 0;
  while (count > 0) {
    const std::size_t half = count / 2;
    const bool is_below = numbers[first + half] < number;
    first += is_below ? half + 1 : 0;
    count = is_below ? count - half - 1 : half;
  }
  return first;
}

}  // namespace perm::laplace_cuda
