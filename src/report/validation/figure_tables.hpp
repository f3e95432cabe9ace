// SPDX-License-Identifier: Apache-2.0
// The figures and the curves of flows with inertia, which are no permeabilities at resolutions: two CSV files, and the
// part of validation.json that the page draws.
#pragma once

#include <span>
#include <string>

#include "report/json_values.hpp"
#include "validation/cases/verdict.hpp"

namespace perm {

/// Gives one line for each figure of the cases that compare no permeability: the value, its limits, the reason, and
/// whether it passed; the value is empty where there was nothing to check.
std::string format_figures_csv(std::span<const validation::CaseResult> cases);

/// Gives one line for each point of their curves; reference, low and high are empty where nothing is known.
std::string format_curves_csv(std::span<const validation::CaseResult> cases);

/// Gives the curves of one case.
Json describe_curves(const validation::CaseResult& result);

}  // namespace perm
