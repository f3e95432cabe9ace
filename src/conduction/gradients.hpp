// SPDX-License-Identifier: Apache-2.0
// Conjugate gradients with a preconditioner, for potentials at cells or at nodes. Products are summed exactly, so that
// the same image gives the same bits on any number of threads.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

#include "core/large_array.hpp"
#include "core/processors/thread_team.hpp"
#include "core/stop_check.hpp"
#include "laplace/exact_dot.hpp"
#include "laplace/shared_loops.hpp"

namespace perm {

/// Says how a solution came about.
struct GradientSteps {
  double power{0};  ///< that all steps took from the energy of the potential
  double left{0};   ///< about what more steps would take
  int iterations{0};
  bool is_done{false};  ///< otherwise rounding, or too many steps, ended it
};

/// Improves `potential`, where `residual` is driven into each place, until is_done(steps). A System has apply(x, y),
/// which makes y = A x, and precondition(r, z), which makes z about A^-1 r. Throws
/// whatever check_for_stop throws.
template <class System, class IsDone>
GradientSteps improve(System& system, const ThreadTeam& team, std::span<float> residual, std::span<float> potential,
                      const IsDone& is_done) {
  constexpr int most_iterations = 500;
  constexpr double most_growth = 100;  // of what is left over the least before; then nothing but rounding is left
  double least_left = std::numeric_limits<double>::infinity();
  const std::size_t n = potential.size();
  LargeArray<float> scaled(n);
  LargeArray<float> direction(n);
  LargeArray<float> room(n);
  GradientSteps steps;
  double left_before = 0;
  for (;; ++steps.iterations) {
    check_for_stop();
    system.precondition(residual, scaled.span());
    if (steps.iterations == 0) {
      double largest = 0;
      for (std::size_t i = 0; i < n; ++i) largest = std::max(largest, std::abs(double{residual[i]} * scaled[i]));
      if (largest == 0) return {.is_done = true};
      steps.left = largest;
    }
    const ExactDot dot(team, steps.left);
    const double left = dot(residual, scaled.span());
    if (!(left >= 0)) return steps;
    steps.left = left;
    steps.is_done = left == 0 || is_done(steps);
    if (steps.is_done || steps.iterations == most_iterations || left > most_growth * least_left) return steps;
    least_left = std::min(left, least_left);
    const auto kept = static_cast<float>(steps.iterations == 0 ? 0 : left / left_before);
    for_each_place(team, n, [&](std::size_t i) { direction[i] = scaled[i] + kept * direction[i]; });
    left_before = left;
    system.apply(direction.span(), room.span());
    const double curvature = dot(direction.span(), room.span());
    if (!(curvature > 0)) return steps;
    const double step = left / curvature;
    steps.power += step * left;
    for_each_place(team, n, [&](std::size_t i) {
      potential[i] += static_cast<float>(step) * direction[i];
      residual[i] -= static_cast<float>(step) * room[i];
    });
  }
}

}  // namespace perm
