// SPDX-License-Identifier: Apache-2.0
// The work on coarser levels, node by node, and a kernel for each piece of it. Operations are those of
// Multigrid::cycle, in the same order for each node.
#pragma once

#include "laplace/cuda/sums.cuh"
#include "laplace/cuda/views.hpp"
#include "laplace/multigrid.hpp"

namespace perm::laplace_cuda {

inline constexpr unsigned threads_of_nodes = 128;  // levels have whole multiples of it

// Threads have few nodes, so that waiting for memory is what costs: so many loads are on their way at a time.
inline constexpr unsigned loads_at_a_time = 8;

/// Gives what leaves a node.
inline __device__ float leaves(const LevelView& level, const float* potential, unsigned node) {
  const float own = potential[node];
  const unsigned slice = level.slice;
  const std::uint32_t* const first_link = level.first_link + node / slice;
  const unsigned count = slice == 1 ? first_link[1] - first_link[0] : level.links_of[node];
  const NodeLink* const links = level.links + std::size_t{first_link[0]} * slice + node % slice;
  float sum = 0;
  for (unsigned first = 0; first < count; first += loads_at_a_time) {
    NodeLink link[loads_at_a_time];
    float other[loads_at_a_time];
#pragma unroll
    for (unsigned i = 0; i < loads_at_a_time; ++i)
      link[i] = first + i < count ? links[std::size_t{first + i} * slice] : NodeLink{node, 0};
#pragma unroll
    for (unsigned i = 0; i < loads_at_a_time; ++i)
      other[i] = link[i].neighbour == node ? 0 : potential[link[i].neighbour];
#pragma unroll
    for (unsigned i = 0; i < loads_at_a_time; ++i)
      if (first + i < count) sum += link[i].conductance * (own - other[i]);
  }
  return sum;
}

/// Sums what is left of the flux of the members of a node, and does its sweep before a correction.
inline __device__ void restrict_to(const LevelView& coarser, const float* left, unsigned node) {
  const Members members = coarser.members[node];
  float sum = 0;
  for (unsigned first = members.first; first < members.last; first += loads_at_a_time) {
    float value[loads_at_a_time];
#pragma unroll
    for (unsigned i = 0; i < loads_at_a_time; ++i) {
      value[i] = left[first + i < members.last ? first + i : first];
    }
#pragma unroll
    for (unsigned i = 0; i < loads_at_a_time; ++i)
      if (first + i < members.last) sum += value[i];
  }
  coarser.flux[node] = sum;
  coarser.room[node] = Multigrid::damping * coarser.inverse_diagonal[node] * sum;
}

/// Adds the corrections of nodes, those from `first_node` on, to their members; a thread has each `stride`-th member.
inline __device__ void correct_members(const LevelView& level, const float* corrections, unsigned first_node,
                                       const Members& members, unsigned stride) {
  constexpr unsigned members_at_a_time = 4;
  for (unsigned first = members.first + threadIdx.x; first < members.last; first += members_at_a_time * stride) {
    float value[members_at_a_time];
    unsigned parent[members_at_a_time];
#pragma unroll
    for (unsigned i = 0; i < members_at_a_time; ++i) {
      const unsigned member = first + i * stride < members.last ? first + i * stride : first;
      value[i] = level.finer[member];
      parent[i] = level.parent[member];
    }
#pragma unroll
    for (unsigned i = 0; i < members_at_a_time; ++i)
      if (first + i * stride < members.last)
        level.finer[first + i * stride] = value[i] + corrections[parent[i] - first_node];
  }
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
  correct_members(level, corrections, first,
                  {level.members[first].first, level.members[first + threads_of_nodes - 1].last}, threads_of_nodes);
}

/// The sweep before the first correction of a cycle.
inline __global__ void sweep_before(const __grid_constant__ LevelView level) {
  const unsigned node = blockIdx.x * threads_of_nodes + threadIdx.x;
  level.room[node] = Multigrid::damping * level.inverse_diagonal[node] * level.flux[node];
}

/// The sweep that ends a cycle, or all of it where no node is joined to another one.
template <Work work>
__global__ void end_cycle(const __grid_constant__ LevelView level) {
  const unsigned node = blockIdx.x * threads_of_nodes + threadIdx.x;
  level.result[node] = correction_of(work, level, node);
}
/// Sums flux times result, too.
template <Work work>
__global__ void end_cycle_and_sum(const __grid_constant__ LevelView level, const DotSums dot) {
  const unsigned node = blockIdx.x * threads_of_nodes + threadIdx.x;
  const float value = correction_of(work, level, node);
  level.result[node] = value;
  dot.add(dot.quanta(level.flux[node], value));
}

/// Keeps in `room` what leaves each node for a potential; sums potential times that.
inline __global__ void keep_flux(const __grid_constant__ LevelView level, const float* potential, const DotSums dot) {
  const unsigned node = blockIdx.x * threads_of_nodes + threadIdx.x;
  const float flux = leaves(level, potential, node);
  level.room[node] = flux;
  dot.add(dot.quanta(potential[node], flux));
}

inline __global__ void turn(const __grid_constant__ LevelView level, float kept, float* __restrict__ direction) {
  const unsigned node = blockIdx.x * threads_of_nodes + threadIdx.x;
  direction[node] = level.result[node] + kept * direction[node];
}

/// Goes a step; `room` has what leaves the nodes for the direction, and gets the sweep before the next correction.
inline __global__ void go(const __grid_constant__ LevelView level, float step, const float* __restrict__ direction,
                          float* __restrict__ potential) {
  const unsigned node = blockIdx.x * threads_of_nodes + threadIdx.x;
  potential[node] += step * direction[node];
  const float left = level.flux[node] - step * level.room[node];
  level.flux[node] = left;
  level.room[node] = Multigrid::damping * level.inverse_diagonal[node] * left;
}

}  // namespace perm::laplace_cuda
