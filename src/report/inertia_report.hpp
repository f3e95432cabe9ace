// SPDX-License-Identifier: Apache-2.0
// Tells the flows with inertia of a run: their forecast, lines of the summary, a part of result.json, and the table
// reynolds.csv.
#pragma once

#include <optional>
#include <string>

#include "darcy/inertia/inertia_forecast.hpp"
#include "report/json_values.hpp"
#include "run/run_report.hpp"

namespace perm {

/// Tells whether a flow of the run has flows with inertia.
bool has_inertia(const RunReport& report);

/// Gives the line that forecasts the flows with inertia; with `a_rank` after the memory where ranks share it. The first
/// seconds are for a `machine`; once the creeping flow is solved, they go by its speed.
std::string format_forecast(const InertiaForecast& forecast, const std::string& machine, const char* a_rank);

Json describe_inertia(const InertiaResult& inertia, const std::optional<double>& voxel_size_m);

/// Gives the lines of the summary.
std::string format_inertia(const InertiaResult& inertia, const std::optional<double>& voxel_size_m);

/// Gives the table of all flows with inertia, a row each, lengths in voxels and times in steps unless a name says
/// otherwise.
std::string format_reynolds_csv(const RunReport& report);

}  // namespace perm
