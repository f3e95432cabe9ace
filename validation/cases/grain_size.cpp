// SPDX-License-Identifier: Apache-2.0
#include "validation/cases/grain_size.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/shapes/cylinder_arrays.hpp"
#include "geometry/shapes/fibres.hpp"
#include "geometry/shapes/recipe_checks.hpp"
#include "geometry/shapes/solids/spheres.hpp"
#include "geometry/shapes/sphere_arrays.hpp"

namespace perm::validation {
namespace {

std::optional<SphereArray> array_of_spheres(GeometryKind kind) {
  if (kind == GeometryKind::sc) return SphereArray::sc;
  if (kind == GeometryKind::bcc) return SphereArray::bcc;
  if (kind == GeometryKind::fcc) return SphereArray::fcc;
  return {};
}

std::optional<CylinderArray> array_of_cylinders(GeometryKind kind) {
  if (kind == GeometryKind::cylinders_square) return CylinderArray::square;
  if (kind == GeometryKind::cylinders_hexagonal) return CylinderArray::hexagonal;
  return {};
}

/// Gives the grains of an array whose `porosity_of` a radius is known: the surface is the change of the volume.
template <typename PorosityOf>
GrainSize grains_of(double radius, const PorosityOf& porosity_of) {
  const double step = 1e-4 * radius;
  return {2 * radius, (porosity_of(radius - step) - porosity_of(radius)) / step};
}

std::optional<GrainSize> spheres_in_array(SphereArray array, const Recipe& recipe, double porosity) {
  if (porosity < array_porosity(array, closing_radius(array)) || porosity >= 1) return {};
  const auto side = static_cast<double>(recipe.extent.nx);
  return grains_of(array_radius(array, porosity) * side,
                   [&](double radius) { return array_porosity(array, radius / side); });
}

std::optional<GrainSize> cylinders_in_array(CylinderArray array, const Recipe& recipe, double porosity) {
  const Axis axis = axis_of(recipe);
  const double touching = touching_radius(array, recipe.extent, axis);
  if (porosity < array_porosity(array, recipe.extent, axis, touching) || porosity >= 1) return {};
  return grains_of(array_radius(array, recipe.extent, axis, porosity),
                   [&](double radius) { return array_porosity(array, recipe.extent, axis, radius); });
}

/// Gives the grains of a packing. The number of spheres is whole, so they are a little larger or smaller than the
/// recipe asks.
std::optional<GrainSize> packed_spheres(const Recipe& recipe, double porosity) {
  if (recipe.radius_spread != 0 || porosity <= 0 || porosity >= 1) return {};
  const double solid = (1 - porosity) * static_cast<double>(recipe.extent.voxels());
  const double spheres = std::max(1.0, std::round(solid / sphere_volume(choose_sphere_radius(recipe))));
  const double diameter = 2 * std::cbrt(solid / spheres / sphere_volume(1));
  return GrainSize{diameter, 6 * (1 - porosity) / diameter};
}

std::optional<GrainSize> overlapping_spheres(const Recipe& recipe, double porosity) {
  if (porosity <= 0 || porosity >= 1) return {};
  const double radius = choose_sphere_radius(recipe);
  return GrainSize{2 * radius, -3 * porosity * std::log(porosity) / radius};
}

/// Gives the fibres of one radius, without their ends.
std::optional<GrainSize> random_fibres(const Recipe& recipe, double porosity) {
  if (recipe.second_radius || porosity <= 0 || porosity >= 1) return {};
  const double radius = choose_fibre_radius(recipe);
  const double share = recipe.overlap == FibreOverlap::yes ? -porosity * std::log(porosity) : 1 - porosity;
  return GrainSize{2 * radius, 2 * share / radius};
}

}  // namespace

std::optional<GrainSize> grain_size(const Recipe& recipe, double porosity) {
  if (const auto array = array_of_spheres(recipe.kind)) return spheres_in_array(*array, recipe, porosity);
  if (const auto array = array_of_cylinders(recipe.kind)) return cylinders_in_array(*array, recipe, porosity);
  if (recipe.kind == GeometryKind::packing) return packed_spheres(recipe, porosity);
  if (recipe.kind == GeometryKind::fibres) return random_fibres(recipe, porosity);
  if (recipe.kind == GeometryKind::overlap) return overlapping_spheres(recipe, porosity);
  return {};
}

std::vector<double> default_porosities(GeometryKind kind) {
  std::vector<double> all;
  if (const auto array = array_of_spheres(kind)) {
    const double touching = array_porosity(*array, touching_radius(*array));
    constexpr int points = 15;
    for (int i = 0; i < points; ++i) all.push_back(touching + (0.98 - touching) * i / (points - 1));
  } else {
    for (int i = 0; i < 12; ++i) all.push_back((40 + 5 * i) / 100.0);
  }
  return all;
}

}  // namespace perm::validation
