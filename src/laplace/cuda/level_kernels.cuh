// SPDX-License-Identifier: Apache-2.0
// The work on coarser levels: one kernel for each piece of it, and one for all the pieces that a visit of small levels
// has, in one block of threads. Operations are those of Multigrid::cycle, in the same order for each node.
#pragma once

#include "laplace/cuda/views.hpp"
#include "laplace/multigrid.hpp"

namespace perm::laplace_cuda {

inline constexpr unsigned threads_of_chunk = 128;
inline constexpr unsigned threads_of_small = 1024;

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
  for (unsigned member = members.first; member < members.last; ++member)
    sum += left[coarser.member_list == nullptr ? member : coarser.member_list[member]];
  coarser.flux[node] = sum;
  coarser.room[node] = Multigrid::damping * coarser.inverse_diagonal[node] * sum;
}

/// Adds a correction to the members of a node.
inline __device__ void correct_finer(const LevelView& level, unsigned node, float correction) {
  const Members members = level.members[node];
  for (unsigned member = members.first; member < members.last; ++member)
    level.finer[level.member_list == nullptr ? member : level.member_list[member]] += correction;
}

inline __device__ void find_left(const LevelView& level, unsigned node) {
  level.residual[node] = level.flux[node] - leaves(level, level.room, node);
}

/// Does all other work for one node.
inline __device__ void do_node(Work work, const LevelView& level, unsigned node) {
  const float inverse = level.inverse_diagonal[node];
  const float flux = level.flux[node];
  if (work == Work::solve_last) {
    correct_finer(level, node, inverse * flux);
  } else if (work == Work::begin_second) {
    const float left = flux - Multigrid::over * leaves(level, level.first, node);
    level.flux[node] = left;
    level.room[node] = Multigrid::damping * inverse * left;
  } else {
    const float potential = level.room[node] + Multigrid::damping * inverse * (flux - leaves(level, level.room, node));
    if (work == Work::sweep_first)
      level.first[node] = potential;
    else
      correct_finer(level, node, work == Work::sweep ? potential : Multigrid::over * (level.first[node] + potential));
  }
}

/// A block of threads has a chunk of nodes.
inline __global__ void restrict_left(const __grid_constant__ LevelView level,
                                     const __grid_constant__ LevelView coarser) {
  const unsigned first = blockIdx.x * level.chunk_size;
  for (unsigned i = threadIdx.x; i < level.chunk_size; i += blockDim.x) find_left(level, first + i);
  __syncthreads();
  const unsigned last_above = level.first_above[blockIdx.x + 1];
  for (unsigned node = level.first_above[blockIdx.x] + threadIdx.x; node < last_above; node += blockDim.x)
    restrict_to(coarser, level.residual, node);
}

template <Work work>
__global__ void do_nodes(const __grid_constant__ LevelView level) {
  const unsigned node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node < level.nodes) do_node(work, level, node);
}

/// Sums what is left of the flux of cells.
inline __global__ void restrict_cells(const __grid_constant__ LevelView level, const float* left) {
  const unsigned node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node < level.nodes) restrict_to(level, left, node);
}

/// One block of threads does some steps one after the other.
inline __global__ void __launch_bounds__(threads_of_small)
    do_small_steps(const LevelView* levels, const Step* steps, int count) {
  for (int i = 0; i < count; ++i) {
    const Step step = steps[i];
    const LevelView level = levels[step.level];
    if (step.work == Work::restrict_left) {
      for (unsigned node = threadIdx.x; node < level.nodes; node += blockDim.x) find_left(level, node);
      __syncthreads();
      const LevelView coarser = levels[step.level + 1];
      for (unsigned node = threadIdx.x; node < coarser.nodes; node += blockDim.x)
        restrict_to(coarser, level.residual, node);
    } else {
      for (unsigned node = threadIdx.x; node < level.nodes; node += blockDim.x) do_node(step.work, level, node);
    }
    __syncthreads();
  }
}

}  // namespace perm::laplace_cuda
