// SPDX-License-Identifier: Apache-2.0
// Arrays of equal parallel circular cylinders: square, and hexagonal as the centred rectangular array that a box of
// voxels holds. Lengths are in widths of the rectangular cell (along x), which holds 1 and 2 cylinders.
#pragma once

#include <numbers>

namespace perm::reference {

enum class CylinderLattice { square, hexagonal };

/// The rectangular cell: 1 wide and `height` high, with a cylinder at its corners and, if centred, one in the middle.
struct CylinderCell {
  double height;
  bool centred;

  double area_for_each() const { return centred ? height / 2 : height; }
};

/// Gives the cell of a lattice. `aspect` is the height over the width of the hexagonal lattice's cell, sqrt(3) for the
/// true one; the square lattice ignores it. Throws std::domain_error unless aspect > 0.
CylinderCell cylinder_cell(CylinderLattice lattice, double aspect = std::numbers::sqrt3);

/// Gives the radius at which nearest cylinders touch.
double touching_radius(const CylinderCell& cell);

/// Gives the radius for that solid fraction. Throws std::domain_error unless 0 < solid_fraction < the one at touching.
double cylinder_radius(const CylinderCell& cell, double solid_fraction);

/// Gives the permeability over the radius squared for flow across the cylinders, from F = force on a cylinder per
/// length over mu U, with its share of the mean pressure gradient: k = (area for each)/F (Sangani and Acrivos 1982,
/// IJMF 8, 193).
double permeability_from_force(const CylinderCell& cell, double solid_fraction, double force);

}  // namespace perm::reference
