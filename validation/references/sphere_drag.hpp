// SPDX-License-Identifier: Apache-2.0
// Drag coefficients of one sphere in an unbounded stream: c_D = force/(rho U^2/2 pi d^2/4), Re = U d/nu.
#pragma once

#include <span>

#include "validation/references/packing_correlations.hpp"

namespace perm::reference {

/// Gives Schiller and Naumann (1933): 24/Re (1 + 0.15 Re^0.687), within 5 % of measurements up to Re 800 (Clift, Grace,
/// Weber 1978). Throws std::domain_error unless 0 < Re <= 1000.
double schiller_naumann(double reynolds);

struct SphereDrag {
  double reynolds;
  double coefficient;
};

/// Gives what Roos and Willmarth (1971), AIAA J. 9, 285, measured, as CubismUP_3D lists it.
std::span<const SphereDrag> roos_willmarth();

/// Gives the range of the two at a Reynolds number of the measurements. Throws std::domain_error at another.
Band sphere_drag_band(double reynolds);

}  // namespace perm::reference
