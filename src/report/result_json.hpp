// SPDX-License-Identifier: Apache-2.0
// result.json is the record of a run for programs. The names of its keys are a promise: new keys may join, and
// `schema_version` grows when one changes its meaning. A value that does not exist (the permeability of a diverged run,
// metres without a voxel size, a bound that was never reached) is null, never 0 and never NaN.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "report/run_files.hpp"
#include "run/run_report.hpp"

namespace perm {

inline constexpr int result_schema_version = 1;

/// Gives the facts of an image, as result.json and conduction.json have them.
nlohmann::ordered_json describe_image(const ImageReport& image);

/// Gives the text of result.json, with a newline at its end.
std::string format_result_json(const RunReport& report, const RunOutput& output = {});

}  // namespace perm
