// SPDX-License-Identifier: Apache-2.0
#include "darcy/evaluation/wall_slope.hpp"

#include <cmath>

#include "darcy/evaluation/wall_gains.hpp"

namespace perm {
namespace {

// One standard deviation, relative, of spheres of 32 to 64 voxels a cell (validation/SLIP.md).
constexpr double deviation_of_voxels = 0.03;
constexpr double deviation_between_voxels = 0.08;

}  // namespace

std::optional<WallSlope> measure_wall_slope(const SolvedFlow& flow, const PoreSlab& pores) {
  const FlowResult& result = flow.result();
  if (!result.permeability_voxel2 || !(*result.permeability_voxel2 > 0)) return {};
  const WallGains gains = sum_wall_gains(flow, pores);
  const bool at_voxels = flow.options().walls == Walls::voxels;
  const double gain = at_voxels ? gains.of_faces : gains.of_lattice;
  if (!std::isfinite(gain) || !(gain > 0)) return {};
  return WallSlope{gain / *result.permeability_voxel2, at_voxels ? deviation_of_voxels : deviation_between_voxels};
}

}  // namespace perm
