// SPDX-License-Identifier: Apache-2.0
// The constants below were chosen on recorded histories (sphere packings and arrays, overlapping spheres of porosity
// 0.15 and 0.40, Berea sandstone, tau 0.55 to 2) so that runs to 1e-2, 1e-3 and 1e-4 stop within their bound. Early
// bounds of several per cent can be too small: one bound in these histories was too small by a factor of 4.5, long
// before any of those stops. tests/darcy/convergence_test.cpp checks synthetic tails and solved media.
#include "darcy/bounds/convergence.hpp"

#include <algorithm>
#include <cmath>

namespace perm {
namespace {

constexpr std::size_t fewest_samples = 5;
constexpr double early_window = 0.4;     // one tail is fitted from this share of the time on
constexpr double late_window = 0.7;      // and another from this share on
constexpr double decay_times_seen = 2;   // a tail counts when this many of its decay times have passed
constexpr double growth_allowance = 3;   // error per unit of growth of the decay time, which grows while fast modes die
constexpr double distrust = 0.3;         // this share of every extrapolation is taken as error
constexpr double spread_to_error = 0.5;  // error of K per unit of flux spread while pressure builds up
// A flow is at rest when neither K nor the flux spread changes by more than this share of K. What is left of the flux
// spread is then rounding, and tails are fitted to noise.
constexpr double rest = 1e-8;
// A mode that takes more than this many times the steps so far to decay cannot be told from rounding. A mode of at most
// that decay time, of which the window since `early_window` shows a change c, has c times this / (1 - early_window) to
// go.
constexpr double longest_memory = 50;
constexpr double rounding = 1e-15;  // of K in float64: even values that are all the same say no more

}  // namespace

void Convergence::add(std::int64_t step, double permeability, double flux_spread) {
  state_.steps.push_back(static_cast<double>(step));
  state_.values.push_back(permeability);
  state_.flux_spreads.push_back(flux_spread);
  state_.before = state_.now;
  state_.now = assess();
}

Limit Convergence::limit() const { return {state_.now.value, std::max(state_.now.error, state_.before.error)}; }

double Convergence::value_at(double step) const {
  const auto after = std::lower_bound(state_.steps.begin(), state_.steps.end(), step);
  if (after == state_.steps.begin()) return state_.values.front();
  if (after == state_.steps.end()) return state_.values.back();
  const auto i = static_cast<std::size_t>(after - state_.steps.begin());
  const double share = (step - state_.steps[i - 1]) / (state_.steps[i] - state_.steps[i - 1]);
  return state_.values[i - 1] + share * (state_.values[i] - state_.values[i - 1]);
}

/// Fits K(t) = limit + A exp(-t/T) through three equally spaced times (Aitken 1926).
Convergence::Tail Convergence::fit(double from) const {
  const double last = state_.steps.back();
  const double span = (last - from) / 2;
  const double first = value_at(from);
  const double change = value_at(from + span) - first;
  const double next_change = state_.values.back() - value_at(from + span);
  const double ratio = next_change / change;
  if (!(ratio > 0 && ratio < 1)) return {};
  return {true, first + change / (1 - ratio), -span / std::log(ratio)};
}

double Convergence::range_since_early(const std::vector<double>& samples) const {
  double least = samples.back();
  double most = samples.back();
  for (std::size_t i = 0; i < state_.steps.size(); ++i) {
    if (state_.steps[i] < early_window * state_.steps.back()) continue;
    least = std::min(least, samples[i]);
    most = std::max(most, samples[i]);
  }
  return most - least;
}

Limit Convergence::assess() const {
  const double last = state_.steps.back();
  const double value = state_.values.back();
  Limit result{value, std::numeric_limits<double>::infinity()};
  if (state_.steps.size() < fewest_samples || value == 0) return result;
  const Tail early = fit(early_window * last);
  const Tail late = fit(late_window * last);
  const double change = range_since_early(state_.values) / std::abs(value);
  const bool has_tail =
      early.found && late.found && decay_times_seen * std::max(early.decay_time, late.decay_time) < last;
  if (has_tail) {
    const double correction = std::abs(late.limit - value);
    const double growth = std::abs(late.decay_time / early.decay_time - 1);
    const double disagreement = std::abs(early.limit - late.limit);
    const double trusted = correction * std::clamp(growth_allowance * growth, distrust, 1.0);
    result.value = late.limit;
    result.error = std::max(disagreement, trusted) / std::abs(late.limit);
  } else if (!late.found || !early.found) {
    result.error = change;  // the values may be coming to rest; then all late values are alike
  }
  const double left = longest_memory / (1 - early_window) * std::max(change, rounding);
  const bool rests = change <= rest && range_since_early(state_.flux_spreads) <= rest;
  if (rests && (!has_tail || result.error > left)) return {value, left};
  if (!rests) result.error = std::max(result.error, spread_to_error * state_.flux_spreads.back());
  return result;
}

}  // namespace perm
