// SPDX-License-Identifier: Apache-2.0
// The cases that every `validate` runs, in the order in which they are shown. Each resolution of a geometry is
// solved at several placements on the grid, because the staircase of a single placement hides how the error falls.
#pragma once

#include <string>
#include <vector>

#include "validation/cases/validation_case.hpp"

namespace perm::validation {

/// Gives flows with exact solutions: plates, ducts, tube, annulus. They take almost no time.
std::vector<Case> channel_cases(Thoroughness thoroughness, const Selection& selection);

/// Gives SC, BCC and FCC arrays of spheres, from porosity 0.95 to touching spheres.
std::vector<Case> sphere_array_cases(Thoroughness thoroughness, const Selection& selection);

/// Says what the cases above do not cover, one sentence each.
std::vector<std::string> not_validated();

}  // namespace perm::validation
