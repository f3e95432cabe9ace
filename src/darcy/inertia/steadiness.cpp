// SPDX-License-Identifier: Apache-2.0
#include "darcy/inertia/steadiness.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace perm {
namespace {

constexpr double longest_seen = 5;     // over the expected decay time: more is rounding that does not decay
constexpr double times_to_wait = 8;    // of the longest decay time, before a flow may be called unsteady
constexpr double hardly_below = 0.8;   // a mode of that decay time falls to exp(-2) = 0.14 in a quarter of that
constexpr double far_from_steady = 4;  // tolerances that the error must be, so that rounding is not called unsteady

}  // namespace

double Steadiness::error() const {
  if (looks_.size() < 2) return std::numeric_limits<double>::infinity();
  const InertialLook& now = looks_.back();
  const InertialLook& before = looks_[looks_.size() - 2];
  const double fall = std::log(before.rate / now.rate);
  const double longest = longest_seen * slowest_;
  const double seen = fall > 0 ? std::min(longest, static_cast<double>(now.step - before.step) / fall) : longest;
  return std::max(seen, slowest_) * std::max(now.rate, before.rate / longest_seen);
}

double Steadiness::typical_rate(double from, double to) const {
  const auto last = static_cast<double>(looks_.back().step);
  double sum = 0;
  int count = 0;
  for (const InertialLook& look : looks_) {
    const double share = static_cast<double>(look.step) / last;
    if (share < from || share > to) continue;
    sum += look.rate * look.rate;
    ++count;
  }
  return std::sqrt(sum / count);
}

bool Steadiness::is_unsteady(double tolerance) const {
  if (looks_.size() < 2 || static_cast<double>(looks_.back().step) < times_to_wait * slowest_) return false;
  return slowest_ * looks_.back().rate > far_from_steady * tolerance &&
         typical_rate(0.75, 1) > hardly_below * typical_rate(0.5, 0.75);
}

}  // namespace perm
