// SPDX-License-Identifier: Apache-2.0
// Lets the grains of an image grow into its pores, or shrink, by a distance: a family of media of other porosities from
// one image. In the words of mathematical morphology the solid is dilated or eroded by a ball (Serra 1982).
#pragma once

#include "core/boundary.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

/// Gives the image in which pores have become solid, and solid pores.
PoreSlab with_exchanged_phases(PoreSlab pores);

/// The largest distance by which grains grow or shrink, in voxels: the distance map tells no larger ones apart.
inline constexpr double most_growth = 255;

/// Gives the rules of a medium that goes on beyond its faces: as they are across a periodic face, as in a mirror across
/// every other one. A sleeve is no grain: it neither grows nor adds to the surface of the grains.
FaceRules rules_of_medium(const FaceRules& rules);

/// Gives the pores between grains that have grown by `voxels`, or shrunk where that is negative. A pore voxel becomes
/// solid where the distance between its centre and that of a solid voxel is no more than `voxels`, and a solid voxel
/// becomes pore where it is so near to a pore voxel. Distances are exact, so 0.5 changes nothing, 1 adds the voxels
/// that share a face, and 1.5 those that share an edge too. Beyond the faces the medium goes on as rules_of_medium
/// says. Where there is no solid, nothing grows, and where there are no pores, nothing shrinks. The result is the same
/// for every number of threads and processes. Collective. Takes 2 bytes for each voxel of the slab, and the memory that
/// map_squared_distances takes. Throws InputError where `voxels` is no number from -255 to 255.
PoreSlab grow_grains(const PoreSlab& pores, double voxels, const FaceRules& rules = {});

}  // namespace perm
