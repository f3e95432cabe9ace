// SPDX-License-Identifier: Apache-2.0
// How much of the pore space is too narrow to be resolved: the share of the pore volume that no ball of a few voxels,
// itself all pore, covers. What is left by a morphological opening, in other words; a gap of w voxels is covered by the
// ball of diameter d when w >= d, for the odd d below.
#pragma once

#include <vector>

#include "geometry/measures/distance_map.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

/// Pore voxels that no ball of this diameter, in voxels, covers, over all pore voxels; 0 without pores.
struct NarrowShares {
  double below_3{0};
  double below_5{0};
};

/// A ball of diameter d is all voxels whose centres are less than (d+1)/2 from that of one voxel: 27 voxels for d = 3,
/// 93 for d = 5. On the periodic image. Collective; the same numbers on every process. A few
/// operations a word of 32 voxels; takes six bits a voxel of the slab. `distances` is the slab's map.
NarrowShares measure_narrow_shares(const PoreSlab& slab, const std::vector<SquaredDistance>& distances);

}  // namespace perm
