// SPDX-License-Identifier: Apache-2.0
// The published series for the drag on a sphere in a cubic array.
#pragma once

#include <optional>

#include "validation/references/sphere_array.hpp"

namespace perm::reference {

/// Gives the drag coefficient K = F/(6 pi mu a U) as the sum of q_s chi^s, s = 0 .. 30: Sangani and Acrivos (1982),
/// IJMF 8, 343, eq. 60 and table 1. Gives nothing for FCC, because its coefficients were in no source at hand, and for
/// chi > 0.75, where the missing terms cost 2e-4 (SC) and 7e-5 (BCC) and soon more. Throws std::domain_error unless 0 <
/// chi <= 1.
std::optional<double> sangani_acrivos_drag(SphereLattice lattice, double chi);

}  // namespace perm::reference
