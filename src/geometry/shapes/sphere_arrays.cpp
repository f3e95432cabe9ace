// SPDX-License-Identifier: Apache-2.0
#include "geometry/shapes/sphere_arrays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "core/errors.hpp"
#include "geometry/shapes/recipe_checks.hpp"

namespace perm {
namespace {

/// Spheres at distance sqrt(distance2) from any sphere, for a cell of side 1.
struct Shell {
  int neighbours;
  double distance2;
};

/// The squares are exact, so that both radii below are correctly rounded.
struct Lattice {
  int spheres;
  std::array<Shell, 2> shells;  // only those that meet before the throats close
  double closing_radius2;       // squared circumradius of the smallest triangle of neighbours
};

Lattice lattice_of(SphereArray array) {
  switch (array) {
    case SphereArray::sc:
      return {1, {{{6, 1.0}, {12, 2.0}}}, 0.5};
    case SphereArray::bcc:
      return {2, {{{8, 0.75}, {6, 1.0}}}, 0.28125};
    case SphereArray::fcc:
      break;
  }
  return {4, {{{12, 0.5}, {6, 1.0}}}, 1.0 / 6.0};
}

const char* name_of(SphereArray array) {
  return array == SphereArray::sc ? "sc" : array == SphereArray::bcc ? "bcc" : "fcc";
}

/// Gives the volume of a sphere of radius r beyond the midplane between it and a neighbour at `distance`.
double cap_volume(double r, double distance) {
  const double height = r - distance / 2;
  return height > 0 ? std::numbers::pi * height * height * (3 * r - height) / 3 : 0;
}

}  // namespace

double touching_radius(SphereArray array) { return std::sqrt(lattice_of(array).shells[0].distance2) / 2; }

double closing_radius(SphereArray array) { return std::sqrt(lattice_of(array).closing_radius2); }

double array_porosity(SphereArray array, double radius) {
  const Lattice lattice = lattice_of(array);
  double solid = sphere_volume(radius);
  for (const Shell& shell : lattice.shells) solid -= shell.neighbours * cap_volume(radius, std::sqrt(shell.distance2));
  return 1 - lattice.spheres * solid;
}

double array_radius(SphereArray array, double porosity) {
  double large = closing_radius(array);
  const double lowest = array_porosity(array, large);
  if (porosity < lowest)
    throw InputError(fmt::format("An {} array cannot have the porosity {}", name_of(array), porosity),
                     fmt::format("its throats close at {:.4f}; the spheres touch at {:.4f}", lowest,
                                 array_porosity(array, touching_radius(array))),
                     fmt::format("Give a porosity from {:.4f} to 1", lowest + 1e-4));
  double small = 0;
  for (;;) {
    const double middle = (small + large) / 2;
    if (middle <= small || middle >= large) return small;
    (array_porosity(array, middle) > porosity ? small : large) = middle;
  }
}

std::vector<Sphere> array_spheres(SphereArray array, std::int64_t side, double radius) {
  const auto length = static_cast<double>(side);
  if (radius > closing_radius(array) * length)
    throw InputError(fmt::format("The radius {} is too large for an {} array of side {}", radius, name_of(array), side),
                     "the spheres close every throat",
                     fmt::format("Give a radius up to {:.2f}; they touch at {:.2f}", closing_radius(array) * length,
                                 touching_radius(array) * length));
  const double h = length / 2;
  switch (array) {
    case SphereArray::sc:
      return {{h, h, h, radius}};
    case SphereArray::bcc:
      return {{0, 0, 0, radius}, {h, h, h, radius}};
    case SphereArray::fcc:
      break;
  }
  return {{0, 0, 0, radius}, {0, h, h, radius}, {h, 0, h, radius}, {h, h, 0, radius}};
}

std::vector<Sphere> place_sphere_array(SphereArray array, const Recipe& recipe) {
  const Extent& extent = recipe.extent;
  const std::int64_t side = extent.nx;
  if (extent.ny != side || extent.nz != side)
    throw InputError(fmt::format("An array of size {} is not cubic", to_string(extent)), "an image is one unit cell",
                     fmt::format("Give one number, for example --size {}", std::min({side, extent.ny, extent.nz})));
  require_one_size(recipe, "spheres");
  const double radius =
      recipe.porosity ? array_radius(array, *recipe.porosity) * static_cast<double>(side) : *recipe.radius;
  require_visible(recipe, "sphere", radius);
  return array_spheres(array, side, radius);
}

}  // namespace perm
