// SPDX-License-Identifier: Apache-2.0
// Brings values between pieces and the nodes of level 0, finds the largest, and takes means out.
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

/// Takes the means from the flux of the pieces.
inline __global__ void take_means_out(const __grid_constant__ LevelView level, std::uint32_t pieces,
                                      const std::uint32_t* number_of_piece, const std::uint32_t* last_of_node,
                                      const float* means) {
  const std::uint32_t piece = blockIdx.x * blockDim.x + threadIdx.x;
  if (piece >= pieces) return;
  const std::uint32_t node = number_of_piece[piece];
  level.flux[node] -= means[last_of_node[node]];
}

/// Gives the nodes of level 0 the values of the pieces.
inline __global__ void bring_to_nodes(std::uint32_t pieces, const std::uint32_t* number_of_piece, const float* values,
                                      float* of_nodes) {
  const std::uint32_t piece = blockIdx.x * blockDim.x + threadIdx.x;
  if (piece < pieces) of_nodes[number_of_piece[piece]] = values[piece];
}

/// And the other way round.
inline __global__ void bring_to_pieces(std::uint32_t pieces, const std::uint32_t* number_of_piece,
                                       const float* of_nodes, float* values) {
  const std::uint32_t piece = blockIdx.x * blockDim.x + threadIdx.x;
  if (piece < pieces) values[piece] = of_nodes[number_of_piece[piece]];
}

}  // namespace perm::laplace_cuda
