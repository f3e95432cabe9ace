// SPDX-License-Identifier: Apache-2.0
// Creeping flow across arrays of parallel cylinders, by the method of fundamental solutions, as for spheres
// (sphere_array_flow.hpp).
#pragma once

#include <numbers>

#include "validation/references/cylinders/cylinder_array.hpp"

namespace perm::reference {

struct CylinderArrayPermeability {
  double permeability_over_radius2;
  double error;     ///< estimated relative error, not below 1e-10
  double residual;  ///< largest velocity on the cylinder over U, where the solution did not ask for rest
};

/// Gives the solid fraction below which solve_cylinder_array has a solution: 0.999 of the one at which cylinders touch.
double largest_solid_fraction(CylinderLattice lattice, double aspect = std::numbers::sqrt3);

/// Gives the permeability along x, across the cylinders, over their radius squared. `aspect` is the height over the
/// width of the hexagonal lattice's cell, with the flow along the width. A box of voxels only approximates the true
/// lattice's sqrt(3), and then the exact value for that box is wanted. The square lattice ignores `aspect`. Takes a few
/// hundredths of a second. Throws std::domain_error unless aspect > 0 and 0 < solid_fraction <
/// largest_solid_fraction.
CylinderArrayPermeability solve_cylinder_array(CylinderLattice lattice, double solid_fraction,
                                               double aspect = std::numbers::sqrt3);

}  // namespace perm::reference
