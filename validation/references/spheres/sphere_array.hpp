// SPDX-License-Identifier: Apache-2.0
// The three cubic arrays of equal spheres: simple, body-centred and face-centred. Lengths are in sides of the cube,
// which holds 1, 2 and 4 spheres; chi is the sphere radius over the radius at which spheres touch.
#pragma once

namespace perm::reference {

enum class SphereLattice { sc, bcc, fcc };

/// Gives the number of spheres in a cube: 1, 2, 4.
int spheres_in_cube(SphereLattice lattice);

/// Gives the sphere radius over the cube's side at which nearest neighbours touch: 1/2, sqrt(3)/4, sqrt(2)/4.
double touching_radius(SphereLattice lattice);

/// Gives the solid fraction at which nearest neighbours touch: pi/6, sqrt(3) pi/8, sqrt(2) pi/6.
double closest_packing(SphereLattice lattice);

/// Gives the solid fraction of the array with that chi. Throws std::domain_error unless 0 < chi <= 1.
double solid_fraction(SphereLattice lattice, double chi);

/// Gives chi of the array with that solid fraction. Throws std::domain_error unless 0 < solid_fraction <=
/// closest_packing.
double radius_ratio(SphereLattice lattice, double solid_fraction);

/// Gives the permeability over the cube's side squared, from the drag coefficient K = F/(6 pi mu a U): F is the whole
/// force on one sphere, with its share of the mean pressure gradient, a is its radius, U the superficial velocity. The
/// spheres carry all of the pressure drop, so k = V/(6 pi a K), where V is the volume for each sphere (Sangani and
/// Acrivos 1982). Throws std::domain_error unless 0 < chi <= 1 and drag > 0.
double permeability_from_drag(SphereLattice lattice, double chi, double drag);

}  // namespace perm::reference
