// SPDX-License-Identifier: Apache-2.0
// Says in words why a list of Reynolds numbers ends before it is complete, and what to do. Lattice units.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "darcy/inertia/inertial_list.hpp"
#include "darcy/inertia/inertial_viscosity.hpp"
#include "darcy/inertia/list_state.hpp"
#include "darcy/inertia/steadiness.hpp"

namespace perm {

/// The viscosity that a flow is to have.
struct ViscosityChoice {
  ViscosityBounds bounds;
  std::optional<double> tau;  ///< that was given
  double viscosity;           ///< that was chosen
};

/// Says why the flow at a Reynolds number cannot be solved at this viscosity; empty where it can.
std::string why_unresolved(double reynolds, const ViscosityChoice& choice, const InertialFlows& flows);
/// Does so where the velocities of the flow are no longer finite.
std::string describe_divergence(double reynolds, double tau, const ViscosityBounds& bounds);
/// Does so where the flow was not steady after all steps that it may take.
std::string describe_step_limit(double reynolds, std::int64_t max_steps);
/// Gives the flow that never comes to rest, as it was judged after so many steps, with the length l of its Reynolds
/// number; and says that it does not.
UnsteadyFlow find_unsteady_flow(const FlowJudgement& judged, const Drive& drive, double length, std::int64_t steps);
std::string describe_unsteady(double reynolds, const UnsteadyFlow& flow);

}  // namespace perm
