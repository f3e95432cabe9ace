// SPDX-License-Identifier: Apache-2.0
#include "laplace/laplace_solver.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "laplace/exact_dot.hpp"
#include "laplace/shared_loops.hpp"

namespace perm {
namespace {

/// Gives the largest of of_cell(cell), which are not negative; infinite where one is not a number.
template <class OfCell>
float largest(const ThreadTeam& team, std::size_t cells, const OfCell& of_cell) {
  std::atomic<float> most{0};
  for_each_range(team, static_cast<std::int64_t>(cells), [&](const Range& range) {
    float own = 0;
    for (auto cell = static_cast<std::size_t>(range.first); cell < static_cast<std::size_t>(range.last); ++cell) {
      const float value = of_cell(cell);
      own = std::max(own, std::isfinite(value) ? value : std::numeric_limits<float>::infinity());
    }
    for (float before = most; own > before && !most.compare_exchange_weak(before, own);) continue;
  });
  return most;
}

}  // namespace

LaplaceSolver::LaplaceSolver(const CellGraph& graph)
    : graph_(&graph), multigrid_(graph), scaled_(graph.nodes()), direction_(graph.nodes()), room_(graph.nodes()) {}

LaplaceSolution LaplaceSolver::solve(std::span<float> flux, std::span<float> potential, double share,
                                     int most_iterations) {
  for_each_place(graph_->team(), potential.size(), [&](std::size_t i) { potential[i] = 0; });
  const float largest_flux = largest(graph_->team(), flux.size(), [&](std::size_t i) { return std::abs(flux[i]); });
  solution_ = {};
  dot_.reset();
  if (largest_flux == 0) return solution_;
  if (!std::isfinite(largest_flux)) {
    solution_.power = solution_.left = std::numeric_limits<double>::quiet_NaN();
    return solution_;
  }
  multigrid_.take_means_out(flux, largest_flux);
  const std::span<const float> inverse_diagonal = graph_->inverse_diagonal();
  const double size =
      largest(graph_->team(), flux.size(), [&](std::size_t i) { return flux[i] * flux[i] * inverse_diagonal[i]; });
  if (size == 0) return solution_;
  dot_.emplace(graph_->team(), size);
  find_left(flux);
  return go_on(flux, potential, share, most_iterations);
}

void LaplaceSolver::find_left(std::span<const float> flux) {
  multigrid_.solve_roughly(flux, scaled_.span(), room_.span());
  solution_.left = (*dot_)(flux, scaled_.span());
}

LaplaceSolution LaplaceSolver::go_on(std::span<float> flux, std::span<float> potential, double share,
                                     int most_iterations) {
  const std::span<const float> scaled = scaled_.span();
  const std::span<float> direction = direction_.span();
  const std::span<float> room = room_.span();
  while (dot_) {
    const double left = solution_.left;
    if (!(left > 0) || left <= share * solution_.power || solution_.iterations == most_iterations) break;
    const auto kept = static_cast<float>(solution_.iterations == 0 ? 0 : left / left_before_);
    for_each_place(graph_->team(), scaled.size(),
                   [&](std::size_t i) { direction[i] = scaled[i] + kept * direction[i]; });
    left_before_ = left;
    graph_->for_each_flux(direction, [&](const Range& cells, const float* leaves) {
      std::copy_n(leaves, cells.size(), room.begin() + cells.first);
    });
    const double curvature = (*dot_)(direction, room);
    if (!(curvature > 0)) break;
    const double step = left / curvature;
    solution_.power += step * left;
    ++solution_.iterations;
    for_each_place(graph_->team(), scaled.size(), [&](std::size_t i) {
      potential[i] += static_cast<float>(step) * direction[i];
      flux[i] -= static_cast<float>(step) * room[i];
    });
    find_left(flux);
  }
  return solution_;
}

}  // namespace perm
