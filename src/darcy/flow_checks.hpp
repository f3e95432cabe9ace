// SPDX-License-Identifier: Apache-2.0
// Checks of a solved flow that cost nothing beside it: does the flow that was found obey what every steady creeping
// flow obeys, and is its permeability one that such pores may have? They change no result; what they find is told.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "darcy/flow_result.hpp"
#include "solver/cell/settings.hpp"

namespace perm {

struct FlowChecks {
  /// The permeability by the energy that the flow dissipates, over that by its mean velocity at the same step, less 1.
  /// On the way to the steady state it is, in the mean over pores, what is still missing of K, one way or the other;
  /// measured 1e-7 to 2e-3 in runs to 1e-6 to 1e-2. What remains in a steady flow is rounding. For the linear
  /// equilibrium.
  std::optional<double> dissipation_difference;
  double dissipation_level{0};  ///< beyond this it does not fit the iteration error, and is warned of
  /// Share of the dissipation that is 2 nu S:S, S the strain rate. What is missing belongs to changes from one cell to
  /// the next and beside walls, which no resolved flow has: 1 % in plates 12 voxels wide (1 - 1.5/H^2), 5 % in an SC
  /// packing of 32 voxels, 40 % in tight pores of 1 to 3 voxels.
  std::optional<double> viscous_share;
  double mass_drift{0};  ///< mean density at the end less that at the start
  double mass_level{0};  ///< beyond this it is warned of: a thousandth of what the force can build up, 3 g L
  double largest_speed{0};
  double largest_density_deviation{0};
  /// Largest speed times largest pore diameter over viscosity, and largest speed over that of sound. With the linear
  /// equilibrium there is no inertia and no limit to the speed, so neither means anything and there is none.
  std::optional<double> reynolds;
  std::optional<double> mach;
  /// The force over viscosity squared, per voxel^3, at which that Reynolds number is 1: what drives the real flow must
  /// stay well below for K to hold. See pressure_gradient_pa_m.
  std::optional<double> force_at_reynolds_1;
  std::optional<double> kozeny_carman_voxel2;  ///< phi^3/(5 S^2)
  /// Voxels: of the largest sphere that can travel through along the flow; measured in images up to 128 voxels long.
  std::optional<double> throat_diameter;
  std::vector<std::string> warnings;  ///< a sentence each: what, why, what to do
};

/// Empty numbers where the flow was not solved or diverged. `equilibrium` is that of the run.
FlowChecks check_flow(const FlowResult& flow, Equilibrium equilibrium);

}  // namespace perm
