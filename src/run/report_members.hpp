// SPDX-License-Identifier: Apache-2.0
// Names the members of what is known of a solved flow, so that it can be saved (core/saving/members.hpp).
#pragma once

#include <tuple>

#include "darcy/state_members.hpp"
#include "run/run_report.hpp"

namespace perm {

PERM_MEMBERS(EstimateBasis, steps, planes, not_viscous, pieces, channel, along, cubes, solid_chord, pore_chord)
PERM_MEMBERS(VoxelEstimate, relative, two_sigma, resolved, corrected, basis, why_not_resolved)
PERM_MEMBERS(ThresholdSlope, per_voxel_of_wall, per_grey_value, grey_values, grey_values_a_voxel, blur)
PERM_MEMBERS(WallSlope, per_voxel, deviation)
PERM_MEMBERS(CubesEstimate, permeability, two_sigma, basis)
PERM_MEMBERS(FlowOnCubes, permeability, iteration_error, not_viscous, steps)
PERM_MEMBERS(WeakInertiaFit, coefficient, confidence, linear, linear_confidence, exponent, first_reynolds,
             last_reynolds, points)
PERM_MEMBERS(ForchheimerFit, slope, slope_confidence, intercept, first_reynolds, last_reynolds, points, worst_residual)
PERM_MEMBERS(InertiaOnset, reynolds, force_per_voxel3)
PERM_MEMBERS(InertiaResult, flows, weak, strong, one_percent, ten_percent)
PERM_MEMBERS(ForcesOfFlow, reynolds, permeability, on_grains, on_rest)
PERM_MEMBERS(GrainForces, voxels, rest_voxels, cells, flows)
PERM_MEMBERS(Conducted, direction, walls, cells, porosity_of_body, connected, lower, upper, value, smooth,
             smooth_deviation, lambda_voxels, lambda_deviation_voxels, is_done, device, iterations, seconds)
PERM_MEMBERS(GridPermeability, image_edge, lattice_edge, permeability, iteration_error, on_cubes, fluid_cells, steps,
             seconds, why_not)

/// The others are made when all flows are solved.
inline auto members_of(FlowReport& flow) {
  [[maybe_unused]] auto& [result, isolated_voxels, preparation_seconds, checks, voxel_estimate, threshold_slope,
                          wall_slope, gas, face_spread, headline, as_cubes, inertia, grain_forces, conduction,
                          error_budget, resident_bytes_stepping] = flow;
  return std::tie(result, isolated_voxels, preparation_seconds, voxel_estimate, threshold_slope, wall_slope, as_cubes,
                  inertia, grain_forces, conduction, resident_bytes_stepping);
}

}  // namespace perm
