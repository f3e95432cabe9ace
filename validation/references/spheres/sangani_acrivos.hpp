// SPDX-License-Identifier: Apache-2.0
// The series for the drag on a sphere in a cubic array, in powers of chi.
#pragma once

#include <optional>
#include <span>

#include "validation/references/spheres/sphere_array.hpp"

namespace perm::reference {

/// Gives q_0 .. q_30 of the drag coefficient K = F/(6 pi mu a U) = sum of q_s chi^s: Sangani and Acrivos (1982), IJMF
/// 8, 343, eq. 60, derived anew (sphere_array_series.hpp). Of their table 1, SC agrees to 3e-6 in every coefficient,
/// BCC to 1e-6 up to q_9; from q_10 on the printed ones of BCC are off by 3e-5 to 3e-3.
std::span<const double> sangani_acrivos_coefficients(SphereLattice lattice);

/// Gives the sum of these terms. Gives nothing for chi > 0.75, where the missing terms cost 2e-4 (SC), 7e-5 (BCC) and
/// 5e-4 (FCC), and soon more; at 0.6 they cost at most 9e-7. Throws std::domain_error unless 0 < chi <= 1.
std::optional<double> sangani_acrivos_drag(SphereLattice lattice, double chi);

}  // namespace perm::reference
