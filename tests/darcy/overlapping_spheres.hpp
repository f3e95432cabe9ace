// SPDX-License-Identifier: Apache-2.0
// Makes rock-like images for tests: the pores between overlapping spheres that percolate along x.
#pragma once

#include <cstdint>

#include "geometry/connectivity/connectivity.hpp"
#include "geometry/shapes/recipe.hpp"

namespace perm {

inline PoreSpace percolating_spheres(std::int64_t size, double radius, double porosity,
                                     std::uint64_t seed = Recipe{}.seed) {
  Recipe recipe;
  recipe.kind = GeometryKind::overlap;
  recipe.extent = {size, size, size};
  recipe.radius = radius;
  recipe.porosity = porosity;
  recipe.seed = seed;
  return Connectivity(generate(recipe)).percolating(Axis::x).pores();
}

}  // namespace perm
