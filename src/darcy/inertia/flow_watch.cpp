// SPDX-License-Identifier: Apache-2.0
#include "darcy/inertia/flow_watch.hpp"

#include <algorithm>
#include <cmath>

#include "darcy/rounding_error.hpp"

namespace perm {
namespace {

constexpr std::int64_t judgements_of_history = 40;  // the steps of a flow so far over those between two judgements

}  // namespace

void FlowWatch::begin(std::int64_t step, double slowest, double rounding) {
  state_ = {true, step, fewest_steps, 0};
  convergence_ = {};
  steadiness_ = Steadiness(slowest, rounding);
}

void FlowWatch::choose_look(std::int64_t step) {
  const std::int64_t so_far = step - state_.since;
  const std::int64_t interval =
      std::min(std::max(fewest_steps, state_.judged_next - so_far), longest_between_looks(so_far));
  state_.look_at = step + interval - steps_of_look;
}

std::optional<FlowWatch::Verdict> FlowWatch::add(const InertialLook& look, double flux_spread, double tolerance) {
  state_.look_at = 0;
  const std::int64_t steps = look.step - state_.since;
  if (std::isfinite(look.rate)) steadiness_.add({steps, look.rate, look.value});
  if (steps < state_.judged_next) return {};
  state_.judged_next = steps + std::max(fewest_steps, steps / judgements_of_history / 2 * 2);
  convergence_.add(steps, look.value, flux_spread);
  return Verdict{convergence_.limit(), steadiness_.judge(tolerance), steps};
}

double rounding_residual(const FlowMeasures& measures, Precision precision, double velocity) {
  const double size = measures.largest_density_deviation + 3 * measures.largest_speed;
  return 0.6 * unit_roundoff(precision) / FlowWatch::fewest_steps * size / std::abs(velocity);
}

}  // namespace perm
