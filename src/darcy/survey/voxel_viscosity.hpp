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
  bool is_dilute{false};  ///< what is_dilute tells
};

/// Momentum comes to rest within the widest pore in a time like its area over the viscosity, and where the pores resist
/// little, the whole flow in a time like K over the viscosity; pressure needs no time. A high viscosity lets it
/// overshoot in narrow pores. In dilute media the mean velocity needs no time either (darcy/momentum_scaling.hpp); the
/// longest wave comes to rest soonest where stress, which needs tau steps, just does not make it overshoot.
inline double choose_voxel_viscosity(const MomentumScales& scales) {
  constexpr double least = 0.1;
  constexpr double area_over_viscosity = 87;
  constexpr double distance_over_viscosity = 14;  // in dilute media
  if (scales.is_dilute) return std::max(least, scales.largest_distance / distance_over_viscosity);
  const double most = std::max(0.4, std::sqrt(8 * scales.permeability_voxel2 / scales.porosity) / 6);
  return std::clamp(scales.largest_distance * scales.largest_distance / area_over_viscosity, least, most);
}

/// Gives the steps to a tolerance, at this viscosity.
inline double forecast_voxel_steps(const MomentumScales& scales, double viscosity, double tolerance) {
  constexpr double of_start = 8;  // steps
  constexpr double a_decade = 15;
  constexpr double area_over_time = 5.8;  // of the slowest mode of momentum in a tube
  constexpr double viscosities_a_decade = 27;
  if (scales.is_dilute) return of_start + viscosities_a_decade * viscosity * -std::log10(tolerance);
  const double time = scales.largest_distance * scales.largest_distance / area_over_time / viscosity;
  return of_start + std::max(a_decade * -std::log10(tolerance), time * -std::log10(tolerance));
}

}  // namespace perm
