// SPDX-License-Identifier: Apache-2.0
// Noise: each voxel is solid by chance, alone. It is the hardest medium for whatever stores pore voxels only, because
// every row of voxels is cut into pieces of one or two (Huang et al. 2015, Fig. 5: obstacles of one voxel).
#pragma once

#include "geometry/pore_slab.hpp"
#include "geometry/shapes/recipe.hpp"

namespace perm {

/// Draws the noise of a recipe. The porosity of n voxels is off by about sqrt(porosity (1 - porosity) / n), one
/// standard deviation. Throws InputError where it gives no porosity, or one that is not above 0 and up to 1.
void draw_noise(PoreSlab& slab, const Recipe& recipe);

}  // namespace perm
