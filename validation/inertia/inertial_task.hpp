// SPDX-License-Identifier: Apache-2.0
// Solves the flows through a generated image at ascending Reynolds numbers, as `solve --reynolds` does, for the cases
// of this folder.
#pragma once

#include <optional>
#include <string>

#include "darcy/flow_result.hpp"
#include "darcy/inertia/inertia_result.hpp"
#include "darcy/inertia/inertial_flows.hpp"
#include "geometry/shapes/recipe.hpp"
#include "validation/inertia/inertia_case.hpp"

namespace perm::validation {

struct InertialTask {
  std::string name;  ///< for the line that tells what is solved
  Recipe recipe;
  Axis direction{Axis::x};
  InertiaRequest request;
  double tolerance{1e-4};                ///< relative, of each K
  std::optional<double> tau{};           ///< empty: chosen for each flow
  std::optional<Precision> precision{};  ///< empty: that of the command line
};

struct InertialRecord {
  InertiaResult result;
  std::int64_t creeping_steps{0};
  /// Says why the list of flows ended early; empty where it did not.
  std::string why_incomplete() const;
};

/// Solves a task. Collective for the processes of `machine`, as many of which share the image as it has rows for; all
/// get the record. Throws what generate, estimate_run and solve_inertial_flows throw, InputError where the image does
/// not conduct, and DeviceError where the memory does not suffice.
InertialRecord solve_inertial_task(const InertialTask& task, const InertiaMachine& machine);

/// How a flow from rest ended, and after how many steps.
struct FlowFromRest {
  StopReason stop{StopReason::step_limit};
  std::int64_t steps{0};
};
/// Solves the flow of one point from rest, under its force and at its tau, to the tolerance of the task. Collective;
/// throws what solve_inertial_task throws.
FlowFromRest solve_from_rest(const InertialTask& task, const InertialPoint& point, const InertiaMachine& machine);

/// Gives the point that was asked for at this Reynolds number, or nullptr where the list ended before it.
const InertialPoint* find_point(const InertialRecord& record, double reynolds_asked);

}  // namespace perm::validation
