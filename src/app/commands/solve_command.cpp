// SPDX-License-Identifier: Apache-2.0
// The main command: image -> run (run/run.hpp) -> files and summary. The command reads, watches the run and writes; the
// run decides what is solved, and how.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "app/commands/command_list.hpp"
#include "app/commands/html_report.hpp"
#include "app/commands/input.hpp"
#include "app/commands/solve_output.hpp"
#include "app/commands/stop_advice.hpp"
#include "app/options/solve_options.hpp"
#include "app/terminal/ending.hpp"
#include "app/terminal/print.hpp"
#include "app/terminal/progress_line.hpp"
#include "app/terminal/signals.hpp"
#include "core/communicator.hpp"
#include "core/file_replacement.hpp"
#include "core/process_memory.hpp"
#include "core/time_and_place.hpp"
#include "core/units.hpp"
#include "report/earlier_results.hpp"
#include "report/field_files.hpp"
#include "report/flow_views.hpp"
#include "report/run_files.hpp"
#include "report/summary.hpp"
#include "report/summary_line.hpp"
#include "run/run.hpp"

namespace perm {
namespace {

/// Gives a rough number for a person to read: two digits and zeros.
std::string two_digits(double number) {
  if (!(number >= 1)) return "0";
  const double unit = std::pow(10.0, std::floor(std::log10(number)) - 1);
  return fmt::format("{:.0f}", std::round(number / unit) * unit);
}

/// Gives the line of a flow that an error budget needs.
std::string budget_line(Axis direction, const std::string& what) {
  return summary_line(fmt::format("budget for {}", axis_letter(direction)), what);
}

/// Tells the terminal how a run goes, writes its fields, gathers what the HTML report shows, and stops it at a signal.
class SolveObserver : public RunObserver {
 public:
  /// The first process has `files`, the others null.
  SolveObserver(const SolveOptions& options, const Communicator& world, FileReplacement* files)
      : options_(options), world_(world), files_(files) {}

  void between_work() override { throw_if_interrupted(world_); }
  bool wants_to_stop() override { return signal_to(world_) != 0; }

  void on_image(const RunReport& report, const PoreSlab& pores) override {
    extent_ = report.image.extent;
    voxel_size_m_ = report.image.voxel_size_m;
    say([&] { return format_image_facts(report); });
    warnings_told_ = talks() ? report.warnings.size() : 0;
    if (options_.report) views_.emplace(pores);
  }

  void on_connection(const RunReport& report, const FlowReport& flow) override {
    say([&] { return format_connection(flow, report.image); });
    if (views_ && flow.result.stop == StopReason::not_percolating) views_->add_blocked(flow.result.direction);
  }

  void on_prediction(Axis direction, const RunEstimate& estimate) override {
    say([&] {
      return summary_line(
          fmt::format("prediction for {}", axis_letter(direction)),
          fmt::format("{} of memory{}, about {} steps at tau {:.4g}, roughly {}",
                      format_bytes(static_cast<double>(estimate.bytes)), world_.is_alone() ? "" : " a rank",
                      two_digits(estimate.steps), estimate.tau, format_duration(estimate.seconds)));
    });
  }

  void on_progress(const Progress& progress, const std::optional<double>& voxel_size_m) override {
    if (!line_) line_.emplace(stderr, talks() ? progress_style(stderr) : ProgressLine::Style::silent, voxel_size_m);
    line_->show(progress);
  }

  void on_steps_done() override { line_.reset(); }

  void on_fields(const CapturedFields& fields, const FlowReport& flow) override {
    if (options_.fields == FieldCapture::velocity_and_density) write_fields(fields, flow.result.direction);
    if (views_ && flow.result.stop != StopReason::diverged) views_->add(fields, flow.result);
  }

  void on_budget_grid(Axis direction, const GridPermeability& grid) override {
    say([&] {
      const std::string what = grid.permeability_voxel2
                                   ? fmt::format("K = {:.5g} voxel^2 of the image solved first, {} steps in {}",
                                                 *grid.permeability_voxel2, grid.steps, format_duration(grid.seconds))
                                   : "not solved: " + grid.why_not;
      return budget_line(direction, fmt::format("{}, {}", name_of(grid), what));
    });
  }

