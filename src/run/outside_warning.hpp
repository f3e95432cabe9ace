// SPDX-License-Identifier: Apache-2.0
// The warning about a flow that goes past a sample instead of through it.
#pragma once

#include <optional>
#include <string>

#include "darcy/solved_flow.hpp"
#include "geometry/measures/open_border.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

/// Gives one sentence where most of a flow along the axis of `border` goes through its columns, and these conduct far
/// better than the rest. `pores` are those of the flow. The share of the flow is an exact sum, the same for every
/// number of processes. Collective.
std::optional<std::string> describe_outside(const OpenBorder& border, const SolvedFlow& flow, const PoreSlab& pores);

}  // namespace perm
