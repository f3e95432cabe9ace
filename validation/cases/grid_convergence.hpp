// SPDX-License-Identifier: Apache-2.0
// How an answer changes as the grid is refined by factors of two: its order, and its value extrapolated to voxels of
// size zero (Richardson 1911; Roache 1994).
#pragma once

#include <optional>
#include <vector>

namespace perm::validation {

/// An answer at one resolution, with the standard error of its mean over placements.
struct GridValue {
  double value{0};
  double standard_error{0};
};

/// Answers at voxel sizes 4h, 2h and h.
struct ThreeGrids {
  GridValue coarse;
  GridValue medium;
  GridValue fine;
};

/// p = log2((f_4h - f_2h)/(f_2h - f_h)). Absent where it is not defined: the two changes differ in sign, or the smaller
/// one is less than twice its standard error, so that it says more of the placements than of the resolution.
std::optional<double> observed_order(const ThreeGrids& grids);

/// How fast the error falls: minus the slope of log|error| against log(resolution), by least squares. Absent with fewer
/// than two resolutions, or where the errors differ in sign.
std::optional<double> order_of_error(const std::vector<double>& resolutions, const std::vector<double>& errors);

/// f_h + (f_h - f_2h)/(2^p - 1), the value at voxel size zero if the order is p; p must be above 0.
double richardson_value(double medium, double fine, double order);

/// f_0 of f_0 + a h + b h^2 through three grids. Staircase walls lie too far in the fluid, of first order, and the sum
/// over nodes gives too much, of second order; where both matter no single order is observed.
double two_term_value(const ThreeGrids& grids);

}  // namespace perm::validation
