// SPDX-License-Identifier: Apache-2.0
// The work of a visit to all small levels in one launch: they fit into the shared memory of one block of threads, where
// a piece of work takes a fifth of the time of a launch.
#pragma once

#include "laplace/cuda/level_kernels.cuh"
#include "laplace/cuda/views.hpp"

namespace perm::laplace_cuda {

inline constexpr unsigned threads_of_small = 1024;
inline constexpr int most_small_levels = 32;
inline constexpr int most_small_steps =
    768;  // 8 visits to levels of which each has at most 3, and 5 for each earlier one

/// What a visit works on.
struct SmallVisit {
  const unsigned char* memory;  ///< the lists of the small levels
  std::uint32_t bytes;          ///< of these, a multiple of 16
  int levels;
  const LevelView* views;  ///< of the small levels, with addresses in that memory
  const float* flux;       ///< of the first small level, and its room
  const float* room;
  const Step* steps;
  int count;
};

template <class T>
__device__ void move(T*& address, const SmallVisit& visit, unsigned char* shared) {
  const auto* const place = reinterpret_cast<const unsigned char*>(address);
  if (place >= visit.memory && place < visit.memory + visit.bytes)
    address = reinterpret_cast<T*>(shared + (place - visit.memory));
}

inline __device__ LevelView moved(LevelView level, const SmallVisit& visit, unsigned char* shared) {
  move(level.first_link, visit, shared);
  move(level.links, visit, shared);
  move(level.inverse_diagonal, visit, shared);
  move(level.members, visit, shared);
  move(level.parent, visit, shared);
  move(level.flux, visit, shared);
  move(level.room, visit, shared);
  move(level.first, visit, shared);
  move(level.result, visit, shared);
  move(level.finer, visit, shared);
  return level;
}

/// Calls visit(node) for nodes that the threads share.
template <class Visit>
__device__ void for_each_node(const LevelView& level, const Visit& visit) {
  for (unsigned node = threadIdx.x; node < level.nodes; node += threads_of_small) visit(node);
}

inline __device__ void do_step(Work work, const LevelView& level, const LevelView& coarser) {
  if (work == Work::restrict_left) {
    for_each_node(level, [&](unsigned node) { find_left(level, node); });
    __syncthreads();
    for_each_node(coarser, [&](unsigned node) { restrict_to(coarser, level.result, node); });
  } else if (work == Work::begin_second) {
    for_each_node(level, [&](unsigned node) { begin_second(level, node); });
  } else if (work == Work::sweep_first) {
    for_each_node(level, [&](unsigned node) { correction_of(work, level, node); });
  } else {
    for_each_node(level, [&](unsigned node) { level.result[node] = correction_of(work, level, node); });
    __syncthreads();
    correct_members(level, level.result, 0, {0, level.finer_nodes}, threads_of_small);
  }
}

inline __global__ void __launch_bounds__(threads_of_small) visit_small(const __grid_constant__ SmallVisit visit) {
  extern __shared__ uint4 shared_words[];
  __shared__ LevelView levels[most_small_levels + 1];
  __shared__ Step steps[most_small_steps];
  auto* const shared = reinterpret_cast<unsigned char*>(shared_words);
  const auto* const words = reinterpret_cast<const uint4*>(visit.memory);
#pragma unroll 8
  for (unsigned i = threadIdx.x; i < visit.bytes / sizeof(uint4); i += threads_of_small) shared_words[i] = words[i];
  const auto thread = static_cast<int>(threadIdx.x);
  if (thread < visit.levels) levels[thread] = moved(visit.views[thread], visit, shared);
  for (int i = thread; i < visit.count; i += threads_of_small) steps[i] = visit.steps[i];
  __syncthreads();
  for_each_node(levels[0], [&](unsigned node) {
    levels[0].flux[node] = visit.flux[node];
    levels[0].room[node] = visit.room[node];
  });
  const int first_level = steps[0].level;
  for (int i = 0; i < visit.count; ++i) {
    __syncthreads();
    const LevelView& level = levels[steps[i].level - first_level];
    do_step(steps[i].work, level, *(&level + 1));
  }
}

}  // namespace perm::laplace_cuda
