// SPDX-License-Identifier: Apache-2.0
// The flows with inertia that a run solves after the creeping flow of a direction.
#pragma once

#include <functional>

#include "darcy/flow_keeper.hpp"
#include "darcy/inertia/inertia_forecast.hpp"
#include "darcy/inertia/inertia_result.hpp"
#include "darcy/solved_flow.hpp"
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

/// Says how the flows with inertia of a direction are solved. It keeps references to all of these.
struct InertiaRun {
  const PoreSlab& pores;  ///< of the creeping flow
  const RunEstimate& estimate;
  const FlowOptions& options;  ///< of the creeping flow
  const InertiaChoice& choice;
  const ProgressFunction& progress;
  FlowSaving saving;
  /// Is called with each flow while the lattice holds it; may be empty. Collective.
  std::function<void(const Backend&, const InertialPoint&)> on_point;
};

/// Goes on from the creeping flow, whose lattice serves no other flow afterwards: through the same pores, or through
/// these followed by their mirror image where the faces across the flow are closed. Collective; throws what `progress`
/// throws, but for StopFlow.
InertiaResult solve_with_inertia(SolvedFlow creeping, const InertiaRun& run);

/// Says whether a run can go on with the flows with inertia where it has saved their creeping flow.
bool can_go_on_with_inertia(const FlowOptions& options, const FlowSaving& saving);
/// Does so; `creeping` is what the run knows of that flow. Collective.
InertiaResult go_on_with_inertia(const FlowResult& creeping, const InertiaRun& run);

}  // namespace perm
