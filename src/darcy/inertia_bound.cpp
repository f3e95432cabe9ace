// SPDX-License-Identifier: Apache-2.0
#include "darcy/inertia_bound.hpp"

#include <cmath>
#include <limits>

namespace perm {

/// The rate of work of u.grad u with any flow v is at most U |u| |grad v|, U being the largest speed; |grad v| is the
/// root of the power that v takes over nu, and that of u is nu g <u>. So inertia is at most s times as large as
/// friction. The quadratic equilibrium also divides by the density. An error is then at most 1/(1 - s) times as large,
/// and s times its root counts thrice, because its products with u, once in each place of u.grad u, are of first order.
std::optional<double> bound_with_inertia(const RunningFlow& flow, const Limit& limit) {
  if (!(limit.value > 0)) return std::numeric_limits<double>::infinity();  // nothing is known of K yet
  const double tolerance = flow.options().tolerance;
  const FlowMeasures measures = flow.measure();
  const double friction = std::abs(flow.options().force) * std::sqrt(limit.value);  // the root of nu g <u>
  const double share =
      measures.largest_speed * std::sqrt(measures.mean_speed_squared) / friction + measures.largest_density_deviation;
  const auto of_first_order = [share](double error) { return 3 * share * std::sqrt(error); };
  if (!(of_first_order(tolerance) <= tolerance / 2)) return {};
  const double error = limit.error / ((1 - share) * (1 - share));
  return error + of_first_order(error);
}

}  // namespace perm
