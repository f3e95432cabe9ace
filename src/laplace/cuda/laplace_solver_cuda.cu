// SPDX-License-Identifier: Apache-2.0
// Conjugate gradients on a GPU. A visit of the coarser levels is recorded once: of small levels, many pieces of work
// that follow each other are one launch. The host sees two sums an iteration.
#include "laplace/cuda/laplace_solver_cuda.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "device/cuda_graph.hpp"
#include "device/gpu.hpp"
#include "laplace/cuda/cell_kernels.cuh"
#include "laplace/cuda/cells_on_gpu.hpp"
#include "laplace/cuda/launches.cuh"
#include "laplace/cuda/level_kernels.cuh"
#include "laplace/cuda/levels_on_gpu.hpp"
#include "laplace/cuda/small_kernel.cuh"
#include "laplace/cuda/vector_kernels.cuh"

namespace perm {
namespace laplace_cuda {
namespace {

/// Lists the work of one cycle over the coarser levels, as Multigrid::correct does it.
void list_steps(std::size_t level, std::size_t levels, std::vector<Step>& steps) {
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

template <Work work>
void launch_correction(const LevelView& level, unsigned blocks) {
  const cudaStream_t stream = cuda::step_stream();
  if (level.member_list == nullptr) return correct<work><<<blocks, threads_of_nodes, 0, stream>>>(level);
  find_correction<work><<<blocks, threads_of_nodes, 0, stream>>>(level);
  correct_cells<<<blocks_for(level.finer_nodes), threads, 0, stream>>>(level);
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
      return launch_correction<Work::sweep>(level, blocks);
    case Work::sweep_second:
      return launch_correction<Work::sweep_second>(level, blocks);
    case Work::solve_last:
      return launch_correction<Work::solve_last>(level, blocks);
  }
}

}  // namespace

}  // namespace laplace_cuda

using namespace laplace_cuda;

class LaplaceSolverCuda::State {
 public:
  State(const ImageOnGpu& image, std::span<const std::uint8_t> widths, Quanta of_edge)
      : cells_(image, widths, of_edge),
        levels_(image, cells_.view()),
        scaled_(widths.size()),
        direction_(widths.size()),
        room_(widths.size()),
        sums_(sum_words),
        largest_(1),
        sums_of_last_(2 * levels_.last_nodes()),
        means_(levels_.last_nodes()) {
    if (widths.empty()) return;
    direction_.clear();
    levels_.correct(room_.data());
    std::vector<Step> steps;
    list_steps(0, levels_.views().size(), steps);
    steps_ = on_gpu(steps.data(), steps.size());
    record(steps);
  }

  LaplaceSolution solve(float* flux, float* potential, double share, int most_iterations);
  LaplaceSolution go_on(float* flux, float* potential, double share, int most_iterations);
  float* room() { return room_.data(); }
  const CellView& cells() const { return cells_.view(); }
  std::int64_t bytes() const {
    return cells_.bytes() + levels_.bytes() +
           static_cast<std::int64_t>(scaled_.bytes() + direction_.bytes() + room_.bytes() + sums_.bytes() +
                                     sums_of_last_.bytes() + means_.bytes() + steps_.bytes());
  }

 private:
  void record(const std::vector<Step>& steps);
  /// Shows the steps first_step .. end - 1, which are those of one visit.
  SmallVisit small_visit(std::size_t first_step, std::size_t end) const;
  void take_means_out(float* flux, double size);
  /// Gives the largest of of_cell(cell).
  template <class OfCell>
  float largest(const OfCell& of_cell);
  /// Calls launch(dot) and gives the sum that was added to it.
  template <class Launch>
  double sum(const Launch& launch);
  /// Does one cycle for a flux for which the sweep before has been done, and finds what is left of its power.
  void find_left(const float* flux);
  template <class Finish>
  void launch_flux(const float* potential, const Finish& finish) {
    for_each_flux<<<(cells_.view().cells + cells_a_group - 1) / cells_a_group, cells_a_group, 0, cuda::step_stream()>>>(
        cells_.view(), potential, finish);
  }

