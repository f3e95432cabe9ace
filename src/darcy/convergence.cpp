// SPDX-License-Identifier: Apache-2.0
// The constants below were chosen on recorded histories (sphere packings and arrays, overlapping spheres of porosity
// 0.15 and 0.40, Berea sandstone, tau 0.55 to 2) so that runs to 1e-2, 1e-3 and 1e-4 stop within their bound. Early
// bounds of several per cent can be too small: one bound in these histories was too small by a factor of 4.5, long
// before any of those stops. tests/darcy/convergence_test.cpp checks synthetic tails and solved media.
#include "darcy/convergence.hpp"

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

}  // namespace

void Convergence::add(std::int64_t step, double permeability, double flux_spread) {
  steps_.push_back(static_cast<double>(step));
  values_.push_back(permeability);
  flux_spread_ = flux_spread;
  before_ = now_;
  now_ = assess();
}

Limit Convergence::limit() const { return {now_.value, std::max(now_.error, before_.error)}; }

double Convergence::value_at(double step) const {
  const auto after = std::lower_bound(steps_.begin(), steps_.end(), step);
  if (after == steps_.begin()) return values_.front();
  if (after == steps_.end()) return values_.back();
  const auto i = static_cast<std::size_t>(after - steps_.begin());
  const double share = (step - steps_[i - 1]) / (steps_[i] - steps_[i - 1]);
  return values_[i - 1] + share * (values_[i] - values_[i - 1]);
}

/// Fits K(t) = limit + A exp(-t/T) through three equally spaced times (Aitken 1926).
Convergence::Tail Convergence::fit(double from) const {
  const double last = steps_.back();
  const double span = (last - from) / 2;
  const double first = value_at(from);
  const double change = value_at(from + span) - first;
  const double next_change = values_.back() - value_at(from + span);
  const double ratio = next_change / change;
  if (!(ratio > 0 && ratio < 1)) return {};
  return {true, first + change / (1 - ratio), -span / std::log(ratio)};
}

Limit Convergence::assess() const {
  const double last = steps_.back();
  const double value = values_.back();
  Limit result{value, std::numeric_limits<double>::infinity()};
  if (steps_.size() < fewest_samples || value == 0) return result;
  const Tail early = fit(early_window * last);
  const Tail late = fit(late_window * last);
  if (early.found && late.found && decay_times_seen * std::max(early.decay_time, late.decay_time) < last) {
    const double correction = std::abs(late.limit - value);
    const double growth = std::abs(late.decay_time / early.decay_time - 1);
    const double disagreement = std::abs(early.limit - late.limit);
    const double trusted = correction * std::clamp(growth_allowance * growth, distrust, 1.0);
    result.value = late.limit;
    result.error = std::max(disagreement, trusted) / std::abs(late.limit);
  } else if (!late.found || !early.found) {
    // There is no tail. The values may have come to rest; then all late values are alike.
    double least = value;
    double most = value;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      if (steps_[i] < early_window * last) continue;
      least = std::min(least, values_[i]);
      most = std::max(most, values_[i]);
    }
    result.error = (most - least) / std::abs(value);
  }
  result.error = std::max(result.error, spread_to_error * flux_spread_);
  return result;
}

}  // namespace perm
