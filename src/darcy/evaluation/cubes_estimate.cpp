// SPDX-License-Identifier: Apache-2.0
#include "darcy/evaluation/cubes_estimate.hpp"

#include <algorithm>
#include <cmath>

namespace perm {
namespace {

constexpr double of_plane_walls = 1.0 / 3;
constexpr double of_steps = 0.19;
constexpr double of_narrow_steps = 2.1;
constexpr double of_refining = 1.85;

bool is_fitted_to(const SolverSettings& settings) {
  return settings.collision == Collision::trt && settings.equilibrium == Equilibrium::linear &&
         std::abs(settings.magic - 3.0 / 16) < 1e-9;
}

}  // namespace

std::optional<FlowOnCubes> flow_on_cubes(const FlowResult& flow, const SolverSettings& settings, double cell_edge) {
  if (!is_fitted_to(settings) || flow.steps == 0 || !flow.permeability_voxel2 || !(*flow.permeability_voxel2 > 0))
    return {};
  if (!flow.measures || !flow.measures->finite || !(flow.measures->dissipation_voxel2 > 0)) return {};
  if (!std::isfinite(flow.iteration_error)) return {};
  const double dissipation = flow.measures->dissipation_voxel2;
  return FlowOnCubes{*flow.permeability_voxel2 * cell_edge * cell_edge, flow.iteration_error,
                     std::max(0.0, 1 - flow.measures->viscous_voxel2 / dissipation),
                     flow.measures->stepped_wall_voxel2 / dissipation};
}

CubesEstimate estimate_as_cubes(const FlowOnCubes& flow, const std::optional<FlowOnCubes>& refined) {
  const double e = flow.not_viscous;
  if (refined && e > 0) {
    const double change = std::log(flow.permeability_voxel2 / refined->permeability_voxel2);
    const double share = of_refining * refined->not_viscous / e;
    const double of_iteration = share * flow.iteration_error + (1 + share) * refined->iteration_error;
    return {refined->permeability_voxel2 * std::exp(-share * change),
            std::sqrt(std::pow(0.12 * change, 2) + std::pow(0.3 * e * e, 2)) + of_iteration, CubesBasis::refined_image};
  }
  const double excess = e * of_plane_walls + flow.steps * (of_steps + of_narrow_steps * e);
  return {flow.permeability_voxel2 * std::exp(-excess),
          std::sqrt(std::pow(e * (0.3 + e), 2) + std::pow(0.05 * flow.steps, 2)) + flow.iteration_error,
          CubesBasis::flow};
}

}  // namespace perm
