// SPDX-License-Identifier: Apache-2.0
// Random packings of spheres that do not overlap, in a periodic box: placed at random and pushed apart until no two
// overlap. Equal spheres reach a porosity of about 0.37 (random close packing). Many of the spheres come out nearly
// touching, as in a bed. Moves at random, where they are asked for, bring them to the equilibrium of hard spheres, for
// which correlations for the drag hold: at porosity 0.9 its K is 13 % smaller.
#pragma once

#include <cstdint>
#include <vector>

#include "geometry/shapes/recipe.hpp"
#include "geometry/shapes/solids/spheres.hpp"

namespace perm {

struct PackingRequest {
  Extent extent{64, 64, 64};
  double porosity{0.4};     ///< 1 - volume of the spheres over volume of the box, above 0 and below 1
  double radius{6.4};       ///< mean radius, voxels, from 1 to half the smallest extent
  double radius_spread{0};  ///< standard deviation of the radius over its mean (log-normal), 0 to 0.5
  std::uint64_t seed{1};
  std::int64_t moves{0};  ///< of each sphere at random, once none overlap (hard_spheres.hpp); none or more
};

/// Gives centres and radii of a packing in voxels, with the centres within the box. The number of spheres is the one
/// whose volume is nearest to the solid volume that the porosity leaves; then all radii are scaled by one factor
/// (nearer to 1 the more spheres there are) so that the porosity is exact. A log-normal radius is drawn again when it
/// is farther than 3 standard deviations of its logarithm from the median. Method: overlapping spheres repel each other
/// in proportion to their overlap, and the energy is minimised to zero (O'Hern, Silbert, Liu & Nagel 2003) with FIRE
/// (Bitzek et al. 2006); radii are 0.1 % larger meanwhile, so that the end is reached in finitely many steps. A small
/// packing that jams is started again from other places. Throws InputError for values outside the ranges above, and
/// when the spheres jam; the message then names the porosity reached.
std::vector<Sphere> pack_spheres(const PackingRequest& request);

/// Draws the packing of a recipe, whose porosity is 0.4 unless given. Every process packs all spheres.
void draw_packing(PoreSlab& slab, const Recipe& recipe);

/// Packs these spheres, before they are shifted.
std::vector<Sphere> spheres_of_packing(const Recipe& recipe, const Communicator& processes);

}  // namespace perm
