// SPDX-License-Identifier: Apache-2.0
// Says how a flow goes on in its lattice with another force, viscosity or equilibrium. Lattice units.
#pragma once

#include <array>

#include "solver/cell/settings.hpp"

namespace perm {

/// Holds what drives and damps the flow from now on, and by what its fields are multiplied so that they are near the
/// flow that this gives. A steady flow at the same Reynolds number has velocities in proportion to the viscosity, and
/// density deviations in proportion to the force.
struct FlowChange {
  Equilibrium equilibrium{Equilibrium::linear};
  std::array<double, 3> force{};
  double tau{1};
  double velocity{1};  ///< the velocities after the change over those before
  double density{1};   ///< the density deviations after the change over those before
};

/// Gives the settings after the change.
inline SolverSettings changed(SolverSettings settings, const FlowChange& change) {
  settings.equilibrium = change.equilibrium;
  settings.force = change.force;
  settings.tau = change.tau;
  return settings;
}

}  // namespace perm
