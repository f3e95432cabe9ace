// SPDX-License-Identifier: Apache-2.0
// The work of a visit to all levels that are near the last one, in one launch: a piece of it takes a fifth of the time
// of a launch. Some blocks of threads share each piece and wait for each other after it. Small levels, the last ones,
// fit into the shared memory of the first block, which does their work alone.
#pragma once

#include "device/gpu_runtime.hpp"
#include "laplace/cuda/level_kernels.cuh"
#include "laplace/cuda/views.hpp"

namespace perm::laplace_cuda {

inline constexpr unsigned threads_of_near = 1024;
inline constexpr unsigned blocks_of_near = 8;  // more of them are not in every cluster
inline constexpr int most_near_levels = 32;
inline constexpr int most_near_steps =
    768;  // 8 visits to levels of which each has at most 3, and 5 for each earlier one

/// What a visit works on.
struct NearVisit {
  const unsigned char* memory;  ///< all lists of the small levels
  std::uint32_t bytes;          ///< of these, a multiple of 16
  int first_near;               ///< level
  int first_small;
  int levels;                    ///< near ones
  int small_levels;              ///< small ones among them
  const LevelView* views;        ///< of the near levels
  const LevelView* small_views;  ///< of the small levels, with addresses in that memory
  const Step* steps;
  int count;
};

template <class T>
__device__ void move(T*& address, const NearVisit& visit, unsigned char* shared) {
  const auto* const place = reinterpret_cast<const unsigned char*>(address);
  if (place >= visit.memory && place < visit.memory + visit.bytes)
    address = reinterpret_cast<T*>(shared + (place - visit.memory));
}

inline __device__ LevelView moved(LevelView level, const NearVisit& visit, unsigned char* shared) {
  move(level.first_link, visit, shared);
  move(level.links_of, visit, shared);
  move(level.links, visit, shared);
  move(level.inverse_diagonal, visit, shared);
  move(level.members, visit, shared);
  move(level.parent, visit, shared);
  move(level.first_above, visit, shared);
  move(level.flux, visit, shared);
  move(level.room, visit, shared);
  move(level.first, visit, shared);
  move(level.result, visit, shared);
  move(level.finer, visit, shared);
  return level;
}

struct Part {
  unsigned first;
  unsigned last;
};

/// Gives the part of this block of some units.
inline __device__ Part own_part(unsigned units, unsigned unit) {
  return {units * blockIdx.x / gridDim.x * unit, units * (blockIdx.x + 1) / gridDim.x * unit};
}

/// Calls visit(node) for nodes that the threads of a block share.
template <class Visit>
__device__ void for_each_node(unsigned first, unsigned last, const Visit& visit) {
  for (unsigned node = first + threadIdx.x; node < last; node += threads_of_near) visit(node);
}

/// Does a piece of work for the nodes of this block. Members of these nodes are in no other block's part.
inline __device__ void do_step(Work work, const LevelView& level, const LevelView* coarser, const Part& chunks,
                               const Part& nodes) {
  if (work == Work::restrict_left) {
    for_each_node(chunks.first * level.chunk_size, chunks.last * level.chunk_size,
                  [&](unsigned node) { find_left(level, node); });
    __syncthreads();
    for_each_node(level.first_above[chunks.first], level.first_above[chunks.last],
                  [&](unsigned node) { restrict_to(*coarser, level.result, node); });
  } else if (work == Work::begin_second) {
    for_each_node(nodes.first, nodes.last, [&](unsigned node) { begin_second(level, node); });
  } else if (work == Work::sweep_first) {
    for_each_node(nodes.first, nodes.last, [&](unsigned node) { correction_of(work, level, node); });
  } else if (nodes.first < nodes.last) {
    for_each_node(nodes.first, nodes.last,
                  [&](unsigned node) { level.result[node] = correction_of(work, level, node); });
    __syncthreads();
    for_each_node(level.members[nodes.first].first, level.members[nodes.last - 1].last,
                  [&](unsigned member) { level.finer[member] += level.result[level.parent[member]]; });
  }
}

inline __global__ void __launch_bounds__(threads_of_near) visit_near(const __grid_constant__ NearVisit visit) {
  extern __shared__ uint4 shared_words[];
  __shared__ LevelView near[most_near_levels];
  __shared__ LevelView small[most_near_levels];
  __shared__ Step steps[most_near_steps];
  auto* const shared = reinterpret_cast<unsigned char*>(shared_words);
  const bool has_small = blockIdx.x == 0;
  if (has_small) {
    const auto* const words = reinterpret_cast<const uint4*>(visit.memory);
#pragma unroll 4
    for (unsigned i = threadIdx.x; i < visit.bytes / sizeof(uint4); i += threads_of_near) shared_words[i] = words[i];
  }
  const auto thread = static_cast<int>(threadIdx.x);
  if (thread < visit.levels) near[thread] = visit.views[thread];
  if (thread < visit.small_levels) small[thread] = moved(visit.small_views[thread], visit, shared);
  for (int i = thread; i < visit.count; i += threads_of_near) steps[i] = visit.steps[i];
  __syncthreads();
  for (int i = 0; i < visit.count;) {
    const bool is_small = steps[i].level >= visit.first_small;
    if (!is_small) {
      const LevelView& level = near[steps[i].level - visit.first_near];
      do_step(steps[i].work, level, &level + 1, own_part(level.chunks, 1),
              own_part(level.nodes / threads_of_nodes, threads_of_nodes));
      ++i;
    } else if (has_small) {
      const LevelView& place = near[visit.first_small - visit.first_near];
      for_each_node(0, place.nodes, [&](unsigned node) {
        small[0].flux[node] = place.flux[node];
        small[0].room[node] = place.room[node];
      });
    }
    for (; is_small && i < visit.count && steps[i].level >= visit.first_small; ++i) {
      if (!has_small) continue;
      __syncthreads();
      const LevelView& level = small[steps[i].level - visit.first_small];
      do_step(steps[i].work, level, &level + 1, {0, level.chunks}, {0, level.nodes});
    }
    cuda::wait_for_cluster();
  }
}

}  // namespace perm::laplace_cuda
