// SPDX-License-Identifier: Apache-2.0
// The main job: image -> connected pores -> flow along each direction -> files and summary.
#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "app/commands/error_budget_runs.hpp"
#include "app/commands/html_report.hpp"
#include "app/commands/pathways.hpp"
#include "app/options/command.hpp"
#include "app/options/solve_options.hpp"
#include "app/terminal/ending.hpp"
#include "app/terminal/print.hpp"
#include "app/terminal/progress_line.hpp"
#include "app/terminal/signals.hpp"
#include "core/communicator.hpp"
#include "core/file_replacement.hpp"
#include "core/process_memory.hpp"
#include "core/units.hpp"
#include "core/version.hpp"
#include "geometry/measures/seam.hpp"
#include "report/field_files.hpp"
#include "report/flow_views.hpp"
#include "report/run_files.hpp"
#include "report/seam_warning.hpp"
#include "report/summary.hpp"

namespace perm {
namespace {

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

 private:
  std::chrono::steady_clock::time_point start_{std::chrono::steady_clock::now()};
};

/// A rough number for a person: two digits and zeros.
std::string two_digits(double number) {
  if (!(number >= 1)) return "0";
  const double unit = std::pow(10.0, std::floor(std::log10(number)) - 1);
  return fmt::format("{:.0f}", std::round(number / unit) * unit);
}

/// Freed memory stays with the process unless asked for; the time stepping is to have it.
void return_memory() {
#ifdef __GLIBC__
  ::malloc_trim(0);
#endif
}

/// One run of `solve`, in all processes of the job. The first one talks and writes.
class SolveRun {
 public:
  explicit SolveRun(SolveOptions options) : options_(std::move(options)) {
    if (options_.report && world_.is_first()) html_.emplace(*options_.report);
    open_output();
    report_.resident_bytes_before = world_.sum(resident_bytes());
    report_.solver.ranks = world_.size();
    report_.command_line = options_.command_line;
    report_.solver.settings = options_.flow.solver;
    report_.solver.boundary = options_.flow.boundary;
    report_.solver.tolerance = options_.flow.tolerance;
    report_.solver.max_steps = options_.flow.max_steps;
    report_.solver.device = to_string(options_.flow.solver.device);
    report_.solver.version = version();
    report_.solver.commit = commit();
  }

  ExitCode run() {
    Pathways pathways = read_image();
    const std::vector<RunEstimate> estimates = predict(pathways);
    return_memory();
    for (std::size_t i = 0; i < estimates.size(); ++i)
      if (pathways.directions[i].pores) solve(pathways.directions[i], estimates[i], report_.flows[i]);
    steady_flow_.reset();
    if (image_)
      add_error_budgets(*image_, report_.flows, estimates,
                        {options_.flow, report_.image.voxel_size_m, talks() ? Talk::normal : Talk::results_only});
    throw_if_interrupted(world_);
    report_.seconds = stopwatch_.seconds();
    if (files_) {
      write_run_files(report_, *files_);
      if (views_) write_text_file(*files_, views_file, views_->format_json());
      files_->commit();
      print(stdout, format_results(report_, options_.output));
      if (html_) html_->make(options_.output);
    }
    world_.wait_for_all();  // a process that ends may end the others
    require_convergence();
    return ExitCode::ok;
  }

 private:
  bool talks() const { return world_.is_first() && options_.talk == Talk::normal; }

  /// The first process opens it. Should another one fail, that one clears up, for the first is killed where it is.
  void open_output() {
    FileReplacement::Traces traces;
    if (world_.is_first()) {
      files_.emplace(options_.output);
      traces = files_->traces();
    }
    world_.broadcast(std::span(&traces, 1));
    if (!files_) before_ending_others([folder = options_.output, traces] { FileReplacement::remove(folder, traces); });
  }

