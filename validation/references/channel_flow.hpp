// SPDX-License-Identifier: Apache-2.0
// Exact permeabilities of straight channels: mean velocity over the open cross-section times viscosity over the
// pressure gradient, in the square of the unit of the arguments. They hold for any laminar flow, creeping or not. All
// throw std::domain_error unless their arguments are positive.
#pragma once

namespace perm::reference {

/// Gives H^2/12, the permeability between parallel plates (Poiseuille).
double plates_permeability(double gap);

/// Gives what lattice Boltzmann must give for plates `gap` cells apart, to round-off: H^2/12 + 1/24. Half-way
/// bounce-back with magic parameter 3/16 gives the exact parabola in the cells' centres (Ginzburg and d'Humieres 2003),
/// and the mean of a parabola over centres is above its integral by 1/24.
double plates_permeability_on_lattice(double gap);

/// Gives the permeability of a rectangular duct (Boussinesq 1868; White, Viscous fluid flow, chapter 3).
double duct_permeability(double height, double width);

/// Gives R^2/8, the permeability of a circular tube (Hagen and Poiseuille).
double tube_permeability(double radius);

/// Gives the permeability between coaxial cylinders, inner < outer: (ro^2 + ri^2 - (ro^2 - ri^2)/ln(ro/ri))/8.
double annulus_permeability(double inner, double outer);

/// Gives a^2 b^2/(4 (a^2 + b^2)), the permeability of an ellipse with those half axes (Boussinesq 1868).
double ellipse_permeability(double half_width, double half_height);

/// Gives side^2/80, the permeability of an equilateral triangle (Boussinesq 1868).
double triangle_permeability(double side);

}  // namespace perm::reference
