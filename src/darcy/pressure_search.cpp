// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "darcy/rounding_error.hpp"
#include "darcy/survey/dilute_medium.hpp"

namespace perm {
namespace {

constexpr std::int64_t fewest_between = 8;  // from the end of a look to the next one
constexpr double share_of_history = 0.75;   // of the steps so far, that are taken to the next look where pressure waits
constexpr std::int64_t steps_to_glance = 8;  // from the end of a look or glance to a glance
constexpr std::int64_t steps_a_glance = 2;
constexpr double share_of_rest = 0.6;  // of the mean velocity across the flow that friction would leave
constexpr double least_noise = 0.1;    // counts, as a share of the tolerance

/// Gives K corrected to second order by the action of what still changes (below); `permeability` is that of now.
double correct_by_action(const RunningFlow& flow, const ChangingFlow& now, double permeability) {
  return permeability + flow.nu() / (flow.options().force * flow.options().force) * now.rates.action;
}

/// Gives what rounding is expected to do to K, over K; 0 where that is far below the tolerance. Collective.
double expected_noise(const RunningFlow& flow, double permeability) {
  const FlowResult& result = flow.result();
  const double density = flow.measure().largest_density_deviation / flow.options().force;
  const double noise = rounding_noise_of(flow.roundoff(), flow.nu(), result.connected_porosity, density,
                                         static_cast<double>(result.fluid_cells)) /
                       permeability;
  return noise > least_noise * flow.options().tolerance ? noise : 0;
}

}  // namespace

bool PressureSearch::advance(RunningFlow& flow) {
  if (state_.look_at == 0) {
    const std::int64_t left = flow.steps_left() - steps_a_look;
    std::int64_t between = std::max(fewest_between, state_.waits_for_momentum ? steps_to_wait(flow) : 0);
    if (left - between < steps_a_look) between = left;  // the last look is at the end
    state_.look_at = flow.steps() + between;
  }
  const bool may_glance = state_.factor != 1 && state_.waits_for_momentum;
  while (may_glance) {
    if (state_.glance_at == 0 && state_.look_at - flow.steps() > steps_to_glance + steps_a_glance)
      state_.glance_at = flow.steps() + steps_to_glance;
    if (state_.glance_at == 0) break;
    flow.advance_to(state_.glance_at);
    state_.glance_at = 0;
    glance(flow);
  }
  flow.advance_to(state_.look_at);
  state_.look_at = 0;
  if (!look(flow)) return false;
  if (flow.result().iteration_error > flow.options().tolerance && flow.steps_left() >= steps_a_look) correct(flow);
  return true;
}

std::int64_t PressureSearch::steps_to_wait(const RunningFlow& flow) const {
  const double most = share_of_history * static_cast<double>(flow.steps());
  const double fallen =
      std::log(state_.error_before / state_.momentum.error) / static_cast<double>(state_.step - state_.step_before);
  const double needed = std::log(state_.momentum.error / flow.options().tolerance) / fallen;
  return static_cast<std::int64_t>(fallen > 0 && needed < most ? std::max(needed, 0.0) : most) / 2 * 2;
}

void PressureSearch::glance(RunningFlow& flow) {
  const ChangingFlow now = flow.glance();
  const double permeability = flow.note(now.sample);
  MomentumLook momentum = state_.momentum;
  momentum.permeability = permeability;
  momentum.corrected = correct_by_action(flow, now, permeability);
  const double factor = is_dilute(flow.estimate().pores) ? best_factor(momentum) : factor_of_slow_flow(momentum);
  if ((factor - 1) * (state_.factor - 1) > 0) flow.scale_momentum(factor, {});
}

void PressureSearch::correct(RunningFlow& flow) {
  // A change of pressure takes some looks to be of use, and delays the momentum of dilute media.
  if (state_.waits_for_momentum && is_dilute(flow.estimate().pores)) {
    state_.factor = best_factor(state_.momentum);
    return flow.scale_momentum(state_.factor, velocity_to_rest(flow));
  }
  flow.correct_pressure();
  state_.factor = factor_of_slow_flow(state_.momentum);
  if (state_.factor != 1) flow.scale_momentum(state_.factor, {});
}

std::array<double, 3> PressureSearch::velocity_to_rest(const RunningFlow& flow) const {
  if (!(state_.momentum.permeability > 0 && state_.momentum.corrected > 0)) return {};
  std::array<double, 3> velocity = state_.mean_rate;
  for (double& along_axis : velocity)
    along_axis *= share_of_rest * flow.options().force * flow.friction_time(state_.momentum.corrected);
  return velocity;
}

PressureSearch::Found PressureSearch::find(RunningFlow& flow) {
  const auto [now, pressure] = flow.look_at_pressure();
  Found found{true, flow.note(now.sample), {}, 0, pressure};
  const double corrected = correct_by_action(flow, now, found.permeability);
  if (!now.sample.finite || !std::isfinite(corrected) || std::isnan(pressure.error)) {
    found.is_finite = false;
    return found;
  }
  found.limit = {corrected, corrected > 0 ? pressure.error / corrected : std::numeric_limits<double>::infinity()};
  // What counting in quanta does to K counts where pores are few and K is small; rounding, where pores are many.
  const double force = flow.options().force;
  found.noise = flow.nu() * now.rates.action_rounding / (force * force) / corrected;
  if (found.limit.error <= flow.options().tolerance) found.noise += expected_noise(flow, corrected);
  return found;
}

bool PressureSearch::look(RunningFlow& flow) {
  const Found found = find(flow);
  if (!found.is_finite) {
    flow.note_divergence();
    return false;
  }
  state_.waits_for_momentum = found.pressure.share_of_pressure < 1;
  state_.mean_rate = found.pressure.mean_rate;
  Limit limit = found.limit;
  state_.error_before = state_.momentum.error;
  state_.step_before = std::exchange(state_.step, flow.steps());
  state_.momentum = {found.permeability, limit.value, limit.error, found.pressure.share_of_pressure};
  if (flow.options().goal == Goal::flow)
    limit.error = std::max(limit.error, flow.distance_of_flow(found.permeability, limit.value));
  flow.keep(found.permeability, limit, found.noise);
  return true;
}

}  // namespace perm
