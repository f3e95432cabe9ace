// SPDX-License-Identifier: Apache-2.0
// The Rayleigh-Taylor instability: cold, heavy gas above hot, light gas, at rest in gravity between two walls (Calore
// et al. 2016, figure 19; Scagliarini et al. 2010).
#pragma once

#include <cstdint>
#include <vector>

#include "streaming/thermal/sites/gas_lattice.hpp"

namespace perm::thermal {

struct RayleighTaylor {
  std::int64_t nx{256};
  std::int64_t ny{512};
  double tau{0.52};
  double gravity{1e-4};  ///< downwards, sites a step squared
  double below{0.8};     ///< temperature of the hot gas and its wall
  double above{0.6};     ///< of the cold one
  double layer{4};       ///< length of the hyperbolic tangent between them, sites
  double amplitude{2};   ///< root mean square of the interface about the middle, sites
  int waves{16};         ///< that the interface has along x: 1 to this number, of equal power and random phases
  std::uint64_t seed{1};

  double atwood() const { return (below - above) / (below + above); }
  /// The time in which the longest wave grows: sqrt(nx / (A g)), steps.
  double time() const;
  GasBox box() const;
};

/// Throws InputError for what cannot be stepped, and for gas that is not heavier above or whose density changes more
/// than threefold by gravity.
void require_rayleigh_taylor(const RayleighTaylor& flow);

/// Gives the first fields of a rectangle of the box: the pressure is that of the gas at rest, 1 T_0 in the middle.
std::vector<double> first_fields(const RayleighTaylor& flow, const Rectangle& own);

/// What a moment of the flow shows.
struct MixingState {
  std::int64_t step{0};
  double mass{0};  ///< sum of the densities, in the order of sites
  double mixing_length{
      0};  ///< integral of 1 - |2 theta - 1| over y, theta the mean temperature of a row from 0 to 1, sites
  double kinetic_energy{0};  ///< mean of u^2/2 by mass
  double largest_mach{0};
  double least_temperature{0};
  double most_temperature{0};
};
/// Looks at the fields of the whole box, [x][y][field_count]. Throws DeviceError, which says what to change, where they
/// are no gas any more.
MixingState look_at(const RayleighTaylor& flow, const std::vector<double>& fields, std::int64_t step);

/// Gives the fields of the whole box to the first process, and nothing to the others. Collective.
std::vector<double> gather_fields(const GasLattice& gas, const GasBox& box, const Communicator& processes);

}  // namespace perm::thermal
