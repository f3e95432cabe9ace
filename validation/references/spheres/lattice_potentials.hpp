// SPDX-License-Identifier: Apache-2.0
// The two potentials of a lattice of points (Hasimoto 1959), near one of its points.
#pragma once

#include "validation/references/spheres/polynomial.hpp"
#include "validation/references/spheres/sphere_array.hpp"

namespace perm::reference {

/// Holds Taylor polynomials about a lattice point. With V the volume of a cell and waves k of the reciprocal lattice,
///   S1 = sum_{k != 0} exp(i k x)/(V k^2) = 1/(4 pi r) + first,   S2 = sum_{k != 0} exp(i k x)/(V k^4) = -r/(8 pi) +
///   second.
/// A force F at every lattice point drives the Stokes flow u_i = F_j (delta_ij S1 + d_i d_j S2), of mean 0, for
/// viscosity 1.
struct LatticePotentials {
  Polynomial first;
  Polynomial second;  ///< but for its constant, which no velocity has
  double cell_volume{0};
};

/// Gives them for points as in the array, in sides of its cube, up to terms of `degree`, which is at most 40. Beyond
/// that terms of harmonics cancel each other too far.
LatticePotentials expand_potentials(SphereLattice lattice, int degree);

}  // namespace perm::reference
