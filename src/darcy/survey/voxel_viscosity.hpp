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

/// Tells whether changes of pressure may make a flow of this viscosity grow. They did at 12 times the viscosity that is
/// chosen (channels, blocks with pores between them) and at 19 times (cavities), and not at 8 times.
inline bool is_too_viscous(const MomentumScales& scales, double viscosity) {
  constexpr double most = 10;  // times the viscosity that is chosen
  return viscosity > most * choose_voxel_viscosity(scales);
}

/// Gives the steps to a tolerance, at this viscosity. The constants were fitted on half of 99 images at 1e-2, 1e-3 and
/// 1e-4: seeds 51 to 56 of the families of tests/families, overlapping spheres of porosity 0.12 to 0.9 and arrays. On
/// the other half the forecast was within 1.5 of the steps taken in 86 %, and within 2 in 97 %; it is too high in
/// tubes, ducts and cavities, and the steps that throats take hardly follow from what is known before.
inline double forecast_voxel_steps(const MomentumScales& scales, double viscosity, double tolerance) {
  constexpr double fewest = 26;  // two looks
  constexpr double of_start = 12;
  constexpr double a_decade = 4;
  constexpr double viscosities_a_decade = 7.6;
  constexpr double times_a_decade = 0.166;  // of the time in which momentum crosses the widest pore,
  constexpr double power_of_time = 0.85;    // which much of the flow need not cross
  constexpr double viscosities_of_dilute = 24;
  const double decades = -std::log10(tolerance);
  if (scales.is_dilute) return std::max(fewest, viscosities_of_dilute * viscosity * decades);
  const double time = scales.largest_distance * scales.largest_distance / viscosity;
  const double of_momentum = viscosities_a_decade * viscosity + times_a_decade * std::pow(time, power_of_time);
  return std::max(fewest, of_start + decades * (a_decade + of_momentum));
}

}  // namespace perm
