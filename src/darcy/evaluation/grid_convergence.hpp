// SPDX-License-Identifier: Apache-2.0
// Says how an answer changes as the grid is refined: its order, its value extrapolated to voxels of size zero
// (Richardson 1911; Roache 1994), and a bound on what is left (grid convergence index, ASME V&V 20-2009, section 2;
// Celik et al. 2008, J. Fluids Eng. 130, 078001). A ratio is a voxel size over the next finer one, above 1. Answers may
// have any unit.
#pragma once

#include <optional>
#include <vector>

namespace perm {

/// Holds an answer at one resolution, with the standard error of its mean over placements.
struct GridValue {
  double value{0};
  double standard_error{0};
};

/// Holds answers at three voxel sizes.
struct ThreeGrids {
  GridValue coarse;
  GridValue medium;
  GridValue fine;
  double coarse_ratio{2};  ///< size of coarse over that of medium
  double fine_ratio{2};    ///< size of medium over that of fine
};

/// These are the factors of safety of the grid convergence index (V&V 20, section 2-4.1): with an observed order, and
/// without one.
inline constexpr double safety_of_three_grids = 1.25;
inline constexpr double safety_of_two_grids = 3;

/// Gives the order p of f_0 + C h^p through three grids. With equal ratios r it is log((f_coarse - f_medium)/(f_medium
/// - f_fine))/log(r), else it is found by fixed point iteration of (V&V 20, eq. 2-4-5)
///
///   p log(r_fine) = log((f_coarse - f_medium)/(f_medium - f_fine)) + log((r_fine^p - 1)/(r_coarse^p - 1))
///
/// Absent where the order is not defined: the two changes differ in sign, or one of them is less than twice its
/// standard error, so that it says more about the placements than about the resolution, or the iteration finds none.
/// The order is negative where the changes grow.
std::optional<double> observed_order(const ThreeGrids& grids);

/// Says how fast the error falls: minus the slope of log|error| against log(resolution), by least squares. Absent with
/// fewer than two resolutions, or where the errors differ in sign.
std::optional<double> order_of_error(const std::vector<double>& resolutions, const std::vector<double>& errors);

/// Gives f_fine + (f_fine - f_coarse)/(r^p - 1), the value at voxel size zero if the order is p; p must be above 0.
double richardson_value(double coarse, double fine, double order, double ratio = 2);

/// Gives Fs |f_coarse - f_fine|/(r^p - 1), in units of f: a bound on the error of the *fine* value; p must be above 0.
/// The bound for the coarse value is r^p times as large.
double grid_convergence_index(double coarse, double fine, double order, double safety, double ratio = 2);

/// Gives the value f_0 of f_0 + a h + b h^2 through three grids of ratio 2. Staircase walls lie too far in the fluid,
/// an error of first order, and the sum over nodes gives too much, an error of second order; where both matter no
/// single order is observed.
double two_term_value(const ThreeGrids& grids);

}  // namespace perm
