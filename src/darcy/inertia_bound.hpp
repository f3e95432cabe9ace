// SPDX-License-Identifier: Apache-2.0
// Bounds the error of K of a flow with little inertia by that which friction and pressure leave.
#pragma once

#include <optional>

#include "darcy/running_flow.hpp"

namespace perm {

/// Gives the bound of a flow with inertia from that on what friction and pressure leave of K; nothing where inertia is
/// too strong for one. Collective.
std::optional<double> bound_with_inertia(const RunningFlow& flow, const Limit& limit);

}  // namespace perm
