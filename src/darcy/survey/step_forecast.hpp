// SPDX-License-Identifier: Apache-2.0
// Forecasts the steps of a flow whose pressure nobody changes on the way, from what the survey of its pores knows.
#pragma once

#include "darcy/survey/pore_survey.hpp"
#include "darcy/survey/relaxation_time.hpp"

namespace perm {

/// Gives the steps after which the bound of K can be expected to meet the tolerance. `pores` are those that are solved.
double forecast_plain_steps(const PoreStructure& pores, const RelaxationEstimate& relaxation, double tolerance);

}  // namespace perm
