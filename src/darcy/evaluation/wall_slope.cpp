// SPDX-License-Identifier: Apache-2.0
#include "darcy/evaluation/wall_slope.hpp"

#include <cmath>

#include "darcy/evaluation/wall_gains.hpp"

namespace perm {
namespace {

/// Oblique walls gain less in voxels than smooth ones, since the lattice sees the shear a share of a voxel from the
/// wall, and beside curved walls it falls off: by up to this much of what a voxel of slip does (spheres,
/// validation/SLIP.md).
constexpr double most_lost = 0.25;

}  // namespace

std::optional<WallSlope> measure_wall_slope(const SolvedFlow& flow, const PoreSlab& pores) {
  const FlowResult& result = flow.result();
  if (!result.permeability_voxel2 || !(*result.permeability_voxel2 > 0)) return {};
  const WallGains gains = sum_wall_gains(flow, pores);
  if (!std::isfinite(gains.sum) || !(gains.sum > 0)) return {};
  const double of_voxels = gains.sum / *result.permeability_voxel2;
  const double lost = most_lost * of_voxels * gains.oblique / gains.sum;
  return WallSlope{of_voxels * (1 + lost / 2), lost / 4};
}

}  // namespace perm
