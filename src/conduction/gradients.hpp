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

/// Works on lists of numbers in memory of the host.
class HostVectors {
 public:
  using List = LargeArray<float>;

  explicit HostVectors(const ThreadTeam& team) : team_(&team) {}

  /// Gives the size of the largest product a[i] b[i].
  double largest_product(std::span<const float> a, std::span<const float> b) const {
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(double{a[i]} * b[i]));
    return largest;
  }
  /// Gives the sum of the products a[i] b[i], whose size is about this.
  double dot(std::span<const float> a, std::span<const float> b, double size) const {
    return ExactDot(*team_, size)(a, b);
  }
  /// Makes direction = scaled + kept * direction.
  void turn(std::span<const float> scaled, float kept, std::span<float> direction) const {
    for_each_place(*team_, direction.size(), [&](std::size_t i) { direction[i] = scaled[i] + kept * direction[i]; });
  }
  /// Makes b -= a.
  void subtract(std::span<const float> a, std::span<float> b) const {
    for_each_place(*team_, b.size(), [&](std::size_t i) { b[i] -= a[i]; });
  }
  /// Makes potential += step * direction, and residual -= step * flows.
  void go(float step, std::span<const float> direction, std::span<const float> flows, std::span<float> potential,
          std::span<float> residual) const {
    for_each_place(*team_, direction.size(), [&](std::size_t i) {
      potential[i] += step * direction[i];
      residual[i] -= step * flows[i];
    });
  }

 private:
  const ThreadTeam* team_;
};

/// Improves `potential`, where `residual` is driven into each place, until is_done(steps). A System has apply(x, y),
/// which makes y = A x, and precondition(r, z), which makes z about A^-1 r. `vectors` works on lists where they lie, as
/// HostVectors does. Throws whatever check_for_stop throws.
template <class System, class Vectors, class IsDone>
GradientSteps improve(System& system, const Vectors& vectors, std::span<float> residual, std::span<float> potential,
                      const IsDone& is_done) {
  constexpr int most_iterations = 500;
  constexpr double most_growth = 100;  // of what is left over the least before; then nothing but rounding is left
  double least_left = std::numeric_limits<double>::infinity();
  typename Vectors::List scaled_or_flows(potential.size());
  typename Vectors::List of_direction(potential.size());
  const std::span<float> scaled{scaled_or_flows.data(), scaled_or_flows.size()};
  const std::span<float> flows = scaled;  // nobody asks for what was scaled once there is a direction
  const std::span<float> direction{of_direction.data(), of_direction.size()};
  GradientSteps steps;
  double left_before = 0;
  for (;; ++steps.iterations) {
    check_for_stop();
    system.precondition(residual, scaled);
    if (steps.iterations == 0) {
      steps.left = vectors.largest_product(residual, scaled);
      if (steps.left == 0) return {.is_done = true};
    }
    const double size = steps.left;
    const double left = vectors.dot(residual, scaled, size);
    if (!(left >= 0)) return steps;
    steps.left = left;
    steps.is_done = left == 0 || is_done(steps);
    if (steps.is_done || steps.iterations == most_iterations || left > most_growth * least_left) return steps;
    least_left = std::min(left, least_left);
    const auto kept = static_cast<float>(steps.iterations == 0 ? 0 : left / left_before);
    vectors.turn(scaled, kept, direction);
    left_before = left;
    system.apply(direction, flows);
    const double curvature = vectors.dot(direction, flows, size);
    if (!(curvature > 0)) return steps;
    const double step = left / curvature;
    steps.power += step * left;
    vectors.go(static_cast<float>(step), direction, flows, potential, residual);
  }
}

}  // namespace perm
