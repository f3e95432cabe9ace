// SPDX-License-Identifier: Apache-2.0
// Work on lists with a value for each cell: the steps of conjugate gradients, and the means that are taken out.
#pragma once

#include "device/exact_sum.cuh"
#include "laplace/cuda/views.hpp"
#include "laplace/multigrid.hpp"

namespace perm::laplace_cuda {

struct SizeOfFlux {
  const float* flux;
  __device__ float operator()(std::uint32_t cell) const { return fabsf(flux[cell]); }
};

/// The power that a cell would take if nothing else were there.
struct SizeOfPower {
  const float* flux;
  const float* inverse_diagonal;
  __device__ float operator()(std::uint32_t cell) const { return flux[cell] * flux[cell] * inverse_diagonal[cell]; }
};

/// The sweep before a correction.
inline __global__ void sweep_before(std::uint32_t cells, const float* __restrict__ inverse_diagonal,
                                    const float* __restrict__ flux, float* __restrict__ room) {
  const std::uint32_t cell = blockIdx.x * blockDim.x + threadIdx.x;
  if (cell < cells) room[cell] = Multigrid::damping * inverse_diagonal[cell] * flux[cell];
}

inline __global__ void turn(std::uint32_t cells, float kept, const float* __restrict__ scaled,
                            float* __restrict__ direction) {
  const std::uint32_t cell = blockIdx.x * blockDim.x + threadIdx.x;
  if (cell < cells) direction[cell] = scaled[cell] + kept * direction[cell];
}

/// Goes a step; `room` has what leaves the cells for the direction, and gets the sweep before the next correction.
inline __global__ void go(std::uint32_t cells, float step, const float* __restrict__ direction,
                          const float* __restrict__ inverse_diagonal, float* __restrict__ potential,
                          float* __restrict__ flux, float* __restrict__ room) {
  const std::uint32_t cell = blockIdx.x * blockDim.x + threadIdx.x;
  if (cell >= cells) return;
  potential[cell] += step * direction[cell];
  const float left = flux[cell] - step * room[cell];
  flux[cell] = left;
  room[cell] = Multigrid::damping * inverse_diagonal[cell] * left;
}

/// Sums the values of the cells of each node of the last level, in two limbs (exact_sum.cuh).
inline __global__ void sum_values(const __grid_constant__ LevelView level, const std::uint32_t* last_of_node,
                                  const float* values, double quanta_of_one, unsigned long long* sums) {
  const std::uint32_t node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node >= level.nodes) return;  // there are whole warps of nodes
  const Members members = level.members[node];
  long long quanta = 0;
  for (std::uint32_t i = members.first; i < members.last; ++i)
    quanta += __double2ll_rn(values[level.member_list[i]] * quanta_of_one);
  const std::uint32_t last = last_of_node[node];
  exact_sum::add(sums, last, cuda::lanes_with(cuda::all_lanes, last), quanta);
}

/// Finds the mean of each node of the last level; 0 where `cells_of_last` is.
inline __global__ void find_means(std::uint32_t last_nodes, const unsigned long long* sums,
                                  const std::uint32_t* cells_of_last, double quanta_of_one, float* means) {
  const std::uint32_t last = blockIdx.x * blockDim.x + threadIdx.x;
  if (last >= last_nodes) return;
  const std::uint32_t cells = cells_of_last[last];
  const auto quanta = static_cast<long long>((sums[2 * last + 1] << 32) + sums[2 * last]);
  means[last] =
      cells == 0 ? 0 : static_cast<float>(static_cast<double>(quanta) / quanta_of_one / static_cast<double>(cells));
}

inline __global__ void take_means_out(const __grid_constant__ LevelView level, const std::uint32_t* last_of_node,
                                      const float* means, float* values) {
  const std::uint32_t cell = blockIdx.x * blockDim.x + threadIdx.x;
  if (cell < level.finer_nodes) values[cell] -= means[last_of_node[level.parent[cell]]];
}

}  // namespace perm::laplace_cuda