  CellsOnGpu cells_;
  LevelsOnGpu levels_;
  cuda::Array<float> scaled_;
  cuda::Array<float> direction_;
  cuda::Array<float> room_;
  cuda::Array<unsigned long long> sums_;
  cuda::Array<int> largest_;
  cuda::Array<unsigned long long> sums_of_last_;
  cuda::Array<float> means_;  ///< over each node of the last level
  cuda::Array<Step> steps_;
  cuda::Graph cycle_;  ///< over the coarser levels
  LaplaceSolution solution_;
  double quanta_of_one_{0};  ///< of power; 0 where nothing flows, or what does is not finite
  double left_before_{0};    ///< the last iteration
};

void LaplaceSolverCuda::State::record(const std::vector<Step>& steps) {
  const std::vector<LevelView>& views = levels_.views();
  const auto is_small = [&](const Step& step) { return static_cast<std::size_t>(step.level) >= levels_.first_small(); };
  cuda::check(cudaFuncSetAttribute(visit_small, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                   static_cast<int>(LevelsOnGpu::most_small_bytes)),
              "asking for shared memory");
  cycle_ = cuda::Graph([&] {
    restrict_cells<<<blocks_for(views[0].nodes), threads, 0, cuda::step_stream()>>>(views[0], scaled_.data());
    for (std::size_t i = 0; i < steps.size();) {
      std::size_t end = i;
      while (end < steps.size() && is_small(steps[end])) ++end;
      if (end > i)
        visit_small<<<1, threads_of_small, levels_.small().size(), cuda::step_stream()>>>(small_visit(i, end));
      else
        launch_step(views, steps[end++]);
      i = end;
    }
  });
}

SmallVisit LaplaceSolverCuda::State::small_visit(std::size_t first_step, std::size_t end) const {
  const LevelView& first = levels_.views()[levels_.first_small()];
  return {.memory = levels_.small().data(),
          .bytes = static_cast<std::uint32_t>(levels_.small().size()),
          .levels = static_cast<int>(levels_.small_views().size()),
          .views = levels_.small_views().data(),
          .flux = first.flux,
          .room = first.room,
          .steps = steps_.data() + first_step,
          .count = static_cast<int>(end - first_step)};
}

void LaplaceSolverCuda::State::take_means_out(float* flux, double size) {
  const double quanta_of_one = Multigrid::quanta_of_one(size);
  const LevelView& level = levels_.views()[0];
  cuda::check(cudaMemsetAsync(sums_of_last_.data(), 0, sums_of_last_.bytes(), cuda::step_stream()), "clearing sums");
  sum_values<<<blocks_for(level.nodes), threads, 0, cuda::step_stream()>>>(level, levels_.last_of_node(), flux,
                                                                           quanta_of_one, sums_of_last_.data());
  const auto last_nodes = static_cast<std::uint32_t>(levels_.last_nodes());
  find_means<<<blocks_for(last_nodes), threads, 0, cuda::step_stream()>>>(
      last_nodes, sums_of_last_.data(), levels_.cells_of_last(), quanta_of_one, means_.data());
  laplace_cuda::take_means_out<<<blocks_for(level.finer_nodes), threads, 0, cuda::step_stream()>>>(
      level, levels_.last_of_node(), means_.data(), flux);
}

template <class OfCell>
float LaplaceSolverCuda::State::largest(const OfCell& of_cell) {
  constexpr unsigned most_blocks = 1024;
  cuda::check(cudaMemsetAsync(largest_.data(), 0, largest_.bytes(), cuda::step_stream()), "clearing a maximum");
  const std::uint32_t cells = cells_.view().cells;
  find_largest<<<std::min(most_blocks, blocks_for(cells)), threads, 0, cuda::step_stream()>>>(cells, of_cell,
                                                                                              largest_.data());
  cuda::finish("finding the largest flux");
  int bits = 0;
  largest_.read(&bits, 0, 1);
  return std::bit_cast<float>(bits);
}

template <class Launch>
double LaplaceSolverCuda::State::sum(const Launch& launch) {
  cuda::check(cudaMemsetAsync(sums_.data(), 0, sums_.bytes(), cuda::step_stream()), "clearing sums");
  launch(DotSums{sums_.data(), quanta_of_one_});
  cuda::check(cudaGetLastError(), "solving for potentials");
  unsigned long long sums[sum_words];
  sums_.read(sums, 0, sum_words);
  __int128 quanta = 0;
  for (unsigned copy = 0; copy < copies_of_sum; ++copy)
    quanta += static_cast<__int128>(sums[2 * copy]) +
              static_cast<__int128>(static_cast<long long>(sums[2 * copy + 1])) * (1LL << 32);
  if (sums[2 * copies_of_sum] != 0) return std::numeric_limits<double>::quiet_NaN();
  return static_cast<double>(quanta) / quanta_of_one_;
}

void LaplaceSolverCuda::State::find_left(const float* flux) {
  launch_flux(room_.data(), FindLeft{flux, scaled_.data()});
  cycle_.launch();
  solution_.left = sum([&](const DotSums& dot) {
    launch_flux(room_.data(), Sweep{flux, cells_.view().inverse_diagonal, scaled_.data(), dot});
  });
}

LaplaceSolution LaplaceSolverCuda::State::solve(float* flux, float* potential, double share, int most_iterations) {
  solution_ = {};
  quanta_of_one_ = 0;
  const std::uint32_t cells = cells_.view().cells;
  if (cells == 0) return solution_;
  const float* const inverse_diagonal = cells_.view().inverse_diagonal;
  cuda::check(cudaMemsetAsync(potential, 0, cells * sizeof(float), cuda::step_stream()), "clearing a potential");
  const float largest_flux = largest(SizeOfFlux{flux});
  if (largest_flux == 0) return solution_;
  if (!std::isfinite(largest_flux)) {
    solution_.power = solution_.left = std::numeric_limits<double>::quiet_NaN();
    return solution_;
  }
  take_means_out(flux, largest_flux);
  const double size = largest(SizeOfPower{flux, inverse_diagonal});
  if (size == 0) return solution_;
  quanta_of_one_ = ExactDot::quanta_of_one(size);
  sweep_before<<<blocks_for(cells), threads, 0, cuda::step_stream()>>>(cells, inverse_diagonal, flux, room_.data());
  find_left(flux);
  return go_on(flux, potential, share, most_iterations);
}

LaplaceSolution LaplaceSolverCuda::State::go_on(float* flux, float* potential, double share, int most_iterations) {
  const std::uint32_t cells = cells_.view().cells;
  const cudaStream_t stream = cuda::step_stream();
  while (quanta_of_one_ > 0) {
    const double left = solution_.left;
    if (!(left > 0) || left <= share * solution_.power || solution_.iterations == most_iterations) break;
    const auto kept = static_cast<float>(solution_.iterations == 0 ? 0 : left / left_before_);
    turn<<<blocks_for(cells), threads, 0, stream>>>(cells, kept, scaled_.data(), direction_.data());
    left_before_ = left;
    const double curvature = sum([&](const DotSums& dot) { launch_flux(direction_.data(), Keep{room_.data(), dot}); });
    if (!(curvature > 0)) break;
    const double step = left / curvature;
    solution_.power += step * left;
    ++solution_.iterations;
    go<<<blocks_for(cells), threads, 0, stream>>>(cells, static_cast<float>(step), direction_.data(),
                                                  cells_.view().inverse_diagonal, potential, flux, room_.data());
    find_left(flux);
  }
  return solution_;
}

LaplaceSolution LaplaceSolverCuda::go_on(float* flux, float* potential, double share, int most_iterations) {
  return state_->go_on(flux, potential, share, most_iterations);
}

float* LaplaceSolverCuda::room() { return state_->room(); }

LaplaceSolverCuda::LaplaceSolverCuda(const Occupancy& occupancy, const FaceRules& rules,
                                     std::span<const std::uint8_t> widths, Quanta of_edge) {
  require_cuda();
  state_ = std::make_unique<State>(ImageOnGpu(occupancy, rules), widths, of_edge);
}
const CellView& LaplaceSolverCuda::cells() const { return state_->cells(); }
LaplaceSolverCuda::LaplaceSolverCuda(LaplaceSolverCuda&&) noexcept = default;
LaplaceSolverCuda& LaplaceSolverCuda::operator=(LaplaceSolverCuda&&) noexcept = default;
LaplaceSolverCuda::~LaplaceSolverCuda() = default;

LaplaceSolution LaplaceSolverCuda::solve(float* flux, float* potential, double share, int most_iterations) {
  return state_->solve(flux, potential, share, most_iterations);
}

LaplaceSolution LaplaceSolverCuda::solve(std::span<float> flux, std::span<float> potential, double share,
                                         int most_iterations) {
  cuda::Array<float> flux_on_device(flux.size());
  cuda::Array<float> potential_on_device(potential.size());
  flux_on_device.write(flux.data(), 0, flux.size());
  const LaplaceSolution solution = solve(flux_on_device.data(), potential_on_device.data(), share, most_iterations);
  flux_on_device.read(flux.data(), 0, flux.size());
  potential_on_device.read(potential.data(), 0, potential.size());
  return solution;
}

std::int64_t LaplaceSolverCuda::bytes() const { return state_->bytes(); }

}  // namespace perm
