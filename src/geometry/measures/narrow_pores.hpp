// SPDX-License-Identifier: Apache-2.0
// How much of the pore space is too narrow to be resolved: the share of the pore volume that is not covered by any
// ball of a few voxels that itself is all pore. In other words, a morphological opening removes it. A gap of w voxels
// is covered by the ball of diameter d when w >= d, for the two d below.
#pragma once

#include <span>

#include "geometry/measures/distance_map.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

/// Shares of the pore voxels that no ball of 3 or of 5 voxels diameter covers; 0 without pores.
struct NarrowShares {
  double below_3{0};
  double below_5{0};
};

/// Measures the slab. A ball of diameter d is all voxels whose centres are less than (d+1)/2 from that of one voxel: 27
/// voxels for d = 3, 93 for d = 5. Collective; gives the same numbers on every process. Takes a few operations for each
/// word of 32 voxels, and one bit for each voxel of the slab. `distances` is the distance map of the slab, made with
/// the same rules.
NarrowShares measure_narrow_shares(const PoreSlab& slab, std::span<const SquaredDistance> distances,
                                   const FaceRules& rules = {});

}  // namespace perm
