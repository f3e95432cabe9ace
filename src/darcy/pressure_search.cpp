// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "darcy/survey/dilute_medium.hpp"
#include "darcy/watched_bound.hpp"

namespace perm {
namespace {

constexpr std::int64_t fewest_between = 4;    // from the end of a look to the next one
constexpr std::int64_t parts_of_history = 4;  // the steps so far over those to the next look, where pressure can wait
constexpr double share_of_rest = 0.6;         // of the mean velocity across the flow that friction would leave

}  // namespace

bool PressureSearch::advance(RunningFlow& flow) {
  const std::int64_t left = flow.steps_left() - steps_a_look;
  std::int64_t between = waits_for_momentum_ ? flow.steps() / parts_of_history / 2 * 2 : 0;
  between = std::max(between, fewest_between);
  flow.advance_by(left - between < steps_a_look ? left : between);  // the last look is at the end
  if (!look(flow)) return false;
  if (flow.result().iteration_error > flow.options().tolerance && flow.steps_left() >= steps_a_look) correct(flow);
  return true;
}

void PressureSearch::correct(RunningFlow& flow) const {
  // A change of pressure takes some looks to be of use, and delays the momentum of dilute media.
  if (waits_for_momentum_ && is_dilute(flow.estimate().pores))
    return flow.scale_momentum(best_factor(momentum_), velocity_to_rest(flow));
  flow.correct_pressure();
  const double factor = factor_of_slow_flow(momentum_);
  if (factor != 1) flow.scale_momentum(factor, {});
}

std::array<double, 3> PressureSearch::velocity_to_rest(const RunningFlow& flow) const {
  if (!(momentum_.permeability > 0 && momentum_.corrected > 0)) return {};
  std::array<double, 3> velocity = mean_rate_;
  for (double& along_axis : velocity)
    along_axis *= share_of_rest * flow.options().force * flow.friction_time(momentum_.corrected);
  return velocity;
}

bool PressureSearch::look(RunningFlow& flow) {
  const auto [now, pressure] = flow.look_at_pressure();
  waits_for_momentum_ = pressure.share_of_pressure < 1;
  mean_rate_ = pressure.mean_rate;
  const double permeability = flow.note(now.sample);
  const double corrected = WatchedBound::correct(flow, now, permeability);
  if (!now.sample.finite || !std::isfinite(corrected) || std::isnan(pressure.error)) {
    flow.note_divergence();
    return false;
  }
  Limit limit{corrected, corrected > 0 ? pressure.error / corrected : std::numeric_limits<double>::infinity()};
  momentum_ = {permeability, corrected, limit.error, pressure.share_of_pressure};
  if (flow.options().goal == Goal::flow) limit.error = std::max(limit.error, std::abs(permeability / corrected - 1));
  // What counting in quanta does to K counts where pores are few and K is small; rounding, where pores are many.
  double noise = flow.nu() * now.rates.action_rounding / (flow.options().force * flow.options().force) / corrected;
  if (limit.error <= flow.options().tolerance) noise += WatchedBound::expected_noise(flow, corrected);
  flow.keep(permeability, limit, noise);
  return true;
}

}  // namespace perm
