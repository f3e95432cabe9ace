// SPDX-License-Identifier: Apache-2.0
// The work of a visit to all small levels in one launch: they fit into the shared memory of one block of threads, where
// a piece of work takes a tenth of the time of a launch.
#pragma once

#include "laplace/cuda/level_kernels.cuh"
#include "laplace/cuda/views.hpp"

namespace perm::laplace_cuda {

inline constexpr unsigned threads_of_small = 1024;
inline constexpr int most_small_levels = 32;

/// What a visit works on.
struct SmallVisit {
  const unsigned char* memory;  ///< all lists of the small levels
  std::uint32_t bytes;          ///< of these, a multiple of 16
  int levels;
  const LevelView* views;  ///< of the small levels, with addresses in that memory
  LevelView first;         ///< the first of these in its own place: its flux and room are read
  const Step* steps;
  int count;
};

template <class T>
__device__ void move(T*& address, const SmallVisit& visit, unsigned char* shared) {
  const auto* const place = reinterpret_cast<const unsigned char*>(address);
  if (place >= visit.memory && place < visit.memory + visit.bytes)
    address = reinterpret_cast<T*>(shared + (place - visit.memory));
}

inline __device__ void do_small_step(const Step& step, const LevelView* levels, int first_level) {
  const LevelView& level = levels[step.level - first_level];
  if (step.work == Work::restrict_left) {
    for (unsigned node = threadIdx.x; node < level.nodes; node += threads_of_small) find_left(level, node);
    __syncthreads();
    const LevelView& coarser = levels[step.level - first_level + 1];
    for (unsigned node = threadIdx.x; node < coarser.nodes; node += threads_of_small)
      restrict_to(coarser, level.result, node);
  } else if (step.work == Work::begin_second) {
    for (unsigned node = threadIdx.x; node < level.nodes; node += threads_of_small) begin_second(level, node);
  } else if (step.work == Work::sweep_first) {
    for (unsigned node = threadIdx.x; node < level.nodes; node += threads_of_small)
      correction_of(step.work, level, node);
  } else {
    for (unsigned node = threadIdx.x; node < level.nodes; node += threads_of_small)
      level.result[node] = correction_of(step.work, level, node);
    __syncthreads();
    for (unsigned member = threadIdx.x; member < level.finer_nodes; member += threads_of_small)
      level.finer[member] += level.result[level.parent[member]];
  }
}

inline __global__ void __launch_bounds__(threads_of_small) visit_small(const __grid_constant__ SmallVisit visit) {
  extern __shared__ uint4 shared_words[];
  __shared__ LevelView levels[most_small_levels];
  auto* const shared = reinterpret_cast<unsigned char*>(shared_words);
  const auto* const words = reinterpret_cast<const uint4*>(visit.memory);
#pragma unroll 4
  for (unsigned i = threadIdx.x; i < visit.bytes / sizeof(uint4); i += threads_of_small) shared_words[i] = words[i];
  if (threadIdx.x < static_cast<unsigned>(visit.levels)) {
    LevelView level = visit.views[threadIdx.x];
    move(level.first_link, visit, shared);
    move(level.links_of, visit, shared);
    move(level.links, visit, shared);
    move(level.inverse_diagonal, visit, shared);
    move(level.members, visit, shared);
    move(level.parent, visit, shared);
    move(level.flux, visit, shared);
    move(level.room, visit, shared);
    move(level.first, visit, shared);
    move(level.result, visit, shared);
    move(level.finer, visit, shared);
    levels[threadIdx.x] = level;
  }
  __syncthreads();
  for (unsigned node = threadIdx.x; node < visit.first.nodes; node += threads_of_small) {
    levels[0].flux[node] = visit.first.flux[node];
    levels[0].room[node] = visit.first.room[node];
  }
  const int first_level = visit.steps[0].level;
  for (int i = 0; i < visit.count; ++i) {
    const Step step = visit.steps[i];
    __syncthreads();
    do_small_step(step, levels, first_level);
  }
}

}  // namespace perm::laplace_cuda
