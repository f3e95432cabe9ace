// SPDX-License-Identifier: Apache-2.0
// What is known of a list of flows with inertia while it is solved (inertial_flows.hpp), and the flow in progress. All
// of it is saved, so that the list can go on another time. Lattice units.
#pragma once

#include <cstdint>
#include <optional>

#include "core/saving/members.hpp"
#include "darcy/inertia/inertial_list.hpp"
#include "darcy/survey/relaxation_time.hpp"
#include "solver/cell/settings.hpp"

namespace perm {

/// What drives and damps one flow.
struct Drive {
  double force{0};
  double tau{1};
};
PERM_MEMBERS(Drive, force, tau)

/// Gives the Reynolds number of a flow with this apparent K and the length l.
inline double reynolds_of(double permeability, const Drive& drive, double length) {
  const double nu = viscosity(drive.tau);
  return permeability * drive.force / (nu * nu) * length;
}

/// The flow that is stepped at present.
struct FlowUnderWay {
  InertialPoint point;
  std::int64_t first_step{0};    ///< of the lattice
  double seconds_before{0};      ///< of the list
  std::int64_t nudged_until{0};  ///< the step; 0: it is not pushed at present
  int corrections{0};            ///< of its force
};
PERM_MEMBERS(FlowUnderWay, point, first_step, seconds_before, nudged_until, corrections)

/// What a list knows, besides the lattice and what chooses and judges its flows.
struct ListState {
  Clocks clocks;  ///< of the pores
  Drive drive;
  double velocity{0};       ///< superficial, along the force, at the last look
  double largest_share{0};  ///< the largest speed of a cell over it
  InertialFlows flows;
  std::int64_t first_step{0};  ///< of the lattice, which has solved the creeping flow before
  double now{0};               ///< the Reynolds number that is solved
  std::optional<FlowUnderWay> under_way;
};
PERM_MEMBERS(ListState, clocks, drive, velocity, largest_share, flows, first_step, now, under_way)

}  // namespace perm
