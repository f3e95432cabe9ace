// SPDX-License-Identifier: Apache-2.0
// Takes the means out of what leaves the nodes of level 0, and finds the largest of it.
#pragma once

#include "device/exact_sum.cuh"
#include "laplace/cuda/views.hpp"

namespace perm::laplace_cuda {

struct SizeOfFlux {
  const float* flux;
  __device__ float operator()(std::uint32_t node) const { return fabsf(flux[node]); }
};

/// The power that a node would take if nothing else were there.
struct SizeOfPower {
  const float* flux;
  const float* inverse_diagonal;
  __device__ float operator()(std::uint32_t node) const { return flux[node] * flux[node] * inverse_diagonal[node]; }
};

/// Sums the values of the nodes that belong to each node of the last level, in two limbs (exact_sum.cuh). The numbers
/// that are left over have no value.
inline __global__ void sum_values(const __grid_constant__ LevelView level, const std::uint32_t* last_of_node,
                                  double quanta_of_one, unsigned long long* sums) {
  const std::uint32_t node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node >= level.nodes) return;  // there are whole warps of nodes
  const std::uint32_t last = last_of_node[node];
  exact_sum::add(sums, last, cuda::lanes_with(cuda::all_lanes, last), __double2ll_rn(level.flux[node] * quanta_of_one));
}

/// Finds the mean of each node of the last level; 0 where `pieces_of_last` is.
inline __global__ void find_means(std::uint32_t last_nodes, const unsigned long long* sums,
                                  const std::uint32_t* pieces_of_last, double quanta_of_one, float* means) {
  const std::uint32_t last = blockIdx.x * blockDim.x + threadIdx.x;
  if (last >= last_nodes) return;
  const std::uint32_t pieces = pieces_of_last[last];
  const auto quanta = static_cast<long long>((sums[2 * last + 1] << 32) + sums[2 * last]);
  means[last] =
      pieces == 0 ? 0 : static_cast<float>(static_cast<double>(quanta) / quanta_of_one / static_cast<double>(pieces));
}

inline __global__ void take_means_out(const __grid_constant__ LevelView level, const std::uint32_t* last_of_node,
                                      const float* means) {
  const std::uint32_t node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node < level.nodes && level.members[node].first < level.members[node].last)
    level.flux[node] -= means[last_of_node[node]];
}

}  // namespace perm::laplace_cuda
