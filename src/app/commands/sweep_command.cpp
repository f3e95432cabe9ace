// SPDX-License-Identifier: Apache-2.0
// The command `sweep` gives permeability against porosity for one kind of geometry, and compares it with known values.
#include <fmt/format.h>

#include <chrono>
#include <optional>
#include <vector>

#include "app/commands/command_list.hpp"
#include "app/commands/flow_tasks.hpp"
#include "app/commands/html_report.hpp"
#include "app/commands/image_sweep.hpp"
#include "app/commands/stop_advice.hpp"
#include "app/options/image_sweep_options.hpp"
#include "app/options/sweep_options.hpp"
#include "app/terminal/print.hpp"
#include "app/terminal/signals.hpp"
#include "core/communicator.hpp"
#include "core/file_replacement.hpp"
#include "core/printable_text.hpp"
#include "core/time_and_place.hpp"
#include "report/earlier_results.hpp"
#include "report/run_files.hpp"
#include "report/sweep/sweep_report.hpp"
#include "run/image_warnings.hpp"
#include "solver/devices.hpp"

namespace perm {
namespace {

/// Calls `use` with every point, in the order of the results: by kinds, by walls, and by directions.
template <typename Use>
void for_each_point(const SweepOptions& options, const Use& use) {
  for (const SweptKind& kind : options.kinds)
    for (const Walls walls : kind.walls)
      for (const Axis direction : options.directions)
        for (const std::vector<Recipe>& point : kind.points) use(point, walls, direction);
}

std::vector<FlowTask> list_flows(const SweepOptions& options) {
  std::vector<FlowTask> flows;
  for_each_point(options, [&](const std::vector<Recipe>& point, Walls walls, Axis direction) {
    FlowOptions flow = options.flow;
    flow.walls = walls;
    flow.direction = direction;
    for (std::size_t i = 0; i < point.size(); ++i) {
      const Recipe& recipe = point[i];
      const std::string name = fmt::format("{} {}", to_string(recipe.kind),
                                           recipe.porosity ? fmt::format("porosity {:.4g}", *recipe.porosity)
                                                           : fmt::format("radius {:g}", *recipe.radius));
      flows.push_back(
          flow_through(recipe, flow, point.size() > 1 ? fmt::format("{}, realisation {}", name, i + 1) : name));
      flows.back().conducts = options.conducts;
    }
  });
  return flows;
}

/// Gives the records to the points that they are of, in the order of for_each_point.
std::vector<SweepSeries> make_series(const SweepOptions& options, const std::vector<FlowRecord>& records) {
  std::vector<SweepSeries> all;
  auto next = records.begin();
  for_each_point(options, [&](const std::vector<Recipe>& point, Walls walls, Axis direction) {
    if (all.empty() || all.back().kind != point.front().kind || all.back().walls != walls ||
        all.back().direction != direction)
      all.push_back({point.front().kind, walls, direction, {}, {}});
    const auto end = next + static_cast<std::ptrdiff_t>(point.size());
    all.back().points.push_back(validation::make_point(point, direction, {next, end}, walls));
    next = end;
  });
  for (SweepSeries& series : all) {
    if (options.flow.boundary.boundary != Boundary::periodic) continue;  // what is known is of media that repeat
    for (validation::SweepPoint& point : series.points) validation::compare_with_references(point);
    std::vector<double> porosities;
    for (const validation::SweepPoint& point : series.points) porosities.push_back(point.porosity_asked);
    series.curves = validation::reference_curves(series.points.front().recipe, series.direction, porosities);
  }
  return all;
}

/// Names the flows that did not converge; no text when all did.
std::string unconverged(const SweepReport& report) {
  std::string text;
  for (const SweepSeries& series : report.series)
    for (const validation::SweepPoint& point : series.points)
      if (falls_short(point.stop()))
        text += fmt::format("{}{} porosity {:g}: {}", text.empty() ? "" : "; ", to_string(series.kind),
                            point.porosity_asked, to_string(point.stop()));
  return text;
}

constexpr const char* table_file = "sweep.csv";

OutputClaim claim_of(const SweepOptions& options) {
  return {OutputClaim::Kind::sweep, options.output, options.geometry, {sweep_file, table_file}, options.overwrite};
}

ExitCode run_sweep(const OptionValues& values) {
  if (names_image(values)) return run_image_sweep(values);
  refuse_image_options(values);
  const auto start = std::chrono::steady_clock::now();
  const Communicator world = Communicator::world();
  const SweepOptions options = read_sweep_options(values);
  std::optional<HtmlReport> html;
  if (world.is_first() && options.report) html.emplace(*options.report, claim_of(options));
  note_signals(what_flows_are_kept(options.output) + "; the same command goes on from there");
  end_after(options.checkpoint.max_seconds);
  std::optional<FileReplacement> files;
  if (world.is_first()) {
    require_own_results(claim_of(options));
    files.emplace(options.output);
  }

  TaskStates states(options.checkpoint, options.output / states_in_output,
                    identity_of_command("sweep", options.geometry, options.output), options.command_line);
  std::vector<FlowRecord> records;
  states.guard(what_flows_are_kept(options.output),
               [&] { records = FlowTasks(options.output, options.talk, &states).records_of(list_flows(options)); });

  SweepReport report;
  report.geometry = options.geometry;
  report.flow = options.flow;
  report.voxel_size_m = options.voxel_size_m;
  report.device = facts_of(options.flow.solver.device).name();
  report.ranks = world.size();
  report.date = utc_now();
  report.command_line = options.command_line;
  report.overlay = options.overlay;
  report.conducts = options.conducts;
  report.gas = options.gas;
  report.series = make_series(options, records);
  ImageOrigin origin;
  origin.voxel_size_m = options.voxel_size_m;
  report.warnings = warnings_of(origin);
  if (files) {
    report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    print(stdout, format_sweep_table(report));  // first of all, because writing may fail
    write_text_file(*files, table_file, format_sweep_csv(report));
    write_text_file(*files, sweep_file, format_sweep_json(report));
    files->commit([&options] { require_own_results(claim_of(options)); });
    print(stdout, fmt::format("Files in {}: {}, {}, and the flows solved (solved-*.jsonl)\n",
                              printable_line(options.output.string()), table_file, sweep_file));
    if (html) html->make(options.output);
  }
  world.wait_for_all();
  states.remove_all();
  const std::string open = unconverged(report);
  if (open.empty()) return ExitCode::ok;
  std::vector<FlowEnd> ends;
  for (const FlowRecord& record : records) ends.push_back({record.stop});
  throw Error(
      ExitCode::not_converged, "Not every flow is converged", open,
      fmt::format("{}; the others are in '{}'", advise(ends, options.flow), (options.output / table_file).string()));
}

}  // namespace

Command sweep_command() {
  return {
      "sweep",
      "permeability against porosity, with what is known of it",
      "KIND[,KIND] [--porosity FROM:TO:STEP] [options]\n"
      "       permeability sweep IMAGE --voxel-size LENGTH --threshold|--grow FROM:TO:STEP [options]",
      "kind",
      "Generates the geometry at each porosity, solves it, and writes K beside its reference: the Stokes solution of "
      "sphere and cylinder arrays up to touching, the Sangani-Acrivos series, correlations for packings and fibres. "
      "Arrays "
      "are placed four times on the grid of voxels. Beside K stands the interval in which K of the smooth bodies lies "
      "in 95 of 100 cases.\n"
      "Every flow is kept as soon as it is solved. A sweep that was stopped, or that is asked for more porosities, "
      "goes on where it was when it is started again with the same --output. Stopped by --max-time or SIGUSR1 (exit "
      "code 75) it goes on within its flows, also by 'permeability continue OUTPUT'. Under mpirun the ranks, and their "
      "GPUs, share the flows.\n"
      "Of an image it moves the threshold between pores and solid, or lets the grains grow and shrink, and writes K "
      "beside Kozeny and Carman and the exponent of K over the porosity. Under mpirun the ranks solve each of these "
      "together. A word is an image when it is no kind and a file of that name is there, or it has a '.' or a '/'.",
      sweep_option_groups(),
      {"permeability sweep sc,bcc,fcc --size 16 --report sweep.html",
       "permeability sweep sc --porosity 0.5:0.9:0.1 --size 32 --walls both",
       "permeability sweep fcc --radius 6:11:1 --size 32 --collision bgk --tau 1",
       "permeability sweep packing --porosity 0.5,0.7 --size 32 --radius 4 --realisations 4",
       "permeability sweep rock.tif --voxel-size 5um --pore 0 --grow -1:1",
       "permeability sweep grey.mha --voxel-size 5um --threshold 80:120:20"},
      run_sweep,
      Processes::several};
}

}  // namespace perm
