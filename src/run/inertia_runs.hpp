// SPDX-License-Identifier: Apache-2.0
// The flows with inertia that a run solves after the creeping flow of a direction.
#pragma once

#include "darcy/inertia/inertia_forecast.hpp"
#include "darcy/inertia/inertia_result.hpp"
#include "darcy/solved_flow.hpp"
#include "run/grain_meter.hpp"
#include "run/run.hpp"

namespace perm {

/// Throws where the Reynolds numbers of the request, or what goes with them, make no sense (check_request).
void check_inertia(const RunRequest& request);

/// Forecasts the flows with inertia of a direction from the estimate of its creeping flow, and from that flow where it
/// is `solved`. Collective.
InertiaForecast forecast_inertia(const RunEstimate& estimate, const FlowOptions& options, const InertiaChoice& choice,
                                 const Communicator& processes, const FlowResult* solved = nullptr);

/// Throws MemoryShortage, as require_memory does, where the flows with inertia need more memory than there is, and says
/// that these flows need it. Collective.
void require_memory_of(const InertiaForecast& forecast, const FlowOptions& options, const Communicator& processes);

/// Goes on from the creeping flow, whose lattice serves no other flow afterwards: through the same pores, or through
/// `pores` followed by their mirror image where the faces across the flow are closed. `options` and `estimate` are
/// those of that flow. `meter` measures the forces on grains in each flow; it may be null. Collective; throws what
/// `progress` throws, but for StopFlow.
InertiaResult solve_with_inertia(SolvedFlow creeping, const PoreSlab* pores, const RunEstimate& estimate,
                                 const FlowOptions& options, const InertiaChoice& choice,
                                 const ProgressFunction& progress, GrainMeter* meter = nullptr);

}  // namespace perm
