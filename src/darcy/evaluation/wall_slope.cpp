// SPDX-License-Identifier: Apache-2.0
#include "darcy/evaluation/wall_slope.hpp"

#include <cmath>

#include "darcy/evaluation/wall_gains.hpp"
#include "darcy/evaluation/wall_sensitivity.hpp"

namespace perm {
namespace {

// One standard deviation, relative: of spheres with 32 and 64 voxels a cell, and the more, the more a voxel of slip
// does (validation/SLIP.md).
constexpr double least_at_voxels = 0.02;
constexpr double for_each_voxel = 0.05;
constexpr double between_voxels = 0.08;

}  // namespace

std::optional<WallSlope> measure_wall_slope(SolvedFlow& flow, const PoreSlab& pores) {
  const FlowResult& result = flow.result();
  if (!result.permeability_voxel2 || !(*result.permeability_voxel2 > 0)) return {};
  const bool at_voxels = flow.options().walls == Walls::voxels;
  double gain = 0;
  if (at_voxels) {
    const CapturedFields velocity = flow.capture_fields();
    gain = sum_wall_sensitivity(flow, pores);
  } else {
    gain = sum_wall_gains(flow, pores);
  }
  if (!std::isfinite(gain) || !(gain > 0)) return {};
  const double slope = gain / *result.permeability_voxel2;
  return WallSlope{slope, (at_voxels ? least_at_voxels : between_voxels) + for_each_voxel * slope};
}

}  // namespace perm
