// SPDX-License-Identifier: Apache-2.0
// The summary of a run for a person: the image, and for each direction the permeability in every unit with its
// iteration error, why the flow stopped and what it cost. It is plain text in lines of at most about 120 characters.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include "core/trade_units.hpp"
#include "report/run_files.hpp"
#include "run/run_report.hpp"

namespace perm {

/// Describes the image, its boundaries and the warnings in a few lines; all this is known before any flow is solved.
std::string format_image_facts(const RunReport& report);

/// Says how much of the pore space the flow along the direction of `flow` can reach, or that it can reach nothing.
std::string format_connection(const FlowReport& flow, const ImageReport& image);

/// Gives permeability, stop reason and cost of every flow, and the definition of permeability: all that is known before
/// a file is written. So many of the first warnings were told before, and are left out. K comes first in `units`, with
/// formula and fluid.
std::string format_results(const RunReport& report, std::size_t warnings_told = 0,
                           const std::optional<TradeUnitChoice>& units = {});

/// Gives the names of the files that were written, and the time that the run took.
std::string format_end(const RunReport& report, const std::filesystem::path& folder, const RunOutput& output = {});

/// Says in words why a flow stopped.
std::string explain_stop(const FlowResult& result, double tolerance);

}  // namespace perm
