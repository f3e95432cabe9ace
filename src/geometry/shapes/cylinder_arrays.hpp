// SPDX-License-Identifier: Apache-2.0
// Periodic arrays of equal, parallel, solid cylinders, as models of fibres: one unit cell an image, any number of
// voxels along the cylinders. Its sides are those along the axis after the cylinders' (first) and the one after that
// (second).
//   square     one cylinder in the middle of a square
//   hexagonal  two in a rectangle sqrt(3) times as long along its second side, at a corner and in the middle; as the
//              ratio of two whole numbers only approximates sqrt(3), neighbours may differ in distance by up to 1.5 %
// Centre lines are chosen so that the voxels keep the mirror planes, for even and odd sizes. Lengths in voxels.
#pragma once

#include <cstdint>
#include <vector>

#include "geometry/shapes/recipe.hpp"
#include "geometry/shapes/solids/cylinders.hpp"

namespace perm {

enum class CylinderArray { square, hexagonal };

/// How far the ratio of the sides of a hexagonal cell may be from sqrt(3), relative to it.
inline constexpr double largest_ratio_error = 0.02;

/// Gives the unit cell with `side` voxels along its first side and one voxel along the cylinders. Along its second side
/// it has as many as along the first (square), or the whole number nearest to sqrt(3) times as many (hexagonal).
Extent unit_cell(CylinderArray array, Axis axis, std::int64_t side);

/// Throws InputError when `extent` is not a unit cell. The message names an image that is one.
void require_unit_cell(CylinderArray array, const Extent& extent, Axis axis);

/// Gives the radius, in voxels, at which the nearest neighbours in this cell touch.
double touching_radius(CylinderArray array, const Extent& extent, Axis axis);

/// Gives the porosity of the exact geometry in this cell, for a radius up to touching_radius.
double array_porosity(CylinderArray array, const Extent& extent, Axis axis, double radius);

/// Gives the radius, in voxels, at which this cell has the porosity. Throws InputError, which names the lowest
/// porosity, when cylinders would have to overlap.
double array_radius(CylinderArray array, const Extent& extent, Axis axis, double porosity);

/// Gives the cylinders of one cell. Throws InputError, which names the lowest porosity, when they overlap.
std::vector<Cylinder> array_cylinders(CylinderArray array, const Extent& extent, Axis axis, double radius);

/// Gives the array that a recipe asks for. Throws InputError when its image is not a unit cell, and when no cylinders
/// can have the size that it asks for.
std::vector<Cylinder> place_cylinder_array(CylinderArray array, const Recipe& recipe);
/// Gives the surface of that array.
std::shared_ptr<const Surface> surface_of_cylinder_array(CylinderArray array, const Recipe& recipe);

// The table of kinds uses these functions.
template <CylinderArray array>
double porosity_of_cylinder_array(const Recipe& recipe) {
  return array_porosity(array, recipe.extent, axis_of(recipe), *recipe.radius);
}
template <CylinderArray array>
std::shared_ptr<const Surface> surface_of_cylinder_array(const Recipe& recipe, const Communicator& /*processes*/) {
  return surface_of_cylinder_array(array, recipe);
}
template <CylinderArray array>
void check_cylinder_array(const Recipe& recipe) {
  place_cylinder_array(array, recipe);
}
template <CylinderArray array>
Extent unit_cell(Axis axis, std::int64_t side) {
  return unit_cell(array, axis, side);
}

}  // namespace perm
