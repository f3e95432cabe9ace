// SPDX-License-Identifier: Apache-2.0
// The flows with inertia that a run solves after the creeping flow of a direction.
#pragma once

#include "darcy/inertia/inertia_result.hpp"
#include "darcy/solved_flow.hpp"
#include "run/run.hpp"

namespace perm {

/// Throws where the Reynolds numbers of the request, or what goes with them, make no sense (check_request).
void check_inertia(const RunRequest& request);

/// Goes on with the lattice of the creeping flow, which serves no other flow afterwards. `options` and `estimate` are
/// those of that flow. `meter` measures
/// the forces on grains in each flow; it may be null. Collective; throws what `progress` throws, but for StopFlow.
InertiaResult solve_with_inertia(SolvedFlow creeping, const RunEstimate& estimate, const FlowOptions& options,
                                 const InertiaChoice& choice, const ProgressFunction& progress,
                                 GrainMeter* meter = nullptr);

}  // namespace perm
