// SPDX-License-Identifier: Apache-2.0
#include "darcy/watched_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace perm {
namespace {

constexpr std::int64_t steps_of_comparison = 4;
constexpr std::int64_t fewest_steps_to_compare = 100;

constexpr double least_noise = 0.1;    // counts, as a share of the tolerance
constexpr double noise_safety = 2;     // the spread of six values of noise is 2.5 standard deviations in the mean
constexpr double most_roundings = 10;  // by which rounding changes a density in a step, in units of half a last place

double spread_of(std::span<const double> values) {
  const auto [least, most] = std::ranges::minmax(values);
  return most - least;
}

/// Gives what rates of change in lattice units are multiplied with to be voxel^2 a step.
double unit(const RunningFlow& flow) { return flow.nu() / (flow.options().force * flow.options().force); }

}  // namespace

WatchedBound::WatchedBound(const RunningFlow& flow)
    : permeability_(flow.expected_permeability()), pressure_(flow.estimate().network) {}

void WatchedBound::advance_to_look(RunningFlow& flow, std::int64_t steps) {
  if (looks_at_nothing_ == 0 || steps < fewest_steps_to_compare) return flow.advance_by(steps);
  flow.compare();
  flow.advance_by(steps - 2 * steps_of_comparison);
  compared_ = flow.compare().rates;
}

double WatchedBound::correct(const RunningFlow& flow, const ChangingFlow& now, double permeability) {
  return permeability + unit(flow) * now.rates.action;
}

Limit WatchedBound::add(RunningFlow& flow, const ChangingFlow& now, double corrected) {
  if (corrected > 0) permeability_ = corrected;
  state_ = {permeability_, slowest(flow)};
  const double of_velocity = unit(flow) * now.rates.velocity_residual;
  const double of_pressure = unit(flow) * now.rates.pressure_residual;
  const double residual = std::max(of_velocity + pressure_.watch(flow, of_pressure), unit(flow) * now.rates.unresolved);
  share_beside_ = residual > 0 ? (of_velocity + pressure_.unexplained(flow, of_pressure)) / residual : 1;
  // What was compared counts whole, though the network bounds a part of it once more.
  rest_.add({flow.steps(), corrected, residual}, state_.slowest,
            compared_ ? unit(flow) *
                            std::max(compared_->velocity_residual + compared_->pressure_residual, compared_->unresolved)
                      : std::numeric_limits<double>::infinity());
  compared_.reset();
  state_.seen = rest_.seen_decay_time();
  const bool is_rounding = may_be_rounding(flow, residual);
  const bool sees_nothing = is_rounding || residual <= unit(flow) * now.rates.unresolved;
  looks_at_nothing_ = sees_nothing ? looks_at_nothing_ + 1 : 0;
  std::rotate(seen_.begin(), seen_.end() - 1, seen_.end());
  seen_[0] = corrected;
  Limit limit = rest_.limit();
  noise_ = 0;
  if (looks_at_nothing_ == 0) return limit;
  // Rounding moves K where the pores are many and K is small. While this gets less, it is K that becomes steady.
  const double spread = spread_of(std::span(seen_).first<noisy_looks>());
  const double before = spread_of(std::span(seen_).last<noisy_looks>());
  const double most = noise_safety * spread_of(seen_) / corrected;
  if (is_rounding && looks_at_nothing_ >= static_cast<int>(seen_.size()) && spread > before / 2)
    noise_ = most;
  else
    limit.error += most;
  return limit;
}

Limit WatchedBound::with_slow_pressure(RunningFlow& flow, Limit rest, std::int64_t interval, bool is_calm) {
  state_.error = rest.error;
  state_.error_beside = rest.error * share_beside_;
  rest.error += pressure_.bound(flow, state_, interval, is_calm);
  if (rest.error <= flow.options().tolerance || flow.steps_left() <= interval)  // only then it decides, or is told
    noise_ = std::max(noise_, expected_noise(flow, rest.value));
  return rest;
}

double WatchedBound::expected_noise(const RunningFlow& flow, double permeability) {
  const FlowResult& result = flow.result();
  const double density = flow.measure().largest_density_deviation / flow.options().force;
  const double noise = rounding_noise_of(flow.roundoff(), flow.nu(), result.connected_porosity, density,
                                         static_cast<double>(result.fluid_cells)) /
                       permeability;
  return noise > least_noise * flow.options().tolerance ? noise : 0;
}

/// The rate of work of u.grad u with any flow v is at most U |u| |grad v|, U being the largest speed; |grad v| is the
/// root of the power that v takes over nu, and that of u is nu g <u>. So inertia is at most s times as large as
/// friction. The quadratic equilibrium also divides by the density. An error is then at most 1/(1 - s) times as large,
/// and s times its root counts thrice, because its products with u, once in each place of u.grad u, are of first order.
std::optional<double> WatchedBound::with_inertia(const RunningFlow& flow, const Limit& limit) {
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

bool WatchedBound::correct_pressure(RunningFlow& flow) {
  if (!pressure_.correct(flow, state_)) return false;
  rest_ = ResidualBound{};
  return true;
}

void WatchedBound::forget() {
  pressure_.forget();
  rest_ = ResidualBound{};
  looks_at_nothing_ = 0;
  compared_.reset();
}

/// Where only rounding is left, the residual was 0.1 to 2.3 times the square of half the last place of the largest
/// density deviation (flasks of 17^3 to 52^3 at rest); it is the larger, the lower the viscosity. At first a residual
/// that falls within the steps so far is more than rounding, and the flow need not be measured.
bool WatchedBound::may_be_rounding(const RunningFlow& flow, double residual) const {
  if (looks_at_nothing_ == 0 && !(rest_.seen_decay_time() > static_cast<double>(flow.steps()))) return false;
  const double change = most_roundings * flow.roundoff() * flow.measure().largest_density_deviation;
  return residual <= unit(flow) * flow.result().connected_porosity * change * change;
}

double WatchedBound::slowest(const RunningFlow& flow) const {
  return std::max(flow.estimate().clocks.slowest(flow.result().tau, permeability_), flow.friction_time(permeability_));
}

}  // namespace perm
