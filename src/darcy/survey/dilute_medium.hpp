// SPDX-License-Identifier: Apache-2.0
// Knows media of few grains in much fluid, through which the flow is nearly uniform: what changes slowest there is its
// mean velocity, which the friction of the grains stops in a time like K over the viscosity. Lattice units.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "darcy/survey/pore_structure.hpp"

namespace perm {

/// Gives K of spheres that are far apart, 2 a^2/(9 c), from Stokes's drag on each; a = 3 c/S is their radius and c the
/// share of solid. Infinite without a surface.
inline double dilute_permeability(const PoreStructure& pores) {
  if (pores.specific_surface == 0) return std::numeric_limits<double>::infinity();
  return 2 * (1 - pores.porosity) / (pores.specific_surface * pores.specific_surface);
}

/// Tells whether spheres as far apart as the grains (Hasimoto 1959, eq. 4.10, to first order) resist less than plates
/// that leave as wide pores.
inline bool is_dilute(const PoreStructure& pores) {
  const double crowding = std::max(0.0, 1 - 1.76 * std::cbrt(1 - pores.porosity));
  return crowding > 0 && crowding * dilute_permeability(pores) > pores.largest_radius * pores.largest_radius / 2;
}

}  // namespace perm
