// SPDX-License-Identifier: Apache-2.0
// Says by what to multiply the velocities of a flow whose slowest change is in proportion to the flow itself: in dilute
// media, where the mean velocity comes to rest last, and in wide channels.
#pragma once

#include <algorithm>

namespace perm {

/// What a look has found. K is nu <u> / g of the moment.
struct MomentumLook {
  double permeability{0};
  double corrected{0};          ///< K to second order
  double error{0};              ///< bound on what is missing, over K
  double share_of_pressure{0};  ///< in the bound, over that of momentum
};

/// Gives the factor s for which s u takes the least power with the work that the force does on it (Ritz): what still
/// changes does the work K_corrected - K on u, so friction does 2 K - K_corrected.
inline double best_factor(const MomentumLook& look) {
  constexpr double most = 4;  // friction that was just about to begin is not known yet
  if (!(look.permeability > 0)) return 1;
  const double friction = 2 * look.permeability - look.corrected;
  return friction > 0 ? std::clamp(look.permeability / friction, 1 / most, most) : most;
}

/// Gives the same where the medium is not dilute. The factor is 1 where other flows than those of proportion change:
/// where it would lower the error by too little of the bound, and where vugs and their throats exchange fluid.
inline double factor_of_slow_flow(const MomentumLook& look) {
  constexpr double most_pressure = 0.5;
  constexpr double least_share = 0.01;
  constexpr double most = 2;
  const double factor = best_factor(look);
  const bool is_slow = look.share_of_pressure < most_pressure && factor > 1 / most && factor < most &&
                       (factor - 1) * (factor - 1) > least_share * look.error;
  return is_slow ? factor : 1;
}

}  // namespace perm
