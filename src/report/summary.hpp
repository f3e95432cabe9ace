// SPDX-License-Identifier: Apache-2.0
// What a run says to a person: the image, and for each direction the permeability in every unit with its iteration
// error, why the run stopped and what it cost. Plain text, lines of at most about 120 characters.
#pragma once

#include <filesystem>
#include <string>

#include "report/run_files.hpp"
#include "run/run_report.hpp"

namespace perm {

/// The image in a few lines, its boundaries and what there is to warn of; known before any flow is solved.
std::string format_image_facts(const RunReport& report);

/// How much of the pore space flow along `flow`'s direction can reach; says so when it is none.
std::string format_connection(const FlowReport& flow, const ImageReport& image);

/// Permeability, stop reason and cost of every flow, the definition used, and where the files are.
std::string format_results(const RunReport& report, const std::filesystem::path& folder, const RunOutput& output = {});

/// Why a flow stopped, in words.
std::string explain_stop(const FlowResult& result, double tolerance);

}  // namespace perm
