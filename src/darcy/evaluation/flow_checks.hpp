// SPDX-License-Identifier: Apache-2.0
// Checks a solved flow at next to no cost. The checks ask whether the flow obeys what every steady creeping flow obeys,
// and whether such pores may have its permeability. They change no result, and give warnings. Lattice units.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "darcy/flow_result.hpp"
#include "solver/cell/settings.hpp"

namespace perm {

struct FlowChecks {
  /// The permeability by the energy that the flow dissipates, over the permeability by its mean velocity at the same
  /// step, less 1. It is the rate at which the energy of the flow still changes, over the power of the force. Only
  /// rounding remains in a steady flow. Absent unless the equilibrium is linear.
  std::optional<double> dissipation_difference;
  double dissipation_level{0};  ///< a larger difference means that the iteration error is false, and gives a warning
  /// The share of the dissipation that is 2 nu S:S, with the strain rate S. The rest belongs to changes from one cell
  /// to the next and beside walls, which a resolved flow does not have: 1 % between plates 12 voxels apart (1 -
  /// 1.5/H^2), 5 % in an SC packing of 32 voxels, 40 % in tight pores of 1 to 3 voxels.
  std::optional<double> viscous_share;
  /// Mean density at the end less that at the start. Absent between closed faces, which let fluid through.
  std::optional<double> mass_drift;
  /// The mass that appears in the image in a step, over what flows through a plane across it. Absent before there are
  /// two samples.
  std::optional<double> mass_leak;
  double mass_level{0};  ///< a larger leak changes K by more than the iteration error and gives a warning
  /// The force of the fluid on all walls, by momentum exchange, over what drives the flow: the force times the cells;
  /// less 1. It is what the momentum of the flow still loses in a step, over the same. Only rounding remains in a
  /// steady flow. Absent between closed faces.
  std::optional<double> wall_force_difference;
  double wall_force_level{0};  ///< a larger difference means that the iteration error is false, and gives a warning
  /// The momentum that appears in a step, over what the force gives: what the cells gain and the walls take, less 1.
  std::optional<double> momentum_leak;
  double momentum_level{0};  ///< a larger leak is more than rounding and what changes in a step, and gives a warning
  double largest_speed{0};
  double largest_density_deviation{0};
  /// The largest speed times the largest pore diameter over the viscosity, and the largest speed over the speed of
  /// sound. Absent with the linear equilibrium: it has no inertia and no limit to the speed, so that neither number
  /// means anything.
  std::optional<double> reynolds;
  std::optional<double> mach;
  /// The force over viscosity squared, per voxel^3, at which that Reynolds number is 1. The force that drives the real
  /// flow must stay well below this for K to hold (see pressure_gradient_pa_m).
  std::optional<double> force_at_reynolds_1;
  std::optional<double> kozeny_carman_voxel2;  ///< phi^3/(5 S^2)
  /// The diameter, in voxels, of the largest sphere that can travel through along the flow; measured only in images up
  /// to 128 voxels long.
  std::optional<double> throat_diameter;
  std::vector<std::string> warnings;  ///< one sentence each: what, why, what to do
};

/// Checks a flow that was run with the equilibrium and the precision of `settings`. The numbers are absent where the
/// flow was not solved or diverged.
FlowChecks check_flow(const FlowResult& flow, const SolverSettings& settings);

}  // namespace perm
