// SPDX-License-Identifier: Apache-2.0
// Names the members of what a flow knows, so that it can be saved (core/saving/members.hpp).
#pragma once

#include "core/saving/members.hpp"
#include "core/saving/state_bytes.hpp"
#include "darcy/bounds/convergence.hpp"
#include "darcy/flow_result.hpp"
#include "darcy/momentum_scaling.hpp"
#include "darcy/pressure_search.hpp"
#include "darcy/running_flow.hpp"

namespace perm {

PERM_MEMBERS(NarrowShares, below_3, below_5)
PERM_MEMBERS(PoreStructure, porosity, specific_surface, largest_radius, kozeny_carman, narrow, critical_radius,
             rough_critical_radius)
PERM_MEMBERS(FlowMeasures, dissipation, viscous, largest_speed, largest_density_deviation, finite, stepped_wall,
             plane_wall, wall_pieces, wall_faces, wall_force, next_wall_force, momentum, mean_speed_squared,
             mean_density_squared, forced_cells_at_walls)
PERM_MEMBERS(FlowSample, step, steps, mean_velocity, plane_flux, mass_deviation, finite)
PERM_MEMBERS(FlowRates, action, action_rounding, velocity_residual, pressure_residual, unresolved)
PERM_MEMBERS(ChangingFlow, sample, rates)
PERM_MEMBERS(ConvergenceSample, step, seconds, permeability, extrapolated, error)
PERM_MEMBERS(Sharing, ranks, parts_y, parts_z, imbalance)
PERM_MEMBERS(MassSample, step, mass_deviation, first_flux, last_flux)
PERM_MEMBERS(CrossFlow, mean_velocity, velocity, pressure, velocity_change, pressure_change)
PERM_MEMBERS(FlowResult, direction, stop, permeability, iteration_error, rounding_error, mean_velocity, cross_flow,
             force, tau, tau_was_chosen, steps, seconds, setup_seconds, mflups, fluid_cells, connected_porosity,
             sharing, device, bytes_per_fluid_cell, flux_spread, plane_flux, history, mass_deviation, mass_samples,
             measures, momentum_gain, pores, float16_difference, float16_steps, diverged_because)
PERM_MEMBERS(RunningFlow::State, result, precision, start_seconds, first_mass, sampled_steps, first_step, float16_k,
             last_look)
PERM_MEMBERS(RunningFlow::Clocks, steps, seconds)
PERM_MEMBERS(MomentumLook, permeability, corrected, error, share_of_pressure)
PERM_MEMBERS(PressureSearch::State, waits_for_momentum, factor, momentum, mean_rate, step, step_before, error_before,
             look_at, glance_at)

}  // namespace perm
