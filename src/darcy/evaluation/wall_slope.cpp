// SPDX-License-Identifier: Apache-2.0
#include "darcy/evaluation/wall_slope.hpp"

#include "darcy/evaluation/threshold_slope.hpp"

namespace perm {

std::optional<WallSlope> measure_wall_slope(const SolvedFlow& flow, const PoreSlab& pores) {
  constexpr double deviation_of_voxels = 0.15;
  const MovingVoxels none{1, 1, 0, pores.all_solid()};
  const auto slope = measure_threshold_slope(flow, pores, none);
  if (!slope || !(slope->per_voxel_of_wall > 0)) return {};
  return WallSlope{slope->per_voxel_of_wall, deviation_of_voxels};
}

}  // namespace perm
