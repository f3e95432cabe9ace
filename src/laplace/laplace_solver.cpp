// SPDX-License-Identifier: Apache-2.0
#include "laplace/laplace_solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "laplace/exact_dot.hpp"

namespace perm {
namespace {

template <class Visit>
void for_each_cell(std::span<const float> values, const Visit& visit) {
  const auto count = static_cast<std::int64_t>(values.size());
#pragma omp parallel for schedule(static) if (count > 4096)
  for (std::int64_t cell = 0; cell < count; ++cell) visit(static_cast<std::size_t>(cell));
}

/// Gives the largest of of_cell(cell), which are not negative; infinite where one is not a number.
template <class OfCell>
float largest(std::size_t cells, const OfCell& of_cell) {
  const auto count = static_cast<std::int64_t>(cells);
  float most = 0;
#pragma omp parallel for schedule(static) reduction(max : most) if (count > 4096)
  for (std::int64_t cell = 0; cell < count; ++cell) {
    const float value = of_cell(static_cast<std::size_t>(cell));
    most = std::max(most, std::isfinite(value) ? value : std::numeric_limits<float>::infinity());
  }
  return most;
}

}  // namespace

LaplaceSolver::LaplaceSolver(const CellGraph& graph)
    : graph_(&graph), multigrid_(graph), scaled_(graph.nodes()), direction_(graph.nodes()), room_(graph.nodes()) {}

LaplaceSolution LaplaceSolver::solve(std::span<float> flux, std::span<float> potential, double share,
                                     int most_iterations) {
  const std::span<float> scaled = scaled_.span();
  const std::span<float> direction = direction_.span();
  const std::span<float> room = room_.span();
  std::ranges::fill(potential, 0.0F);
  const float largest_flux = largest(flux.size(), [&](std::size_t i) { return std::abs(flux[i]); });
  LaplaceSolution solution;
  if (largest_flux == 0) return solution;
  if (!std::isfinite(largest_flux)) {
    solution.power = solution.left = std::numeric_limits<double>::quiet_NaN();
    return solution;
  }
  multigrid_.take_means_out(flux, largest_flux);
  const std::span<const float> inverse_diagonal = graph_->inverse_diagonal();
  const double size = largest(flux.size(), [&](std::size_t i) { return flux[i] * flux[i] * inverse_diagonal[i]; });
  if (size == 0) return solution;
  const ExactDot dot(size);
  double rho = 0;
  while (true) {
    multigrid_.solve_roughly(flux, scaled, room);
    const double next = dot(flux, scaled);
    solution.left = next;
    if (!(next > 0) || next <= share * solution.power || solution.iterations == most_iterations) return solution;
    const auto kept = static_cast<float>(solution.iterations == 0 ? 0 : next / rho);
    for_each_cell(scaled, [&](std::size_t i) { direction[i] = scaled[i] + kept * direction[i]; });
    rho = next;
    graph_->for_each_flux(direction, [&](const Range& cells, const float* leaves) {
      std::copy_n(leaves, cells.size(), room.begin() + cells.first);
    });
    const double curvature = dot(direction, room);
    if (!(curvature > 0)) return solution;
    const double step = rho / curvature;
    solution.power += step * rho;
    ++solution.iterations;
    for_each_cell(scaled, [&](std::size_t i) {
      potential[i] += static_cast<float>(step) * direction[i];
      flux[i] -= static_cast<float>(step) * room[i];
    });
  }
}

std::int64_t LaplaceSolver::bytes() const {
  return multigrid_.bytes() + static_cast<std::int64_t>(scaled_.bytes() + direction_.bytes() + room_.bytes());
}

}  // namespace perm
