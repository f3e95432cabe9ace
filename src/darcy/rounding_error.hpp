// SPDX-License-Identifier: Apache-2.0
// Says what the rounding of distributions does to K. It grows with the steps in which friction would stop the flow,
// because distributions are that many times larger than what the force adds to them in a step: up to 1.27 units a step
// were measured, in dilute media. In other media up to 16 units were left.
#pragma once

#include "solver/cell/settings.hpp"

namespace perm {

/// Gives half of the last place of a number of size 1.
constexpr double unit_roundoff(Precision precision) { return precision == Precision::float64 ? 0x1p-53 : 0x1p-24; }

/// Gives a bound on the relative error of K, whose flow friction would stop in `friction_time` steps, K/nu.
constexpr double rounding_error_of(Precision precision, double friction_time) {
  constexpr double units_a_step = 2;
  constexpr double units = 16;
  return unit_roundoff(precision) * (units + units_a_step * friction_time);
}

}  // namespace perm
