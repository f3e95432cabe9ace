// SPDX-License-Identifier: Apache-2.0
#include "darcy/watched_bound.hpp"

#include <algorithm>

namespace perm {
namespace {

/// Gives what rates of change in lattice units are multiplied with to be voxel^2 a step.
double unit(const RunningFlow& flow) { return flow.nu() / (flow.options().force * flow.options().force); }

}  // namespace

WatchedBound::WatchedBound(const RunningFlow& flow)
    : permeability_(flow.expected_permeability()), pressure_(flow.estimate().network) {}

double WatchedBound::correct(const RunningFlow& flow, const ChangingFlow& now, double permeability) {
  return permeability + unit(flow) * now.rates.action;
}

Limit WatchedBound::add(RunningFlow& flow, const ChangingFlow& now, double corrected) {
  if (corrected > 0) permeability_ = corrected;
  state_ = {permeability_, slowest(flow)};
  const double of_velocity = unit(flow) * now.rates.velocity_residual;
  const double of_pressure = unit(flow) * now.rates.pressure_residual;
  const double residual = of_velocity + pressure_.watch(flow, of_pressure);
  share_beside_ = residual > 0 ? (of_velocity + pressure_.unexplained(flow, of_pressure)) / residual : 1;
  rest_.add({flow.steps(), corrected, residual}, state_.slowest);
  state_.seen = rest_.seen_decay_time();
  return rest_.limit();
}

Limit WatchedBound::with_slow_pressure(RunningFlow& flow, Limit rest, std::int64_t interval, bool is_calm) {
  state_.error = rest.error;
  state_.error_beside = rest.error * share_beside_;
  rest.error += pressure_.bound(flow, state_, interval, is_calm);
  return rest;
}

bool WatchedBound::correct_pressure(RunningFlow& flow) {
  if (!pressure_.correct(flow, state_)) return false;
  rest_ = ResidualBound{};
  return true;
}

void WatchedBound::forget() {
  pressure_.forget();
  rest_ = ResidualBound{};
}

double WatchedBound::slowest(const RunningFlow& flow) const {
  return std::max(flow.estimate().clocks.slowest(flow.result().tau, permeability_), flow.friction_time(permeability_));
}

}  // namespace perm
