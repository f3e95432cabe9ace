// SPDX-License-Identifier: Apache-2.0
// Says what a user can do where a flow did not converge. More steps help only where the steps were too few, and an
// option is named only where it was given or where it changes something.
#pragma once

#include <span>
#include <string>

#include "darcy/flow_options.hpp"
#include "darcy/flow_result.hpp"

namespace perm {

/// Says how a flow ended.
struct FlowEnd {
  StopReason stop{StopReason::converged};
  double rounding_share{0};  ///< of its error bound, which more steps do not make smaller; 0 where it is not known
};

/// Gives what to do about flows that ended in these ways, each in one sentence without its full stop; empty where none
/// of them falls short. `options` are those of the run.
std::string advise(std::span<const FlowEnd> ends, const FlowOptions& options);

}  // namespace perm
