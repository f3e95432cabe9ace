// SPDX-License-Identifier: Apache-2.0
// Overlapping spheres (the "Swiss cheese" or Boolean model): equal spheres at independent, uniformly distributed
// places of a periodic box, added one by one until the image has the porosity asked for.
#pragma once

#include <cstdint>
#include <vector>

#include "geometry/pore_slab.hpp"
#include "geometry/shapes/recipe.hpp"
#include "geometry/shapes/solids/spheres.hpp"

namespace perm {

struct OverlapRequest {
  double porosity{0.5};  ///< pore voxels over all, above 0 up to 1 (no sphere)
  double radius{6};      ///< voxels, from 1 to half the smallest extent
  std::uint64_t seed{1};
};

/// Adds spheres until the next would pass the porosity; that last one is kept when the image is nearer to the porosity
/// with it than without. The result is off by less than half a sphere's volume over the image's. Takes about
/// -ln(porosity) * volume / sphere volume spheres (Weissberg 1963).
/// Throws InputError for values outside the ranges above.
/// Draws into the slab of an image, and gives the spheres; collective.
std::vector<Sphere> draw_overlapping_spheres(PoreSlab& image, const OverlapRequest& request);

/// Draws the spheres of a recipe. Throws InputError also when it gives no porosity.
void draw_overlap(PoreSlab& slab, const Recipe& recipe);

/// Places these spheres; collective.
std::vector<Sphere> spheres_of_overlap(const Recipe& recipe, const Communicator& processes);

}  // namespace perm
