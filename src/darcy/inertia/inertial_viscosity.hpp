// SPDX-License-Identifier: Apache-2.0
// The viscosity at which a flow of one Reynolds number is solved: that of the fewest steps, as far as the Mach number
// of its largest speed allows. Lattice units.
#pragma once

#include <algorithm>

#include "solver/cell/settings.hpp"

namespace perm {

inline constexpr double lattice_sound_speed = 0.57735026918962576;  // 1/sqrt(3)
inline constexpr double least_inertial_tau = 0.505;                 // that may be given
/// The largest speed over the viscosity, per voxel, up to which a flow is tried. Some flows through packings
/// are no longer finite beyond 12, and most beyond 17; Mach number and tau have no say in it.
inline constexpr double most_of_voxel = 28;

/// Gives the largest Mach number of the largest speed where none is given. A steady incompressible flow is the same at
/// all of them, to rounding, so that only what it costs counts: K of arrays, packings and fibres at Mach 0.4 is that at
/// 0.1 to 3e-8, and the period of a flow that oscillates differs by 0.4 %. The error of the quadratic equilibrium grows
/// with the square of the Mach number.
constexpr double usual_largest_mach(Equilibrium equilibrium) {
  return equilibrium == Equilibrium::quadratic ? 0.1 : 0.3;
}

/// Holds what bounds the viscosity of a flow.
struct ViscosityBounds {
  double fewest_steps{0};   ///< the viscosity at which creeping flow takes the fewest steps
  double length_voxel{0};   ///< of the Reynolds number
  double largest_share{0};  ///< the largest speed of a cell over the superficial velocity, in the flow before
  double largest_mach{0};   ///< that the largest speed may have

  /// Gives the Reynolds number that the largest speed has over one voxel.
  double of_voxel(double reynolds) const { return largest_share * reynolds / length_voxel; }
  bool are_resolved(double reynolds) const { return of_voxel(reynolds) <= most_of_voxel; }
  /// Gives the largest viscosity that keeps the Mach number, with room for a largest speed that grows more than the
  /// mean one.
  double largest(double reynolds) const {
    constexpr double speed_margin = 0.8;
    return speed_margin * largest_mach * lattice_sound_speed / largest_share * length_voxel / reynolds;
  }
  double best(double reynolds) const { return std::min(fewest_steps, largest(reynolds)); }
};

/// Gives the relaxation time of a viscosity.
inline double tau_of(double viscosity) { return 0.5 + 3 * viscosity; }

}  // namespace perm
