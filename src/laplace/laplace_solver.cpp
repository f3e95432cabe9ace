// SPDX-License-Identifier: Apache-2.0
#include "laplace/laplace_solver.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <utility>

#include "core/stop_check.hpp"
#include "laplace/exact_dot.hpp"
#include "laplace/shared_loops.hpp"

namespace perm {
namespace {

/// Gives the largest of value_of(i), which are not negative; infinite where one is not a number.
template <class ValueOf>
float largest(const ThreadTeam& team, std::size_t count, const ValueOf& value_of) {
  std::atomic<float> most{0};
  for_each_range(team, static_cast<std::int64_t>(count), [&](const Range& range) {
    float own = 0;
    for (auto i = static_cast<std::size_t>(range.first); i < static_cast<std::size_t>(range.last); ++i) {
      const float value = value_of(i);
      own = std::max(own, std::isfinite(value) ? value : std::numeric_limits<float>::infinity());
    }
    for (float before = most; own > before && !most.compare_exchange_weak(before, own);) continue;
  });
  return most;
}

}  // namespace

LaplaceSolver::LaplaceSolver(BlockGraph pieces, std::shared_ptr<const ThreadTeam> team)
    : team_(std::move(team)),
      multigrid_(std::move(pieces)),
      flux_(multigrid_.graph(0).nodes()),
      scaled_(flux_.size()),
      direction_(flux_.size()),
      room_(flux_.size()) {}

LaplaceSolution LaplaceSolver::solve(std::span<const float> all_flux, std::span<float> potential, double share,
                                     int most_iterations) {
  const std::span<float> flux = flux_.span();
  const std::span<float> scaled = scaled_.span();
  const std::span<float> direction = direction_.span();
  const std::span<float> room = room_.span();
  for_each_place(*team_, flux.size(), [&](std::size_t i) {
    potential[i] = 0;
    flux[i] = all_flux[i];
  });
  LaplaceSolution solution;
  const float largest_flux = largest(*team_, flux.size(), [&](std::size_t i) { return std::abs(flux[i]); });
  if (largest_flux == 0) return solution;
  if (!std::isfinite(largest_flux)) {
    solution.power = solution.left = std::numeric_limits<double>::quiet_NaN();
    return solution;
  }
  multigrid_.take_means_out(flux, largest_flux);
  const std::span<const float> inverse_diagonal = multigrid_.graph(0).inverse_diagonal();
  const double size =
      largest(*team_, flux.size(), [&](std::size_t i) { return flux[i] * flux[i] * inverse_diagonal[i]; });
  if (size == 0) return solution;
  const ExactDot dot(*team_, size);
  for (double left_before = 0;; ++solution.iterations) {
    solution.stopped_by = stop_wanted();
    if (solution.stopped_by != 0) break;
    multigrid_.solve_roughly(flux, scaled);
    const double left = solution.left = dot(flux, scaled);
    if (left < 0) solution.left = not_positive;
    if (!(left > 0) || left <= share * solution.power || solution.iterations == most_iterations) break;
    const auto kept = static_cast<float>(solution.iterations == 0 ? 0 : left / left_before);
    for_each_place(*team_, flux.size(), [&](std::size_t i) { direction[i] = scaled[i] + kept * direction[i]; });
    left_before = left;
    multigrid_.graph(0).for_each_flux(direction, [&](const Range& pieces, const float* leaves) {
      std::copy_n(leaves, pieces.size(), room.begin() + pieces.first);
    });
    const double curvature = dot(direction, room);
    if (!(curvature > 0)) {
      solution.left = not_positive;
      break;
    }
    const double step = left / curvature;
    solution.power += step * left;
    for_each_place(*team_, flux.size(), [&](std::size_t i) {
      potential[i] += static_cast<float>(step) * direction[i];
      flux[i] -= static_cast<float>(step) * room[i];
    });
  }
  return solution;
}

}  // namespace perm