  void on_budget_boundary(Axis direction, Boundary boundary, const GridPermeability& grid) override {
    say([&] {
      const std::string what = grid.permeability_voxel2 ? fmt::format("K = {:.5g} voxel^2", *grid.permeability_voxel2)
                                                        : "not solved: " + grid.why_not;
      return budget_line(direction, fmt::format("boundary {}, {}", to_string(boundary), what));
    });
  }

  const std::optional<FlowViews>& views() const { return views_; }
  const std::vector<std::string>& field_files() const { return field_files_; }
  std::size_t warnings_told() const { return warnings_told_; }
  /// Gives why fields could not be written; nothing where they were, or nobody asked for them.
  const std::string& why_no_fields() const { return why_no_fields_; }

 private:
  bool talks() const { return world_.is_first() && options_.talk == Talk::normal; }

  template <class Text>
  void say(const Text& text) const {
    if (talks()) print(stdout, text());
  }

  /// A disk that is full does not end the run: K is worth more than its fields.
  void write_fields(const CapturedFields& fields, Axis direction) {
    if (files_ == nullptr) return give_fields(fields, extent_);
    try {
      for (std::string& name : write_field_files(fields, direction, extent_, voxel_size_m_, *files_))
        field_files_.push_back(std::move(name));
    } catch (const InputError& error) {
      why_no_fields_ = error.why().empty() ? error.what() : error.why();
    }
  }

  const SolveOptions& options_;
  Communicator world_;
  FileReplacement* files_;
  Extent extent_;
  std::optional<double> voxel_size_m_;
  std::optional<ProgressLine> line_;  ///< shows the flow that is stepped now
  std::optional<FlowViews> views_;    ///< for the HTML report
  std::vector<std::string> field_files_;
  std::size_t warnings_told_{0};
  std::string why_no_fields_;
};

/// One run of `solve`, in all processes of the job. The first process prints and writes.
class SolveRun {
 public:
  explicit SolveRun(SolveOptions options) : options_(std::move(options)) {
    if (options_.report && world_.is_first()) html_.emplace(*options_.report, options_.overwrite);
    open_output();
    output_.resident_bytes_before = world_.sum(resident_bytes());
    output_.command_line = options_.command_line;
    output_.input_path = path_of_input(options_.input.path);
    output_.units = options_.units;
  }

  ExitCode run() {
    const auto warn_of_memory = [this](const std::string& what) {
      if (world_.is_first() && options_.talk == Talk::normal) print(stdout, summary_line("memory", what));
    };
    Input input = read_input(options_.input, RunToCome{options_.flow, warn_of_memory}, world_);
    output_.reading_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    require_voxel_size(options_, input.origin.voxel_size_m);
    SolveObserver observer(options_, world_, files_ ? &*files_ : nullptr);
    RunReport report = run_flows(std::move(input.pores), make_request(std::move(input.origin)), observer);
    report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    output_.field_files = observer.field_files();
    why_no_fields_ = observer.why_no_fields();
    output_.finished_utc = utc_now();
    output_.host = host_name();
    if (files_) {
      print(stdout, format_results(report, observer.warnings_told(), options_.units));  // first: writing may fail
      const std::string why_not = write_run_output({options_, report, observer.views()}, output_, *files_);
      if (!why_not.empty()) why_no_fields_ = why_not;
      print(stdout, format_end(report, options_.output, output_));
      if (html_) html_->make(options_.output);
    }
    world_.wait_for_all();  // waits, because a process that ends may end the others
    require_end();
    require_fields();
    require_convergence(report);
    return ExitCode::ok;
  }

 private:
  /// The first process opens the output. When another process fails, the first one is killed at once, so the process
  /// that failed removes the unfinished files.
  void open_output() {
    FileReplacement::Traces traces;
    if (world_.is_first()) {
      require_own_output(options_);
      files_.emplace(options_.output);
      traces = files_->traces();
    }
    world_.broadcast(std::span(&traces, 1));
    if (!files_) before_ending_others([folder = options_.output, traces] { FileReplacement::remove(folder, traces); });
  }

