// SPDX-License-Identifier: Apache-2.0
// Derives the series for the drag on the spheres of cubic arrays, in powers of chi (Sangani and Acrivos 1982).
#pragma once

#include <vector>

#include "validation/references/spheres/sphere_array.hpp"

namespace perm::reference {

/// Gives q_0, q_1, ... of K = F/(6 pi mu a U) = sum of q_s chi^s, `terms` of them, at most 31. They are right to about
/// 1e-9. Takes about a second. Throws std::domain_error for another number of terms.
std::vector<double> derive_drag_series(SphereLattice lattice, int terms);

}  // namespace perm::reference
