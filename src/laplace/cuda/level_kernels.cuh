// SPDX-License-Identifier: Apache-2.0
// The work on coarser levels, node by node, and a kernel for each piece of it. Operations are those of
// Multigrid::cycle, in the same order for each node.
#pragma once

#include "laplace/cuda/views.hpp"
#include "laplace/multigrid.hpp"

namespace perm::laplace_cuda {

inline constexpr unsigned threads_of_nodes = 128;  // levels have whole multiples of it

/// Gives what leaves a node.
inline __device__ float leaves(const LevelView& level, const float* potential, unsigned node) {
  const float own = potential[node];
  const unsigned count = level.links_of[node];
  const NodeLink* const links =
      level.links + std::size_t{level.first_link[node / nodes_a_slice]} * nodes_a_slice + node % nodes_a_slice;
  float sum = 0;
#pragma unroll 4
  for (unsigned i = 0; i < count; ++i) {
    const NodeLink link = links[std::size_t{i} * nodes_a_slice];
    const float other = potential[link.neighbour];
    sum += link.conductance * (link.neighbour == node ? own : own - other);
  }
  return sum;
}

/// Sums what is left of the flux of the members of a node, and does its sweep before a correction.
inline __device__ void restrict_to(const LevelView& coarser, const float* left, unsigned node) {
  const Members members = coarser.members[node];
  float sum = 0;
#pragma unroll 8
  for (unsigned member = members.first; member < members.last; ++member)
    sum += left[coarser.member_list == nullptr ? member : coarser.member_list[member]];
  coarser.flux[node] = sum;
  coarser.room[node] = Multigrid::damping * coarser.inverse_diagonal[node] * sum;
}

inline __device__ void find_left(const LevelView& level, unsigned node) {
  level.result[node] = level.flux[node] - leaves(level, level.room, node);
}

/// Gives the correction that a node makes in the finer level, or keeps it as the first of two.
inline __device__ float correction_of(Work work, const LevelView& level, unsigned node) {
  const float inverse = level.inverse_diagonal[node];
  const float flux = level.flux[node];
  if (work == Work::solve_last) return inverse * flux;
  const float potential = level.room[node] + Multigrid::damping * inverse * (flux - leaves(level, level.room, node));
  if (work == Work::sweep_first) level.first[node] = potential;
  return work == Work::sweep_second ? Multigrid::over * (level.first[node] + potential) : potential;
}

inline __device__ void begin_second(const LevelView& level, unsigned node) {
  const float left = level.flux[node] - Multigrid::over * leaves(level, level.first, node);
  level.flux[node] = left;
  level.room[node] = Multigrid::damping * level.inverse_diagonal[node] * left;
}

/// A block of threads has a chunk of nodes.
inline __global__ void restrict_left(const __grid_constant__ LevelView level,
                                     const __grid_constant__ LevelView coarser) {
  const unsigned first = blockIdx.x * level.chunk_size;
  for (unsigned i = threadIdx.x; i < level.chunk_size; i += blockDim.x) find_left(level, first + i);
  __syncthreads();
  const unsigned last_above = level.first_above[blockIdx.x + 1];
  for (unsigned node = level.first_above[blockIdx.x] + threadIdx.x; node < last_above; node += blockDim.x)
    restrict_to(coarser, level.result, node);
}

inline __global__ void sweep_first(const __grid_constant__ LevelView level) {
  correction_of(Work::sweep_first, level, blockIdx.x * threads_of_nodes + threadIdx.x);
}

inline __global__ void begin_second(const __grid_constant__ LevelView level) {
  begin_second(level, blockIdx.x * threads_of_nodes + threadIdx.x);
}

/// Corrects a finer level, in which the members of the nodes of a block of threads follow each other.
template <Work work>
__global__ void correct(const __grid_constant__ LevelView level) {
  __shared__ float corrections[threads_of_nodes];
  const unsigned first = blockIdx.x * threads_of_nodes;
  corrections[threadIdx.x] = correction_of(work, level, first + threadIdx.x);
  __syncthreads();
  const unsigned last_member = level.members[first + threads_of_nodes - 1].last;
  for (unsigned member = level.members[first].first + threadIdx.x; member < last_member; member += threads_of_nodes)
    level.finer[member] += corrections[level.parent[member] - first];
}

/// Finds the correction of cells.
template <Work work>
__global__ void find_correction(const __grid_constant__ LevelView level) {
  const unsigned node = blockIdx.x * threads_of_nodes + threadIdx.x;
  level.result[node] = correction_of(work, level, node);
}

inline __global__ void correct_cells(const __grid_constant__ LevelView level) {
  const std::uint32_t cell = blockIdx.x * blockDim.x + threadIdx.x;
  if (cell < level.finer_nodes) level.finer[cell] += level.result[level.parent[cell]];
}

/// Sums what is left of the flux of cells.
inline __global__ void restrict_cells(const __grid_constant__ LevelView level, const float* left) {
  const unsigned node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node < level.nodes) restrict_to(level, left, node);
}

/// Gives each cell the node that it is a member of.
inline __global__ void write_parents(const __grid_constant__ LevelView level, std::uint32_t* parent) {
  const unsigned node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node >= level.nodes) return;
  const Members members = level.members[node];
  for (unsigned i = members.first; i < members.last; ++i) parent[level.member_list[i]] = node;
}

}  // namespace perm::laplace_cuda
