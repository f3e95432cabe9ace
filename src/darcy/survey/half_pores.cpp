// SPDX-License-Identifier: Apache-2.0
#include "darcy/survey/half_pores.hpp"

#include <utility>

#include "core/phases/phase_clock.hpp"
#include "geometry/connectivity/connectivity.hpp"
#include "geometry/halving.hpp"
#include "geometry/measures/pore_size.hpp"

namespace perm {

HalfPores::HalfPores(const PoreSlab& whole, Axis direction, const FaceRules& rules)
    : axis(direction), closed(rules.closed()) {
  const PhaseScope halving(Phase::halving);
  PoreSlab all = halve(whole);
  all_cells = all.count_pores();
  specific_surface = measure_specific_surface(all, rules);
  const PhaseScope components(Phase::components);
  const Connectivity connectivity(std::move(all), closed);
  cells = connectivity.count_percolating(axis);
  pores = connectivity.percolating(axis);
}

}  // namespace perm
