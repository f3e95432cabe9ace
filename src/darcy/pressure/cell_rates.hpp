// SPDX-License-Identifier: Apache-2.0
// Finds what the cells of a lattice change in a step, and what in them changes its sign in every step. Narrow pores
// hardly damp the latter: velocities across gaps are turned round by both walls. K misses by as much as what is
// staggered times what that changes, so it is measured, and taken out of the flow.
#pragma once

#include <span>

#include "lattice/cell_field.hpp"
#include "solver/backend.hpp"

namespace perm {

/// `before` and `after` are the moments of the own cells at the beginning and the end of the last `steps` steps. Puts
/// what density and momentum change in a step in the place of `before`, and minus the part of them that changes its
/// sign in every step into `staggered`. Gives the sum of u^2 + drho^2/3 of that part over the image, in squared forces.
/// Takes two steps. Collective.
double find_rates(Backend& backend, std::span<CellField> before, std::span<const CellField> after,
                  std::span<CellField> staggered, int steps);

}  // namespace perm