  RunRequest make_request(ImageOrigin origin) const {
    RunRequest request;
    request.directions = options_.directions;
    request.flow = options_.flow;
    request.fields = options_.report ? FieldCapture::velocity_and_density : options_.fields;
    request.budget = options_.error_budget ? BudgetChoice::voxels_and_boundaries : BudgetChoice::none;
    // An image from a recipe repeats. Closed faces do not go with the quadratic equilibrium.
    const bool may_seal = options_.chooses_faces && options_.flow.solver.equilibrium == Equilibrium::linear;
    request.seams = is_recipe(options_.input.path) ? SeamCheck::skip : may_seal ? SeamCheck::seal : SeamCheck::warn;
    request.origin = std::move(origin);
    return request;
  }

  /// Throws when a signal has ended the run; what is known was written before.
  void require_end() const {
    if (const int signal = signal_to(world_); signal != 0)
      throw Interrupted(signal, (options_.output / result_file).string());
  }

  /// Throws when fields are missing; the other files of the run are written before.
  void require_fields() const {
    if (why_no_fields_.empty()) return;
    throw InputError(fmt::format("Fields could not be written into '{}'", options_.output.string()), why_no_fields_,
                     fmt::format("All else is in '{}'; free some space or choose another place with --output",
                                 (options_.output / result_file).string()));
  }

  /// Throws when a flow did not reach its steady state; the files of the run are written before.
  void require_convergence(const RunReport& report) const {
    std::string reasons;
    std::vector<FlowEnd> ends;
    for (const FlowReport& flow : report.flows) {
      const StopReason stop = flow.result.stop;
      ends.push_back({stop, flow.result.rounding_error / flow.result.iteration_error});
      if (stop != StopReason::step_limit && stop != StopReason::diverged) continue;
      if (!reasons.empty()) reasons += "; ";
      reasons +=
          fmt::format("{}: {}", axis_letter(flow.result.direction),
                      stop == StopReason::diverged ? explain_stop(flow.result, options_.flow.tolerance)
                                                   : fmt::format("step limit of {} reached", options_.flow.max_steps));
    }
    if (reasons.empty()) return;
    throw Error(ExitCode::not_converged, "The flow is not converged", reasons,
                fmt::format("{}; the state reached is in '{}'", advise(ends, options_.flow),
                            (options_.output / result_file).string()));
  }

  Communicator world_{Communicator::world()};
  SolveOptions options_;
  std::chrono::steady_clock::time_point start_{std::chrono::steady_clock::now()};
  std::optional<FileReplacement> files_;  ///< in the first process only
  std::optional<HtmlReport> html_;        ///< in the first process only
  RunOutput output_;
  std::string why_no_fields_;  ///< empty where they are written, or nobody asked for them
};

ExitCode run_solve(const OptionValues& values) {
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
          "A permeability is given in voxel^2, m^2, darcy and mD, and with --units in that of your trade.\n"
          "Pores that do not percolate are a result (K = 0, exit code 0). A run that stops at --max-steps or diverges "
          "writes its files and ends with exit code 4. Ctrl-C or SIGTERM while it steps end it with K and the bound of "
          "that moment, and with exit code 130 or 143.\n"
          "mpirun or srun start it on several processes, of one node or many, which share the work and the memory; the "
          "results are the same to the last bit.",
          solve_option_groups(),
          {"permeability solve rock.tif --voxel-size 5.345um --pore 0",
           "permeability solve slices/ --voxel-size 1.3um --solid 90: --direction xyz",
           "permeability solve scan.raw --dims 24x20x16 --dtype uint16 --endian big --voxel-size 2um --pore 0:999",
           "permeability solve geometries/packed_bed.ini --voxel-size 10um --output bed --fields",
           "permeability solve plug.mha --config solve.ini --tolerance 1e-2"},
          run_solve,
          Processes::several};
}

}  // namespace perm
