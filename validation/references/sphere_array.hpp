// SPDX-License-Identifier: Apache-2.0
// The three cubic arrays of equal spheres: simple, body-centred and face-centred. Lengths are in sides of the cube,
// which holds 1, 2 and 4 spheres; chi is the sphere radius over the radius at which spheres touch.
#pragma once

namespace perm::reference {

enum class SphereLattice { sc, bcc, fcc };

/// Spheres in a cube: 1, 2, 4.
int spheres_in_cube(SphereLattice lattice);

/// Sphere radius over the cube's side where nearest neighbours touch: 1/2, sqrt(3)/4, sqrt(2)/4.
double touching_radius(SphereLattice lattice);

/// Solid fraction where nearest neighbours touch: pi/6, sqrt(3) pi/8, sqrt(2) pi/6.
double closest_packing(SphereLattice lattice);

/// Solid fraction of the array with that chi. Throws std::domain_error unless 0 < chi <= 1.
double solid_fraction(SphereLattice lattice, double chi);

/// chi of the array with that solid fraction. Throws std::domain_error unless 0 < solid_fraction <= closest_packing.
double radius_ratio(SphereLattice lattice, double solid_fraction);

/// Permeability over the cube's side squared, from the drag coefficient K = F/(6 pi mu a U): F is the whole force on
/// one sphere, the mean pressure gradient's share included, a its radius, U the superficial velocity. As spheres carry
/// all of the pressure drop, k = V/(6 pi a K) with V the volume for each sphere (Sangani and Acrivos 1982).
/// Throws std::domain_error unless 0 < chi <= 1 and drag > 0.
double permeability_from_drag(SphereLattice lattice, double chi, double drag);

}  // namespace perm::reference
