// SPDX-License-Identifier: Apache-2.0
// Says what the rounding of distributions does to K. It grows with the steps in which friction would stop the flow,
// because distributions are that many times larger than what the force adds to them in a step: up to 1.27 units a step
// were measured, in dilute media. In other media up to 16 units were left. Where K is tiny beside many pores, the
// rounding of all cells moves K besides, from look to look.
#pragma once

#include <cmath>

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

/// Gives what the rounding of `cells` cells moves K by, voxel^2, three standard deviations. `roundoff` is
/// unit_roundoff, `density` the largest density deviation over the force. A cell rounds its velocity by about roundoff
/// times density, and its part of the correction of K by the square of the density; the sum of all grows with the root
/// of their number. Flasks of 17^3 to 52^3 at rest beside a K of 1e-5 to 1e-4 were moved by 0.1 to 1.9 thirds of it.
inline double rounding_noise_of(double roundoff, double nu, double porosity, double density, double cells) {
  constexpr double deviations = 3;
  constexpr double share_of_correction = 1.0 / 24;  // FlowSums::rates
  return deviations * nu * porosity * roundoff * density * (1 + share_of_correction * density) / std::sqrt(cells);
}

}  // namespace perm
