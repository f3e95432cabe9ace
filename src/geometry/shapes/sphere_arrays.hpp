// SPDX-License-Identifier: Apache-2.0
// Simple, body-centred and face-centred cubic arrays of equal spheres, one unit cell an image. Sphere centres are
// chosen so that the voxels keep every mirror plane and axis permutation of the cube, for even and odd sizes.
// Spheres may overlap as long as the throats between them stay open; the porosity is exact up to there.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "geometry/shapes/recipe.hpp"
#include "geometry/shapes/solids/spheres.hpp"

namespace perm {

enum class SphereArray { sc, bcc, fcc };

/// Gives the radius at which neighbours touch, over the cell's side: 1/2, sqrt(3)/4, sqrt(2)/4.
double touching_radius(SphereArray array);

/// Gives the radius at which the throats between three neighbours close, over the cell's side: 0.7071, 0.5303, 0.4082.
double closing_radius(SphereArray array);

/// Gives the porosity of the exact geometry; `radius` is over the cell's side, from 0 to closing_radius. The solid is
/// the volume of the spheres less the lenses that pairs of them share; no point lies in three spheres up to that
/// radius.
double array_porosity(SphereArray array, double radius);

/// Gives the radius over the cell's side for a porosity. Throws InputError, which names the lowest porosity, when
/// `porosity` would need a radius beyond closing_radius.
double array_radius(SphereArray array, double porosity);

/// Gives the array in a cube of `side` voxels. Throws InputError for a radius (voxels) beyond closing_radius.
std::vector<Sphere> array_spheres(SphereArray array, std::int64_t side, double radius);

/// Gives the array that a recipe asks for. Throws InputError when its image is not a cube, and for a size that it
/// cannot have.
std::vector<Sphere> place_sphere_array(SphereArray array, const Recipe& recipe);

// The table of kinds uses these functions.
template <SphereArray array>
void draw_sphere_array(PoreSlab& slab, const Recipe& recipe) {
  draw_spheres(slab, place_sphere_array(array, recipe), recipe.shift);
}
template <SphereArray array>
std::vector<Sphere> spheres_of_array(const Recipe& recipe, const Communicator& /*processes*/) {
  return place_sphere_array(array, recipe);
}
template <SphereArray array>
double porosity_of_sphere_array(const Recipe& recipe) {
  return array_porosity(array, *recipe.radius / static_cast<double>(recipe.extent.nx));
}
template <SphereArray array>
void check_sphere_array(const Recipe& recipe) {
  place_sphere_array(array, recipe);
}

}  // namespace perm
