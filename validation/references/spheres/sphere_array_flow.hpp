// SPDX-License-Identifier: Apache-2.0
// Creeping flow through cubic arrays of spheres, solved without any lattice of cells by the method of fundamental
// solutions (Kupradze and Aleksidze 1964). Periodic point forces below the sphere's surface are chosen such that the
// fluid rests on the surface. The fields of such forces satisfy the Stokes equations exactly, so the velocity that is
// left on the surface is the only error.
#pragma once

#include "validation/references/spheres/sphere_array.hpp"

namespace perm::reference {

struct SphereArrayDrag {
  double drag;      ///< K = F/(6 pi mu a U), F the whole force on a sphere, U the superficial velocity
  double error;     ///< estimated relative error of the drag, not below 1e-10
  double residual;  ///< largest velocity on the sphere, over U, where the solution did not ask for rest
};

/// Gives the drag on a sphere of the array, for flow along a side of the cube (by symmetry the permeability is the same
/// in all directions). The error is the larger of two: the difference to a coarser solution, and the root mean square
/// of the velocity left on the sphere. That velocity sets the scale of the error: by Lorentz's reciprocal theorem a
/// velocity on the surface changes the drag by its integral with the stress. Takes about 0.1 s for chi <= 0.9 and 1 to
/// 4 s at touching; any thread may call it. sphere_array_table.hpp gives the same drag at once. Throws
/// std::domain_error unless 0 < chi <= 1.
SphereArrayDrag solve_sphere_array(SphereLattice lattice, double chi);

}  // namespace perm::reference
