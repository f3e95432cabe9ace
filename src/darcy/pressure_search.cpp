// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "darcy/watched_bound.hpp"

namespace perm {
namespace {

constexpr std::int64_t fewest_between = 4;    // from the end of a look to the next one
constexpr std::int64_t parts_of_history = 4;  // the steps so far over those to the next look, where pressure can wait

}  // namespace

bool PressureSearch::advance(RunningFlow& flow) {
  const std::int64_t left = flow.steps_left() - steps_a_look;
  std::int64_t between = waits_for_momentum_ ? flow.steps() / parts_of_history / 2 * 2 : 0;
  between = std::max(between, fewest_between);
  flow.advance_by(left - between < steps_a_look ? left : between);  // the last look is at the end
  if (!look(flow)) return false;
  if (flow.result().iteration_error > flow.options().tolerance && flow.steps_left() >= steps_a_look)
    flow.correct_pressure();
  return true;
}

bool PressureSearch::look(RunningFlow& flow) {
  const auto [now, pressure] = flow.look_at_pressure();
  waits_for_momentum_ = pressure.waits_for_momentum;
  const double permeability = flow.note(now.sample);
  const double corrected = WatchedBound::correct(flow, now, permeability);
  if (!now.sample.finite || !std::isfinite(corrected) || std::isnan(pressure.error)) {
    flow.note_divergence();
    return false;
  }
  Limit limit{corrected, corrected > 0 ? pressure.error / corrected : std::numeric_limits<double>::infinity()};
  if (flow.options().goal == Goal::flow)
    limit.error = std::max(limit.error, flow.distance_of_flow(permeability, corrected));
  // What counting in quanta does to K counts where pores are few and K is small; rounding, where pores are many.
  double noise = flow.nu() * now.rates.action_rounding / (flow.options().force * flow.options().force) / corrected;
  if (limit.error <= flow.options().tolerance) noise += WatchedBound::expected_noise(flow, corrected);
  flow.keep(permeability, limit, noise);
  return true;
}

}  // namespace perm