  /// Reads the image and finds what is connected; a flow without connection is already solved here.
  Pathways read_image() {
    Input input = read_input(options_.input, world_);
    throw_if_interrupted(world_);
    report_.image = std::move(input.facts);
    warn_of_seams(input.pores);
    if (talks()) print(stdout, format_image_facts(report_));
    if (options_.report) views_.emplace(input.pores);
    if (options_.error_budget) image_ = input.pores;
    Pathways pathways = find_pathways(std::move(input.pores), options_.directions,
                                      face_rules(options_.flow.boundary, options_.flow.direction).closed());
    report_.image.connected_voxels = pathways.connected_voxels;
    for (const Pathway& pathway : pathways.directions) {
      report_.flows.push_back(begin_flow(pathway));
      if (talks()) print(stdout, format_connection(report_.flows.back(), report_.image));
    }
    return pathways;
  }

  /// Recipes repeat.
  void warn_of_seams(const PoreSlab& pores) {
    if (options_.flow.boundary.boundary != Boundary::periodic || is_recipe(options_.input.path)) return;
    if (auto warning = describe_seams(measure_seams(pores))) report_.warnings.push_back(std::move(*warning));
  }

  FlowReport begin_flow(const Pathway& pathway) const {
    FlowReport flow;
    flow.isolated_voxels = report_.image.pore_voxels - pathway.cells;
    FlowResult& result = flow.result;
    result.direction = pathway.direction;
    result.force = options_.flow.force;
    result.fluid_cells = pathway.cells;
    result.connected_porosity = static_cast<double>(pathway.cells) / static_cast<double>(report_.image.extent.voxels());
    if (pathway.cells == 0) {
      result.stop = StopReason::not_percolating;
      result.permeability_voxel2 = 0.0;
    }
    return flow;
  }

  FlowOptions flow_options(Axis direction) const {
    FlowOptions flow = options_.flow;
    flow.direction = direction;
    return flow;
  }

  /// Says what the run will take, and refuses it when the memory is not there.
  std::vector<RunEstimate> predict(const Pathways& pathways) {
    std::vector<RunEstimate> estimates;
    std::optional<PoreSurvey> survey;  // of the pores of the direction before
    std::int64_t own_bytes = 0;
    for (std::size_t i = 0; i < pathways.directions.size(); ++i) {
      const Pathway& pathway = pathways.directions[i];
      RunEstimate& estimate = estimates.emplace_back();
      if (!pathway.pores) continue;
      throw_if_interrupted(world_);
      const Stopwatch stopwatch;
      const BoundaryChoice& boundary = options_.flow.boundary;
      const bool alike = boundary.boundary == Boundary::periodic || boundary.boundary == Boundary::mirror;
      if (!survey || !alike || pathway.pores != pathways.directions[i - 1].pores)
        survey.emplace(*pathway.pores, face_rules(boundary, pathway.direction));
      estimate = estimate_run(*pathway.pores, *survey, flow_options(pathway.direction),
                              views_ ? FieldCapture::velocity_and_density : options_.fields);
      report_.flows[i].preparation_seconds = stopwatch.seconds();
      own_bytes = std::max(own_bytes, estimate.own_bytes);
      if (talks())
        print(stdout, fmt::format("  {:<20}{} of memory{}, about {} steps at tau {:.4g}, roughly {}\n",
                                  fmt::format("prediction for {}", axis_letter(pathway.direction)),
                                  format_bytes(static_cast<double>(estimate.bytes)), world_.is_alone() ? "" : " a rank",
                                  two_digits(estimate.steps), estimate.tau, format_duration(estimate.seconds)));
    }
    require_memory(own_bytes, options_.flow.solver.device, world_);
    return estimates;
  }

  /// The lattice of the direction before where the pores are the same, else a new one.
  SteadyFlow& prepare(Pathway& pathway, const RunEstimate& estimate) {
    const FlowOptions options = flow_options(pathway.direction);
    if (steady_flow_ && steady_flow_->can_go_on() && pathway.pores.get() == pores_in_lattice_) {
      steady_flow_->go_on(*pathway.pores, options, estimate);
    } else {
      steady_flow_.reset();  // before the memory of the next is asked for
      steady_flow_.emplace(*pathway.pores, options, estimate);
      pores_in_lattice_ = pathway.pores.get();
    }
    pathway.pores.reset();
    return_memory();
    return *steady_flow_;
  }

