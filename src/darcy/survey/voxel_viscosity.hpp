// SPDX-License-Identifier: Apache-2.0
// Chooses the viscosity of a flow whose pressure the voxels find (darcy/pressure/voxel_pressure.hpp), and tells how
// many steps it will take. Lattice units.
#pragma once

#include <algorithm>
#include <cmath>

namespace perm {

/// What the steps of such a flow depend on.
struct MomentumScales {
  double largest_distance{0};     ///< of a voxel from solid, voxels
  double permeability_voxel2{0};  ///< about
  double porosity{1};
};

/// Momentum comes to rest within the widest pore in a time like its area over the viscosity, and where the pores resist
/// little, the whole flow in a time like K over the viscosity; pressure needs no time. A high viscosity lets it
/// overshoot in narrow pores.
inline double choose_voxel_viscosity(const MomentumScales& scales) {
  constexpr double least = 0.1;
  constexpr double area_over_viscosity = 87;
  const double most = std::max(0.4, std::sqrt(8 * scales.permeability_voxel2 / scales.porosity) / 6);
  return std::clamp(scales.largest_distance * scales.largest_distance / area_over_viscosity, least, most);
}

/// Gives the steps to a tolerance, at this viscosity.
inline double forecast_voxel_steps(const MomentumScales& scales, double viscosity, double tolerance) {
  constexpr double of_start = 8;  // steps
  constexpr double a_decade = 15;
  constexpr double area_over_time = 5.8;  // of the slowest mode of momentum in a tube
  const double time = scales.largest_distance * scales.largest_distance / area_over_time / viscosity;
  return of_start + std::max(a_decade * -std::log10(tolerance), time * -std::log10(tolerance));
}

}  // namespace perm
