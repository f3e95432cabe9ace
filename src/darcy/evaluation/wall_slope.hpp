// SPDX-License-Identifier: Apache-2.0
// Tells from a solved flow how much of its permeability hangs on slip along the walls. It needs no second flow: where
// the fluid slips by s times the shear, K grows as it does where the walls move by s into the solid, to first order
// (Hadamard's derivative, darcy/evaluation/wall_gains.hpp).
#pragma once

#include <optional>

#include "darcy/solved_flow.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

/// What slip along the walls does to K, to first order.
struct WallSlope {
  double per_voxel{0};  ///< d ln K for each voxel of slip length
  double deviation{0};  ///< standard deviation of that from voxels, relative
};

/// Measures the slope of a flow through `pores`, all of which conduct. Gives nothing where the flow has no K above 0,
/// no wall of solid bounds it, or a speed is not finite. It may take two steps and keeps their mean meanwhile.
/// Collective.
std::optional<WallSlope> measure_wall_slope(SolvedFlow& flow, const PoreSlab& pores);

}  // namespace perm
