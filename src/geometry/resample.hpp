// SPDX-License-Identifier: Apache-2.0
// Makes the same image of smaller or larger voxels. Refining keeps the geometry exactly, staircases included, so a flow
// through the refined image shows the error of the solver alone. Coarsening draws the geometry again with voxels of
// twice the size, as a coarser scan would have, so a flow through the coarsened image also shows what the segmentation
// into voxels does. The result depends on the image alone, not on how processes share it.
#pragma once

#include "core/extent.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

/// Gives the extent of `refine`: `factor` times as many; 1 stays 1.
Extent refined_extent(const Extent& image, int factor);

/// Each voxel of `pores` becomes factor x factor x factor voxels of the same kind; `factor` is 1 or more. An extent of
/// 1, which does not vary along that axis, stays 1. Porosity and, under the links of D3Q19, connections stay as they
/// are. Each process keeps its part: only the counts of planes
/// travel. Collective.
PoreSlab refine(const PoreSlab& pores, int factor);

/// Gives the extent of `coarsen`: 1/`factor` of it, rounded down; 1 stays 1. Throws InputError where less than 2 voxels
/// would be left along another axis.
Extent coarsened_extent(const Extent& image, int factor = 2);

/// factor x factor x factor voxels become one, which is pore when most of them are. When half of them are, the one at
/// the lowest x, y and z decides: in media that are alike in all directions it is pore in half of all ties, so that
/// porosity has no bias. A flat wall stays flat; a rule that alternates or throws dice would make it rough. What is
/// left over of an extent is lost. An extent of 1, which does not vary along that axis, stays 1, and the rule takes
/// factor x factor voxels. `factor` is 1 to 6. Collective. Throws as coarsened_extent does.
PoreSlab coarsen(const PoreSlab& pores, int factor = 2);

/// Gives the image in voxels of another shape: `extent` of them fill the box of the image, and each is what the voxel
/// is in which its centre lies. Each process keeps its part. Collective. Throws InputError when an extent is not
/// positive.
PoreSlab draw_with(const PoreSlab& pores, const Extent& extent);

}  // namespace perm
