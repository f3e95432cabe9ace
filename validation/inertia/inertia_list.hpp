// SPDX-License-Identifier: Apache-2.0
// The flows with inertia that `permeability validate --cases inertia` runs, in the order in which they are shown. They
// take longer than all other cases, so they run only when they are named.
#pragma once

#include <vector>

#include "validation/cases/validation_case.hpp"
#include "validation/inertia/inertia_case.hpp"

namespace perm::validation {

/// Gives the cases that are selected: all for "inertia", those with more of the name for "inertia-" and more, and none
/// for a part that does not begin so.
std::vector<InertiaCase> inertia_cases(Thoroughness thoroughness, const Selection& selection);

// The lists below give all their cases.

/// Gives plates, duct and tube, along every axis: inertia changes nothing in a straight flow.
std::vector<InertiaCase> straight_flow_cases(Thoroughness thoroughness);

}  // namespace perm::validation
