// SPDX-License-Identifier: Apache-2.0
// The command `sweep` gives permeability against porosity for one kind of geometry, and compares it with known values.
#include <fmt/format.h>

#include <chrono>
#include <optional>
#include <vector>

#include "app/commands/command_list.hpp"
#include "app/commands/flow_tasks.hpp"
#include "app/commands/html_report.hpp"
#include "app/commands/stop_advice.hpp"
#include "app/options/sweep_options.hpp"
#include "app/terminal/print.hpp"
#include "app/terminal/signals.hpp"
#include "core/communicator.hpp"
#include "core/file_replacement.hpp"
#include "core/printable_text.hpp"
#include "report/earlier_results.hpp"
#include "report/run_files.hpp"
#include "report/sweep_report.hpp"
#include "solver/devices.hpp"

namespace perm {
namespace {

std::vector<NamedTask> list_tasks(const SweepOptions& options) {
  std::vector<NamedTask> tasks;
  for (const std::vector<Recipe>& point : options.points)
    for (std::size_t i = 0; i < point.size(); ++i) {
      const Recipe& recipe = point[i];
      const std::string name =
          recipe.porosity ? fmt::format("porosity {:g}", *recipe.porosity) : fmt::format("radius {:g}", *recipe.radius);
      tasks.push_back(
          {point.size() > 1 ? fmt::format("{}, realisation {}", name, i + 1) : name, {recipe, options.flow}});
    }
  return tasks;
}

SweepPoint make_point(const std::vector<Recipe>& recipes, std::vector<FlowRecord> records, const FlowOptions& flow) {
  SweepPoint point;
  point.recipe = recipes.front();
  point.records = std::move(records);
  point.porosity_asked = validation::nominal_porosity(point.recipe).value_or(point.porosity());
  point.reference_voxel2 = validation::reference_permeability(point.recipe, flow.direction);
  point.reference_at_voxels_voxel2 =
      validation::reference_permeability_at(point.porosity(), point.recipe, flow.direction);
  return point;
}

/// Names the flows that did not converge; no text when all did.
std::string unconverged(const SweepReport& report) {
  std::string text;
  for (const SweepPoint& point : report.points)
    if (point.stop() == StopReason::diverged || point.stop() == StopReason::step_limit)
      text +=
          fmt::format("{}porosity {:g}: {}", text.empty() ? "" : "; ", point.porosity_asked, to_string(point.stop()));
  return text;
}

constexpr const char* table_file = "sweep.csv";

void require_own_sweep(const SweepOptions& options) {
  if (options.overwrite == Overwrite::own_files)
    require_own_results(
        {OutputClaim::Kind::sweep, options.output, to_string(options.recipe.kind), {sweep_file, table_file}});
}

ExitCode run_sweep(const OptionValues& values) {
  const auto start = std::chrono::steady_clock::now();
  const Communicator world = Communicator::world();
  const SweepOptions options = read_sweep_options(values);
  std::optional<HtmlReport> html;
  if (world.is_first() && options.report) html.emplace(*options.report, options.overwrite);
  note_signals();
  std::optional<FileReplacement> files;
  if (world.is_first()) {
    require_own_sweep(options);
    files.emplace(options.output);
  }

  const std::vector<FlowRecord> records = solve_tasks(list_tasks(options), options.output, options.talk);

  SweepReport report;
  report.recipe = options.recipe;
  report.flow = options.flow;
  report.voxel_size_m = options.voxel_size_m;
  report.device = facts_of(options.flow.solver.device).name();
  report.ranks = world.size();
  report.command_line = options.command_line;
  auto next = records.begin();
  std::vector<double> porosities;
  for (const std::vector<Recipe>& point : options.points) {
    const auto end = next + static_cast<std::ptrdiff_t>(point.size());
    report.points.push_back(make_point(point, {next, end}, options.flow));
    porosities.push_back(report.points.back().porosity_asked);
    next = end;
  }
  if (files) {
    report.curves = validation::reference_curves(options.recipe, options.flow.direction, porosities);
    report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    print(stdout, format_sweep_table(report));  // first of all, because writing may fail
    write_text_file(*files, sweep_file, format_sweep_json(report));
    write_text_file(*files, table_file, format_sweep_csv(report));
    files->commit([&options] { require_own_sweep(options); });
    print(stdout, fmt::format("Files in {}: {}, {}, and the flows solved (solved-*.jsonl)\n",
                              printable_line(options.output.string()), table_file, sweep_file));
    if (html) html->make(options.output);
  }
  world.wait_for_all();
  const std::string open = unconverged(report);
  if (open.empty()) return ExitCode::ok;
  std::vector<FlowEnd> ends;
  for (const SweepPoint& point : report.points)
    for (const FlowRecord& record : point.records) ends.push_back({record.stop});
  throw Error(
      ExitCode::not_converged, "Not every flow is converged", open,
      fmt::format("{}; the others are in '{}'", advise(ends, options.flow), (options.output / table_file).string()));
}

}  // namespace

Command sweep_command() {
  return {
      "sweep",
      "permeability against porosity, with what is known of it",
      "KIND --porosity FROM:TO:STEP [options]",
      "kind",
      "Generates the geometry at each porosity, solves it, and writes K beside its reference: the Stokes solution of "
      "sphere and cylinder arrays up to touching, the Sangani-Acrivos series, correlations for packings and fibres.\n"
      "Every flow is kept as soon as it is solved. A sweep that was stopped, or that is asked for more porosities, "
      "goes on where it was when it is started again with the same --output. Under mpirun the ranks, and their "
      "GPUs, share the flows.",
      sweep_option_groups(),
      {"permeability sweep sc --porosity 0.5:0.9:0.1 --size 32 --report sweep.html",
       "permeability sweep fcc --radius 6:11:1 --size 32 --collision bgk --tau 1",
       "permeability sweep packing --porosity 0.5,0.7 --size 32 --radius 4 --realisations 3"},
      run_sweep,
      Processes::several};
}

}  // namespace perm
