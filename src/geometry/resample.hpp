// SPDX-License-Identifier: Apache-2.0
// The same image in smaller or larger voxels. Refining keeps the geometry to the letter, staircases included, so a flow
// through the refined image shows the error of the solver alone. Coarsening draws it again with voxels of twice the
// size, as a coarser scan would have, so a flow through that also shows what the segmentation into voxels does.
// The result depends on the image alone, not on how processes share it.
#pragma once

#include "core/extent.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

/// Each voxel of `pores` becomes factor x factor x factor voxels of the same kind; `factor` is 1 or more. Porosity and,
/// under the links of D3Q19, connections stay as they are. Each process keeps its part: only the counts of planes
/// travel. Collective.
PoreSlab refine(const PoreSlab& pores, int factor);

/// The extent of `coarsen`: half, rounded down; 1 stays 1. Throws InputError where an extent of 2 or 3 would become 1.
Extent coarsened_extent(const Extent& image);

/// 2 x 2 x 2 voxels become one, which is pore where most of them are. Where half of them are, the one at the lowest x,
/// y and z decides: in media that are alike in all directions it is pore in half of all ties, so that porosity has no
/// bias, and a flat wall stays flat, where a rule that alternates or throws dice would roughen it. Of an odd extent the
/// last voxel is cut off. An extent of 1, which does not vary along that axis, stays 1, and the rule takes 2 x 2
/// voxels. Collective. Throws what coarsened_extent throws.
PoreSlab coarsen(const PoreSlab& pores);

}  // namespace perm
