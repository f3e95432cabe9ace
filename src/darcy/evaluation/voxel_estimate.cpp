// SPDX-License-Identifier: Apache-2.0
// The constants come from tools/voxel_error: `shift` by a fit to arrays of spheres of 16 to 128 voxels; `excess` lies
// between what overlapping spheres (0.6) and Gaussian fields (1.3) ask for; the scatter of images that do not vary
// along an axis comes from tubes.
#include "darcy/evaluation/voxel_estimate.hpp"

#include <algorithm>
#include <cmath>

namespace perm {
namespace {

struct Fit {
  double magic;
  double shift;   ///< of stepped walls, voxels
  double excess;  ///< of flow through a coarse lattice
};
constexpr Fit fits[] = {{3.0 / 16, 0.090, 0.9}, {1.0 / 4, 0.066, 1.4}};

/// Steps that repeat along an axis do not average out, so images that do not vary along it scatter more.
constexpr double scatter = 0.65;
constexpr double scatter_along_axis = 2.5;

constexpr double most_of_resolved = 0.05;
constexpr double least_throat_of_resolved = 8;

const Fit* find_fit(const SolverSettings& settings) {
  if (settings.collision != Collision::trt || settings.equilibrium != Equilibrium::linear) return nullptr;
  const auto* const found =
      std::ranges::find_if(fits, [&](const Fit& fit) { return std::abs(fit.magic - settings.magic) < 1e-9; });
  return found == std::end(fits) ? nullptr : found;
}

/// Gives 1 where no wall faces one of the axes, as in an image of tubes along it, and 0 where walls face all axes
/// alike.
double sameness_along_axis(const FlowMeasures& measures) {
  const auto [x, y, z] = measures.wall_faces;
  const auto all = static_cast<double>(x + y + z);
  return all == 0 ? 0 : std::max(0.0, 1 - 3 * static_cast<double>(std::min({x, y, z})) / all);
}

}  // namespace

std::optional<VoxelEstimate> estimate_voxel_error(const FlowAtEnd& flow, const SolverSettings& settings) {
  const Fit* const fit = find_fit(settings);
  if (fit == nullptr || !flow.permeability_voxel2 || !flow.measures || !flow.measures->finite) return {};
  const FlowMeasures& measures = *flow.measures;
  if (!(measures.dissipation_voxel2 > 0) || !(*flow.permeability_voxel2 > 0)) return {};
  const double beside_steps = measures.stepped_wall_voxel2 / measures.dissipation_voxel2;
  const double not_viscous = std::max(0.0, 1 - measures.viscous_voxel2 / measures.dissipation_voxel2);
  // Walls without steps are where the image has them.
  const double sameness = measures.stepped_wall_voxel2 > 0 ? sameness_along_axis(measures) : 0;

  VoxelEstimate estimate;
  estimate.relative = std::expm1(fit->excess * not_viscous * not_viscous - fit->shift * beside_steps);
  estimate.two_sigma = (scatter + (scatter_along_axis - scatter) * sameness) * not_viscous;
  const double throat = 2 * flow.critical_radius;  // 0 where it was not measured
  estimate.resolved = std::abs(estimate.relative) < most_of_resolved && estimate.two_sigma < most_of_resolved &&
                      (throat == 0 || throat >= least_throat_of_resolved);
  if (estimate.resolved) estimate.corrected_voxel2 = *flow.permeability_voxel2 / (1 + estimate.relative);
  return estimate;
}

std::optional<VoxelEstimate> estimate_voxel_error(const FlowResult& flow, const SolverSettings& settings) {
  if (flow.steps == 0) return {};
  return estimate_voxel_error(FlowAtEnd{flow.permeability_voxel2, flow.measures, flow.pores.critical_radius}, settings);
}

}  // namespace perm
