// SPDX-License-Identifier: Apache-2.0
// Conjugate gradients on a GPU. The host sees two sums an iteration.
#include "laplace/cuda/laplace_solver_cuda.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "core/stop_check.hpp"
#include "laplace/cuda/cycle_on_gpu.cuh"
#include "laplace/cuda/launches.cuh"
#include "laplace/cuda/level_kernels.cuh"
#include "laplace/cuda/vector_kernels.cuh"

namespace perm {
using namespace laplace_cuda;

class LaplaceSolverCuda::State {
 public:
  explicit State(JoinedPieces of_image)
      : cycle_(std::move(of_image)),
        direction_(nodes()),
        potential_(nodes()),
        sums_(sum_words),
        largest_(1),
        sums_of_last_(2 * levels().last_nodes()),
        means_(levels().last_nodes()) {
    direction_.clear();
  }

  /// Gives the solution, and whether there is a potential, which is 0 otherwise.
  std::pair<LaplaceSolution, bool> solve(const float* flux, double share, int most_iterations);
  void bring_potential(float* of_pieces) const {
    launch(pieces(), bring_to_pieces, static_cast<std::uint32_t>(pieces()), levels().number_of_piece(),
           potential_.data(), of_pieces);
  }
  std::size_t pieces() const { return levels().pieces(); }
  std::int64_t bytes() const {
    return cycle_.bytes() + static_cast<std::int64_t>(direction_.bytes() + potential_.bytes() + sums_.bytes() +
                                                      sums_of_last_.bytes() + means_.bytes());
  }

 private:
  void take_means_out(double size);
  /// Gives the largest of value_of(i) for i = 0 .. count - 1.
  template <class ValueOf>
  float largest(std::size_t count, const ValueOf& value_of);
  /// Calls launch(dot) and gives the sum that was added to it.
  template <class Launch>
  double sum(const Launch& launch);
  const LevelsOnGpu& levels() const { return cycle_.levels(); }
  const LevelView& top() const { return levels().views()[0]; }
  std::uint32_t nodes() const { return levels().views().empty() ? 0 : top().nodes; }
  unsigned blocks() const { return nodes() / threads_of_nodes; }

  CycleOnGpu cycle_;
  cuda::Array<float> direction_;
  cuda::Array<float> potential_;
  cuda::Array<unsigned long long> sums_;
  cuda::Array<int> largest_;
  cuda::Array<unsigned long long> sums_of_last_;
  cuda::Array<float> means_;  ///< over each node of the last level
  double quanta_of_one_{0};   ///< of power
};

void LaplaceSolverCuda::State::take_means_out(double size) {
  const double quanta_of_one = Multigrid::quanta_of_one(size);
  cuda::check(cudaMemsetAsync(sums_of_last_.data(), 0, sums_of_last_.bytes(), cuda::step_stream()), "clearing sums");
  launch(nodes(), sum_values, top(), levels().last_of_node(), quanta_of_one, sums_of_last_.data());
  const auto last_nodes = static_cast<std::uint32_t>(levels().last_nodes());
  launch(last_nodes, find_means, last_nodes, sums_of_last_.data(), levels().pieces_of_last(), quanta_of_one,
         means_.data());
  launch(pieces(), laplace_cuda::take_means_out, top(), static_cast<std::uint32_t>(pieces()),
         levels().number_of_piece(), levels().last_of_node(), means_.data());
}

template <class ValueOf>
float LaplaceSolverCuda::State::largest(std::size_t count, const ValueOf& value_of) {
  constexpr unsigned most_blocks = 1024;
  cuda::check(cudaMemsetAsync(largest_.data(), 0, largest_.bytes(), cuda::step_stream()), "clearing a maximum");
  find_largest<<<std::min(most_blocks, blocks_for(count)), threads, 0, cuda::step_stream()>>>(
      static_cast<std::uint32_t>(count), value_of, largest_.data());
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
  return sum_of(sums, quanta_of_one_);
}

std::pair<LaplaceSolution, bool> LaplaceSolverCuda::State::solve(const float* flux, double share, int most_iterations) {
  LaplaceSolution solution;
  if (pieces() == 0) return {solution, false};
  const cudaStream_t stream = cuda::step_stream();
  const float largest_flux = largest(pieces(), SizeOfFlux{flux});
  if (largest_flux == 0) return {solution, false};
  if (!std::isfinite(largest_flux)) {
    solution.power = solution.left = std::numeric_limits<double>::quiet_NaN();
    return {solution, false};
  }
  // Numbers that are left over have no flux.
  cuda::check(cudaMemsetAsync(potential_.data(), 0, potential_.bytes(), stream), "clearing a potential");
  cuda::check(cudaMemsetAsync(top().flux, 0, nodes() * sizeof(float), stream), "clearing a flux");
  launch(pieces(), bring_to_nodes, static_cast<std::uint32_t>(pieces()), levels().number_of_piece(), flux, top().flux);
  take_means_out(largest_flux);
  const double size = largest(nodes(), SizeOfPower{top().flux, top().inverse_diagonal});
  if (size == 0) return {solution, false};
  quanta_of_one_ = ExactDot::quanta_of_one(size);
  cycle_.sweep_before();
  for (double left_before = 0;; ++solution.iterations) {
    solution.stopped_by = stop_wanted();
    if (solution.stopped_by != 0) break;
    cycle_.visit_coarser();
    const double left = solution.left = sum([&](const DotSums& dot) { cycle_.end(dot); });
    if (left < 0) solution.left = not_positive;
    if (!(left > 0) || left <= share * solution.power || solution.iterations == most_iterations) break;
    const auto kept = static_cast<float>(solution.iterations == 0 ? 0 : left / left_before);
    turn<<<blocks(), threads_of_nodes, 0, stream>>>(top(), kept, direction_.data());
    left_before = left;
    const double curvature = sum([&](const DotSums& dot) {
      keep_flux<<<blocks(), threads_of_nodes, 0, stream>>>(top(), direction_.data(), dot);
    });
    if (!(curvature > 0)) {
      solution.left = not_positive;
      break;
    }
    const double step = left / curvature;
    solution.power += step * left;
    go<<<blocks(), threads_of_nodes, 0, stream>>>(top(), static_cast<float>(step), direction_.data(),
                                                  potential_.data());
  }
  return {solution, true};
}

LaplaceSolverCuda::LaplaceSolverCuda(JoinedPieces pieces) : state_(std::make_unique<State>(std::move(pieces))) {}
LaplaceSolverCuda::LaplaceSolverCuda(LaplaceSolverCuda&&) noexcept = default;
LaplaceSolverCuda& LaplaceSolverCuda::operator=(LaplaceSolverCuda&&) noexcept = default;
LaplaceSolverCuda::~LaplaceSolverCuda() = default;

std::size_t LaplaceSolverCuda::pieces() const { return state_->pieces(); }
LaplaceSolution LaplaceSolverCuda::solve(std::span<const float> flux, std::span<float> potential, double share,
                                         int most_iterations) {
  const auto [solution, is_there] = state_->solve(flux.data(), share, most_iterations);
  if (is_there)
    state_->bring_potential(potential.data());
  else if (!potential.empty())
    cuda::check(cudaMemsetAsync(potential.data(), 0, potential.size_bytes(), cuda::step_stream()),
                "clearing a potential");
  return solution;
}
std::int64_t LaplaceSolverCuda::bytes() const { return state_->bytes(); }

}  // namespace perm
