// SPDX-License-Identifier: Apache-2.0
// Finds what the cells of a lattice change in a step, and what in them changes its sign in every step. Narrow pores
// hardly damp the latter: velocities across gaps are turned round by both walls. K misses by as much as what is
// staggered times what that changes, so it is measured, and taken out of the flow.
#pragma once

#include "core/large_array.hpp"
#include "lattice/cell_field.hpp"
#include "solver/backend.hpp"

namespace perm {

struct CellRates {
  LargeArray<CellField> changes;    ///< of density and momentum of the own cells, in a step
  LargeArray<CellField> staggered;  ///< minus the part of them that changes its sign in every step
  double staggered_squared{0};      ///< sum of u^2 + drho^2/3 of that part over the image
};

/// `before` and `after` are the moments of the own cells at the beginning and the end of the last `steps` steps. Takes
/// two steps. Collective.
CellRates find_rates(Backend& backend, LargeArray<CellField> before, LargeArray<CellField> after, int steps);

}  // namespace perm
