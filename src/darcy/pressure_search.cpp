// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "darcy/survey/dilute_medium.hpp"
#include "darcy/watched_bound.hpp"

namespace perm {
namespace {

constexpr std::int64_t fewest_between = 8;  // from the end of a look to the next one
constexpr double share_of_history = 0.75;   // of the steps so far, that are taken to the next look where pressure waits
constexpr std::int64_t steps_to_glance = 8;  // from the end of a look or glance to a glance
constexpr std::int64_t steps_a_glance = 2;
constexpr double share_of_rest = 0.6;  // of the mean velocity across the flow that friction would leave

}  // namespace

bool PressureSearch::advance(RunningFlow& flow) {
  const std::int64_t left = flow.steps_left() - steps_a_look;
  std::int64_t between = std::max(fewest_between, waits_for_momentum_ ? steps_to_wait(flow) : 0);
  if (left - between < steps_a_look) between = left;  // the last look is at the end
  for (; factor_ != 1 && waits_for_momentum_ && between > steps_to_glance + steps_a_glance;
       between -= steps_to_glance + steps_a_glance) {
    flow.advance_by(steps_to_glance);
    glance(flow);
  }
  flow.advance_by(between);
  if (!look(flow)) return false;
  if (flow.result().iteration_error > flow.options().tolerance && flow.steps_left() >= steps_a_look) correct(flow);
  return true;
}

std::int64_t PressureSearch::steps_to_wait(const RunningFlow& flow) const {
  const double most = share_of_history * static_cast<double>(flow.steps());
  const double fallen = std::log(error_before_ / momentum_.error) / static_cast<double>(step_ - step_before_);
  const double needed = std::log(momentum_.error / flow.options().tolerance) / fallen;
  return static_cast<std::int64_t>(fallen > 0 && needed < most ? std::max(needed, 0.0) : most) / 2 * 2;
}

void PressureSearch::glance(RunningFlow& flow) {
  const ChangingFlow now = flow.glance();
  const double permeability = flow.note(now.sample);
  MomentumLook momentum = momentum_;
  momentum.permeability = permeability;
  momentum.corrected = WatchedBound::correct(flow, now, permeability);
  const double factor = is_dilute(flow.estimate().pores) ? best_factor(momentum) : factor_of_slow_flow(momentum);
  if ((factor - 1) * (factor_ - 1) > 0) flow.scale_momentum(factor, {});
}

void PressureSearch::correct(RunningFlow& flow) {
  // A change of pressure takes some looks to be of use, and delays the momentum of dilute media.
  if (waits_for_momentum_ && is_dilute(flow.estimate().pores)) {
    factor_ = best_factor(momentum_);
    return flow.scale_momentum(factor_, velocity_to_rest(flow));
  }
  flow.correct_pressure();
  factor_ = factor_of_slow_flow(momentum_);
  if (factor_ != 1) flow.scale_momentum(factor_, {});
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
  error_before_ = momentum_.error;
  step_before_ = std::exchange(step_, flow.steps());
  momentum_ = {permeability, corrected, limit.error, pressure.share_of_pressure};
  if (flow.options().goal == Goal::flow)
    limit.error = std::max(limit.error, flow.distance_of_flow(permeability, corrected));
  // What counting in quanta does to K counts where pores are few and K is small; rounding, where pores are many.
  double noise = flow.nu() * now.rates.action_rounding / (flow.options().force * flow.options().force) / corrected;
  if (limit.error <= flow.options().tolerance) noise += WatchedBound::expected_noise(flow, corrected);
  flow.keep(permeability, limit, noise);
  return true;
}

}  // namespace perm
