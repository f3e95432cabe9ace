// SPDX-License-Identifier: Apache-2.0
// Solves a box whose faces drive a flow, by a lid or an inlet, and measures it at points and on the solid, for the
// cases of this folder. Lattice units.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/boundary.hpp"
#include "core/extent.hpp"
#include "darcy/inertia/steady_state.hpp"
#include "solver/cell/settings.hpp"
#include "validation/inertia/inertia_case.hpp"

namespace perm::validation {

struct DrivenBox {
  std::string name;  ///< for the line that tells what is solved
  Extent extent;
  FaceRules rules;
  PrescribedFaces faces{};
  std::function<bool(std::int64_t x, std::int64_t y, std::int64_t z)> is_solid{};  ///< empty: nothing is
  std::array<double, 3> start_velocity{};  ///< of all fluid; a stream that begins with a shock is one of sound for long
  double viscosity{0};
  std::optional<double> magic{};  ///< empty: that of the command line
  double speed{0};                ///< of the lid or the inlet
  double slowest_decay{0};        ///< steps, see SteadyStateRequest
  double tolerance{1e-6};         ///< of the velocities, over the speed
  Precision precision{Precision::float64};
  std::vector<std::array<double, 3>> probes{};  ///< points; voxel i reaches from i to i + 1
};

struct ProbeValue {
  std::array<double, 3> velocity{};
  double pressure{0};  ///< a third of the density's deviation from 1
};

struct DrivenOutcome {
  SteadyState state;
  std::vector<ProbeValue> probes;  ///< not a number where a voxel that is needed is solid
  std::array<double, 3> force{};   ///< on all solid voxels
  /// Says why there is nothing to judge; empty where the flow is steady.
  std::string why_not() const;
};

/// Solves a box from its start. Values at points are interpolated by cubics through four voxels along each axis (fewer
/// where the box is thinner). Collective for the processes of `machine`, as many of which share the box as it has rows
/// for; all get the outcome. Throws DeviceError where the memory does not suffice.
DrivenOutcome solve_driven_box(const DrivenBox& box, const InertiaMachine& machine);

}  // namespace perm::validation
