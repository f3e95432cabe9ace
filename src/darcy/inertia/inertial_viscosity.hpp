// SPDX-License-Identifier: Apache-2.0
// The viscosity at which a flow of one Reynolds number is solved: that of the fewest steps, as far as the Mach number
// of its largest speed allows. Lattice units.
#pragma once

#include <algorithm>

#include "solver/cell/settings.hpp"

namespace perm {

inline constexpr double lattice_sound_speed = 0.57735026918962576;  // 1/sqrt(3)
inline constexpr double least_inertial_tau = 0.505;                 // below it the flow is not resolved between cells

/// Holds what bounds the viscosity of a flow.
struct ViscosityBounds {
  double fewest_steps{0};   ///< the viscosity at which creeping flow takes the fewest steps
  double length_voxel{0};   ///< of the Reynolds number
  double largest_share{0};  ///< the largest speed of a cell over the superficial velocity, in the flow before
  double largest_mach{0};   ///< that the largest speed may have

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
