// SPDX-License-Identifier: Apache-2.0
#include "laplace/cuda/cycle_on_gpu.cuh"

#include <utility>

#include "laplace/cuda/level_kernels.cuh"
#include "laplace/cuda/small_kernel.cuh"

namespace perm::laplace_cuda {
namespace {

/// Lists the work of a correction by a level, as Multigrid::correct does it.
void list_steps(std::size_t level, std::size_t levels, std::vector<Step>& steps) {
  const auto add = [&](Work work) { steps.push_back({work, static_cast<std::int16_t>(level)}); };
  if (level + 1 == levels) return add(Work::solve_last);
  const bool twice = Multigrid::is_twice(level);
  add(Work::restrict_left);
  list_steps(level + 1, levels, steps);
  add(twice ? Work::sweep_first : Work::sweep);
  if (!twice) return;
  add(Work::begin_second);
  add(Work::restrict_left);
  list_steps(level + 1, levels, steps);
  add(Work::sweep_second);
}

void launch_step(const std::vector<LevelView>& levels, const Step& step) {
  const LevelView& level = levels[static_cast<std::size_t>(step.level)];
  const unsigned blocks = level.nodes / threads_of_nodes;
  const cudaStream_t stream = cuda::step_stream();
  switch (step.work) {
    case Work::restrict_left:
      return restrict_left<<<level.chunks, threads_of_nodes, 0, stream>>>(
          level, levels[static_cast<std::size_t>(step.level) + 1]);
    case Work::sweep_first:
      return sweep_first<<<blocks, threads_of_nodes, 0, stream>>>(level);
    case Work::begin_second:
      return begin_second<<<blocks, threads_of_nodes, 0, stream>>>(level);
    case Work::sweep:
      return correct<Work::sweep><<<blocks, threads_of_nodes, 0, stream>>>(level);
    case Work::sweep_second:
      return correct<Work::sweep_second><<<blocks, threads_of_nodes, 0, stream>>>(level);
    case Work::solve_last:
      return correct<Work::solve_last><<<blocks, threads_of_nodes, 0, stream>>>(level);
  }
}

/// Shows some steps, which are those of one visit to the small levels.
SmallVisit small_visit(const LevelsOnGpu& levels, const Step* steps, int count) {
  const LevelView& first = levels.views()[levels.first_small()];
  return {.memory = levels.small().data(),
          .bytes = static_cast<std::uint32_t>(levels.small().size()),
          .levels = static_cast<int>(levels.small_views().size()),
          .views = levels.small_views().data(),
          .flux = first.flux,
          .room = first.room,
          .steps = steps,
          .count = count};
}

}  // namespace

CycleOnGpu::CycleOnGpu(JoinedPieces of_image) : levels_(std::move(of_image)) {
  if (levels_.views().size() < 2) return;
  std::vector<Step> steps{{Work::restrict_left, 0}};
  list_steps(1, levels_.views().size(), steps);
  steps_ = on_gpu(steps.data(), steps.size());
  record(steps);
}

void CycleOnGpu::record(const std::vector<Step>& steps) {
  const auto is_small = [&](const Step& step) { return static_cast<std::size_t>(step.level) >= levels_.first_small(); };
  cuda::check(cudaFuncSetAttribute(visit_small, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                   static_cast<int>(LevelsOnGpu::most_small_bytes)),
              "asking for shared memory");
  visit_ = cuda::Graph([&] {
    for (std::size_t i = 0; i < steps.size();) {
      std::size_t end = i;
      while (end < steps.size() && is_small(steps[end])) ++end;
      if (end > i)
        visit_small<<<1, threads_of_small, levels_.small().size(), cuda::step_stream()>>>(
            small_visit(levels_, steps_.data() + i, static_cast<int>(end - i)));
      else
        launch_step(levels_.views(), steps[end++]);
      i = end;
    }
  });
}

unsigned CycleOnGpu::blocks() const { return top().nodes / threads_of_nodes; }

void CycleOnGpu::sweep_before() const {
  laplace_cuda::sweep_before<<<blocks(), threads_of_nodes, 0, cuda::step_stream()>>>(top());
}

void CycleOnGpu::visit_coarser() {
  if (visit_.is_recorded()) visit_.launch();
}

void CycleOnGpu::end() const {
  if (levels_.views().size() > 1)
    end_cycle<Work::sweep><<<blocks(), threads_of_nodes, 0, cuda::step_stream()>>>(top());
  else
    end_cycle<Work::solve_last><<<blocks(), threads_of_nodes, 0, cuda::step_stream()>>>(top());
}

void CycleOnGpu::end(const DotSums& dot) const {
  if (levels_.views().size() > 1)
    end_cycle_and_sum<Work::sweep><<<blocks(), threads_of_nodes, 0, cuda::step_stream()>>>(top(), dot);
  else
    end_cycle_and_sum<Work::solve_last><<<blocks(), threads_of_nodes, 0, cuda::step_stream()>>>(top(), dot);
}

void CycleOnGpu::begin_second(const LevelView& level) const {
  laplace_cuda::begin_second<<<blocks(), threads_of_nodes, 0, cuda::step_stream()>>>(level);
}

}  // namespace perm::laplace_cuda