  void solve(Pathway& pathway, const RunEstimate& estimate, FlowReport& flow) {
    throw_if_interrupted(world_);
    const Stopwatch preparation;
    SteadyFlow& steady_flow = prepare(pathway, estimate);
    flow.preparation_seconds += preparation.seconds();

    const auto style = talks() ? progress_style(stderr) : ProgressLine::Style::silent;
    ProgressLine line(stderr, style, report_.image.voxel_size_m);
    flow.result = steady_flow.run([&](const Progress& progress) {
      throw_if_interrupted(world_);
      flow.resident_bytes_stepping = std::max(flow.resident_bytes_stepping, resident_bytes());
      line.show(progress);
    });
    line.clear();
    flow.resident_bytes_stepping = world_.sum(flow.resident_bytes_stepping);
    const bool is_finite = flow.result.stop != StopReason::diverged;
    if (options_.fields == FieldCapture::velocity_and_density || views_) steady_flow.capture_fields();
    if (options_.fields == FieldCapture::velocity_and_density) write_fields(steady_flow, pathway.direction);
    if (views_ && is_finite) views_->add(steady_flow, flow.result);
  }

  void write_fields(SteadyFlow& flow, Axis direction) {
    if (!files_) return give_fields(flow, report_.image.extent);
    for (std::string& name :
         write_field_files(flow, direction, report_.image.extent, report_.image.voxel_size_m, *files_))
      report_.field_files.push_back(std::move(name));
  }

  /// Throws when a flow did not reach its steady state; its files are written by now.
  void require_convergence() const {
    std::string reasons;
    for (const FlowReport& flow : report_.flows) {
      const StopReason stop = flow.result.stop;
      if (stop != StopReason::step_limit && stop != StopReason::diverged) continue;
      if (!reasons.empty()) reasons += "; ";
      reasons +=
          fmt::format("{}: {}", axis_letter(flow.result.direction),
                      stop == StopReason::diverged ? explain_stop(flow.result, options_.flow.tolerance)
                                                   : fmt::format("step limit of {} reached", options_.flow.max_steps));
    }
    if (reasons.empty()) return;
    throw Error(ExitCode::not_converged, "The flow is not converged", reasons,
                fmt::format("Raise --max-steps, or leave --tau to the program; the state reached is in '{}'",
                            (options_.output / result_file).string()));
  }

  Communicator world_{Communicator::world()};
  SolveOptions options_;
  std::optional<FileReplacement> files_;  ///< of the first process only
  std::optional<HtmlReport> html_;        ///< of the first process only
  std::optional<FlowViews> views_;        ///< for the HTML report
  std::optional<PoreSlab> image_;         ///< all pores, for the error budget
  RunReport report_;
  std::array<RunEstimate, 3> estimates_;       ///< by axis
  std::optional<SteadyFlow> steady_flow_;      ///< of the latest direction
  const PoreSlab* pores_in_lattice_{nullptr};  ///< those that it was made of, while another direction may have them too
  Stopwatch stopwatch_;
};

ExitCode run(const OptionValues& values) {
  SolveOptions options = read_solve_options(values);
  note_signals();
  return SolveRun(std::move(options)).run();
}

}  // namespace

Command solve_command() {
  return {"solve",
          "the permeability of an image or a recipe",
          "INPUT --voxel-size LENGTH [options]",
          "input",
          "Reads INPUT, finds the pores that connect opposite faces, drives a creeping flow through them until it is "
          "steady, and gives k = nu <u> / g with <u> averaged over all voxels. "
          "A permeability is given in voxel^2, m^2, darcy and mD.\n"
          "Pores that do not percolate are a result (K = 0, exit code 0). A run that stops at --max-steps or diverges "
          "writes its files and ends with exit code 4.\n"
          "mpirun or srun start it on several processes, of one node or many, which share the work and the memory; the "
          "results are the same to the last bit.",
          solve_option_groups(),
          {"permeability solve rock.tif --voxel-size 5.345um --pore 0",
           "permeability solve slices/ --voxel-size 1.3um --solid 90: --direction xyz",
           "permeability solve scan.raw --dims 24x20x16 --dtype uint16 --endian big --voxel-size 2um --pore 0:999",
           "permeability solve geometries/packed_bed.ini --voxel-size 10um --output bed --fields",
           "permeability solve rock.mha --config solve.ini --tolerance 1e-2"},
          run,
          Processes::several};
}

}  // namespace perm
