// SPDX-License-Identifier: Apache-2.0
// The output folder of `solve`: what it may replace there, and how a run comes into it. A run replaces its own results
// of the same input, unless --overwrite is given.
#pragma once

#include <optional>
#include <string>

#include "app/options/solve_options.hpp"
#include "core/file_replacement.hpp"
#include "report/earlier_results.hpp"
#include "report/run_files.hpp"
#include "report/views/flow_views.hpp"

namespace perm {

/// Gives what a run with these options writes.
OutputClaim claim_of(const SolveOptions& options);

/// Throws InputError when the output folder holds what these options do not allow to replace.
void require_own_output(const SolveOptions& options);

/// What goes into the folder, beside the fields that are staged already.
struct SolvedRun {
  const SolveOptions& options;
  const RunReport& report;
  const std::optional<FlowViews>& views;  ///< for the HTML report
};

/// Writes the files of a run and moves all of them into place, unless another job has written there since this one
/// began. Where there is no room for the results beside the fields, it leaves these out (of `output` too) and gives the
/// reason. Throws InputError.
std::string write_run_output(const SolvedRun& run, RunOutput& output, FileReplacement& files);

}  // namespace perm
