// SPDX-License-Identifier: Apache-2.0
// Lists the work of a cycle on the coarser levels, and launches each piece of it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "device/gpu.hpp"
#include "laplace/cuda/launches.cuh"
#include "laplace/cuda/level_kernels.cuh"
#include "laplace/cuda/views.hpp"
#include "laplace/multigrid.hpp"

namespace perm::laplace_cuda {

/// Lists the work of one cycle over the coarser levels, as Multigrid::correct does it.
inline void list_steps(std::size_t level, std::size_t levels, std::vector<Step>& steps) {
  const auto add = [&](Work work) { steps.push_back({work, static_cast<std::int16_t>(level)}); };
  if (level + 1 == levels) return add(Work::solve_last);
  const bool twice = level < Multigrid::levels_twice;
  add(Work::restrict_left);
  list_steps(level + 1, levels, steps);
  add(twice ? Work::sweep_first : Work::sweep);
  if (!twice) return;
  add(Work::begin_second);
  add(Work::restrict_left);
  list_steps(level + 1, levels, steps);
  add(Work::sweep_second);
}

template <Work work, unsigned loads>
void launch_correction(const LevelView& level, unsigned blocks) {
  const cudaStream_t stream = cuda::step_stream();
  if (level.member_list == nullptr) return correct<work, loads><<<blocks, threads_of_nodes, 0, stream>>>(level);
  find_correction<work><<<blocks, threads_of_nodes, 0, stream>>>(level);
  correct_cells<<<blocks_for(level.finer_nodes), threads, 0, stream>>>(level);
}

template <unsigned loads>
void launch_step_by(const std::vector<LevelView>& levels, const Step& step) {
  const LevelView& level = levels[static_cast<std::size_t>(step.level)];
  const unsigned blocks = level.nodes / threads_of_nodes;
  const unsigned threads_of_chunk = std::min(level.chunk_size, most_threads_for_many_loads);
  const cudaStream_t stream = cuda::step_stream();
  switch (step.work) {
    case Work::restrict_left:
      return restrict_left<loads>
          <<<level.chunks, threads_of_chunk, 0, stream>>>(level, levels[static_cast<std::size_t>(step.level) + 1]);
    case Work::sweep_first:
      return sweep_first<loads><<<blocks, threads_of_nodes, 0, stream>>>(level);
    case Work::begin_second:
      return begin_second<loads><<<blocks, threads_of_nodes, 0, stream>>>(level);
    case Work::sweep:
      return launch_correction<Work::sweep, loads>(level, blocks);
    case Work::sweep_second:
      return launch_correction<Work::sweep_second, loads>(level, blocks);
    case Work::solve_last:
      return launch_correction<Work::solve_last, loads>(level, blocks);
  }
}

inline void launch_step(const std::vector<LevelView>& levels, const Step& step) {
  const bool has_few_nodes = levels[static_cast<std::size_t>(step.level)].nodes <= most_nodes_for_many_loads;
  return has_few_nodes ? launch_step_by<many_loads>(levels, step) : launch_step_by<few_loads>(levels, step);
}

}  // namespace perm::laplace_cuda
