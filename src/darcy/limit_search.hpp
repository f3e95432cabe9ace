// SPDX-License-Identifier: Apache-2.0
// Finds the limit of K and a bound on what is missing. By samples: a tail is fitted to K against time
// (darcy/bounds/convergence.hpp). By looks: K is corrected to second order and bounded by what still changes
// (darcy/pressure_search.hpp), which needs far fewer steps. Plain steps, and steps with inertia, give samples, which
// looks bound. A run in float16 is carried near its limit by samples and then finished in float32.
#pragma once

#include "darcy/running_flow.hpp"

namespace perm {

class FlowKeeper;  // darcy/flow_keeper.hpp

/// Steps `flow` until its bound meets the tolerance, the step limit is reached or it diverges, and notes which of these
/// came. It goes on from a state that `keeper` has found, and lets it save states. Collective.
void search_for_limit(RunningFlow& flow, FlowKeeper& keeper);

/// Steps `flow` in float16 until it is near its limit, or for as many steps as were estimated, and goes on in float32.
/// Gives false when the run is over instead: it diverged or reached the step limit. Collective.
bool carry_in_float16(RunningFlow& flow, FlowKeeper& keeper);

}  // namespace perm
