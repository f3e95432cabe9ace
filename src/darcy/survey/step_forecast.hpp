// SPDX-License-Identifier: Apache-2.0
// Forecasts the steps of a run from what the survey of its pores knows.
#pragma once

#include <cstdint>

#include "darcy/survey/pore_survey.hpp"
#include "darcy/survey/relaxation_time.hpp"

namespace perm {

/// Says how a run comes to its steady state: from the flow of the half image or from rest with a corrected K, or from
/// rest by plain samples of K.
enum class Course { corrected_from_half, corrected_from_rest, plain };

/// Gives the steps after which the bound of K can be expected to meet the tolerance. `pores` are those that are solved,
/// and `bodies` says how many their network has, 0 where that is not known. The head of step_forecast.cpp says how near
/// this comes.
double forecast_steps(const PoreStructure& pores, const RelaxationEstimate& relaxation, std::int64_t bodies,
                      double tolerance, Course course);

}  // namespace perm
