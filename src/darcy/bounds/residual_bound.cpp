// SPDX-License-Identifier: Apache-2.0
#include "darcy/bounds/residual_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace perm {
namespace {

constexpr int fewest_looks = 3;
// Decay times grow while fast modes die out; slow modes are seen late.
constexpr double growth = 4;
// Where only rounding is left nothing decays any more. A mode that takes more than this many times the steps so far to
// decay cannot be told from rounding.
constexpr double longest_residual_memory = 50;

}  // namespace

void ResidualBound::add(const ChangingPermeability& now, double slowest, double compared) {
  looks_ = {now, looks_[0], looks_[1]};
  ++count_;
  error_before_ = error_;
  error_ = std::numeric_limits<double>::infinity();
  if (count_ < fewest_looks || !(now.value > 0)) return;
  seen_ = std::max(decay_time(looks_[1]), decay_time(looks_[2]));
  error_ = growth * std::max(seen_, slowest) * now.residual / now.value;
  if (std::isfinite(compared))
    error_ = std::min(error_, growth * std::max(longest_decay_time(), slowest) * compared / now.value);
}

double ResidualBound::longest_decay_time() const {
  return longest_residual_memory * static_cast<double>(looks_[0].step);
}

/// Gives the decay time of the flow. The residual is a square and decays twice as fast.
double ResidualBound::decay_time(const ChangingPermeability& before) const {
  const ChangingPermeability& now = looks_[0];
  const double longest = longest_decay_time();
  const double decades = std::log(before.residual / now.residual);
  if (!(decades > 0)) return longest;
  return std::min(longest, 2 * static_cast<double>(now.step - before.step) / decades);
}

Limit ResidualBound::limit() const {
  if (count_ <= fewest_looks) return {looks_[0].value, std::numeric_limits<double>::infinity()};
  return {looks_[0].value, std::max(error_, error_before_)};
}

}  // namespace perm
