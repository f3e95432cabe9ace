// SPDX-License-Identifier: Apache-2.0
#include "app/commands/solve_output.hpp"

#include <string>

#include "core/errors.hpp"
#include "report/batch/batch_csv.hpp"
#include "report/fields/field_files.hpp"

namespace perm {
namespace {

void stage_results(const SolvedRun& run, const RunOutput& output, FileReplacement& files) {
  if (run.views) write_text_file(files, views_file, run.views->format_json());
  write_text_file(files, result_table_file, format_result_csv(run.report, output));
  write_run_files(run.report, output, files);  // result.json is moved last: where it is new, all the others are
}

}  // namespace

OutputClaim claim_of(const SolveOptions& options) {
  OutputClaim claim{OutputClaim::Kind::run,
                    options.output,
                    path_of_input(options.input.path),
                    {result_file, result_table_file, convergence_file, plane_flux_file},
                    options.overwrite};
  if (options.inertia) claim.files.emplace_back(reynolds_file);
  if (options.grains) claim.files.emplace_back(grain_forces_file);
  if (options.report) claim.files.emplace_back(views_file);
  for (const Axis direction : options.directions)
    for (const std::string& name : field_file_names(direction, options.fields)) claim.files.push_back(name);
  return claim;
}

void require_own_output(const SolveOptions& options) { require_own_results(claim_of(options)); }

std::string write_run_output(const SolvedRun& run, RunOutput& output, FileReplacement& files) {
  std::string why_no_fields;
  try {
    stage_results(run, output, files);
  } catch (const InputError& error) {
    if (output.field_files.empty()) throw;
    why_no_fields = error.why();
    for (const std::string& name : output.field_files) files.drop(name);
    output.field_files.clear();
    stage_results(run, output, files);
  }
  files.commit([&run] { require_own_output(run.options); });
  return why_no_fields;
}

}  // namespace perm
