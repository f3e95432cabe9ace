// SPDX-License-Identifier: Apache-2.0
// The main command: image -> run (run/run.hpp) -> files and summary. The command reads, watches the run and writes; the
// run decides what is solved, and how.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "app/commands/command_list.hpp"
#include "app/commands/html_report.hpp"
#include "app/commands/solve_observer.hpp"
#include "app/commands/solve_output.hpp"
#include "app/commands/stop_advice.hpp"
#include "app/options/solve_options.hpp"
#include "app/options/solve_request.hpp"
#include "app/terminal/ending.hpp"
#include "app/terminal/print.hpp"
#include "app/terminal/signals.hpp"
#include "core/communicator.hpp"
#include "core/file_replacement.hpp"
#include "core/phases/phase_clock.hpp"
#include "core/process_memory.hpp"
#include "core/time_and_place.hpp"
#include "input/grains.hpp"
#include "input/input.hpp"
#include "report/answers/answers.hpp"
#include "report/earlier_results.hpp"
#include "report/result_json.hpp"
#include "report/run_files.hpp"
#include "report/summary.hpp"
#include "report/summary_line.hpp"
#include "report/timing_report.hpp"
#include "run/run.hpp"

namespace perm {
namespace {

/// One run of `solve`, in all processes of the job. The first process prints and writes.
class SolveRun {
 public:
  explicit SolveRun(SolveOptions options) : options_(std::move(options)) {
    if (options_.report && world_.is_first()) html_.emplace(*options_.report, claim_of(options_));
    open_output();
    output_.resident_bytes_before = world_.sum(resident_bytes());
    output_.command_line = options_.command_line;
    output_.input_path = path_of_input(options_.input.path);
    output_.units = options_.units;
    if (PhaseClock* clock = PhaseClock::of_thread();
        clock != nullptr && world_.is_first() && options_.talk == Talk::normal)
      clock->tell_of_phases([this](Phase phase, int level, double seconds) { phases_.show(phase, level, seconds); });
  }
  SolveRun(const SolveRun&) = delete;
  SolveRun& operator=(const SolveRun&) = delete;
  ~SolveRun() {
    if (PhaseClock* clock = PhaseClock::of_thread()) clock->tell_of_phases({});
  }

  ExitCode run() {
    const auto warn_of_memory = [this](const std::string& what) {
      if (world_.is_first() && talks()) print(stdout, summary_line("memory", what));
    };
    Input input = read(RunToCome{options_.flow, warn_of_memory});
    output_.reading_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    require_voxel_size(options_, input.origin.voxel_size_m);
    SolveObserver observer(options_, world_, files_ ? &*files_ : nullptr, phases_);
    observer.note_first_voxel(input.origin.first_voxel);
    Checkpoint checkpoint(world_, checkpoint_settings());
    note_command(checkpoint, options_.command_line);
    observer.save_with(checkpoint);
    RunRequest request = request_of(options_, std::move(input.origin));
    request.checkpoint = &checkpoint;
    if (options_.grains) request.grains = read_grains(*options_.grains, options_.input, input.pores.image(), world_);
    RunReport report = solve(std::move(input.pores), request, observer);
    report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    output_.field_files = observer.field_files();
    why_no_fields_ = observer.why_no_fields();
    output_.finished_utc = utc_now();
    output_.host = host_name();
    const PhaseScope writing(Phase::writing);
    if (files_) {
      if (const PhaseClock* clock = PhaseClock::of_thread()) output_.phases = clock->times();
      tell_summary([&] { return format_results(report, observer.warnings_told(), options_.units); });
      write(report, observer);
      tell_summary([&] { return format_end(report, options_.output, output_); });
      tell_script(report);
      if (html_) html_->make(options_.output, options_.answer);
    }
    print_timings();
    world_.wait_for_all();  // waits, because a process that ends may end the others
    require_end(observer, checkpoint);
    checkpoint.remove();
    require_fields();
    require_convergence(report);
    return ExitCode::ok;
  }

 private:
  bool talks() const { return options_.talk == Talk::normal && options_.answer == Answer::summary; }

  template <class Text>
  void tell_summary(const Text& text) const {
    if (options_.answer == Answer::summary) print(stdout, text());
  }

  /// Prints the object or the lines that a script asked for.
  void tell_script(const RunReport& report) const {
    if (options_.answer == Answer::object)
      print_whole_lines(stdout, object_in_ascii(format_result_json(report, output_)));
    if (options_.answer == Answer::line) print_whole_lines(stdout, format_brief(report, options_.units));
  }

  /// Writes the files. K is told where they cannot be written too: a full disk costs no result.
  void write(const RunReport& report, const SolveObserver& observer) {
    try {
      const std::string why_not = write_run_output({options_, report, observer.views()}, output_, *files_);
      if (!why_not.empty()) why_no_fields_ = why_not;
    } catch (const InputError&) {
      tell_script(report);
      throw;
    }
  }

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

  RunReport solve(PoreSlab pores, const RunRequest& request, SolveObserver& observer) const {
    try {
      RunReport report = run_flows(std::move(pores), request, observer);
      observer.end();
      const bool nothing_is_known = std::ranges::none_of(
          report.flows, [](const FlowReport& flow) { return flow.result.permeability_voxel2.has_value(); });
      if (nothing_is_known && observer.stopped_by() != StopCause::none)
        throw Interrupted(observer.stopped_by(), what_is_left("No K was known yet", *request.checkpoint));
      return report;
    } catch (const StopRun&) {  // no K was known yet
      throw Interrupted(stop_cause(world_), what_is_left(nothing_is_written, *request.checkpoint));
    }
  }

  /// Adds to a sentence how to go on.
  static std::string what_is_left(std::string known, const Checkpoint& checkpoint) {
    if (!checkpoint.why_not_saved().empty())
      known += fmt::format("; no state could be saved: {}", checkpoint.why_not_saved());
    else if (checkpoint.has_state())
      known += fmt::format("; 'permeability continue {}' goes on", checkpoint.folder().string());
    return known;
  }

  Input read(const RunToCome& run) const {
    const PhaseScope reading(Phase::reading);
    return read_input(options_.input, run, world_);
  }

  void print_timings() const {
    const PhaseClock* clock = PhaseClock::of_thread();
    if (options_.timings && files_ && clock != nullptr)
      print(options_.answer == Answer::summary ? stdout : stderr, format_timings(clock->times()));
  }

  Checkpoint::Settings checkpoint_settings() const {
    if (options_.checkpoint.folder) return {*options_.checkpoint.folder, options_.checkpoint.every_s};
    return {options_.output / states_in_output, std::numeric_limits<double>::infinity(),
            Checkpoint::Unfit::passed_over};
  }

  /// Throws when something has ended the run, or a signal asks for the end by now; what is known was written before.
  /// A time limit that is over once the run is complete does not count.
  void require_end(const SolveObserver& observer, const Checkpoint& checkpoint) const {
    StopCause cause = observer.stopped_by();
    if (const StopCause now = stop_cause(world_); wish_of(now) == StopWish::at_once) cause = now;
    if (cause == StopCause::none) return;
    const std::string known =
        fmt::format("K and its bound of that moment are in '{}'", (options_.output / result_file).string());
    throw Interrupted(cause, what_is_left(known, checkpoint));
  }

  /// Throws when fields are missing; the other files of the run are written before.
  void require_fields() const {
    if (why_no_fields_.empty()) return;
    throw InputError(fmt::format("Fields could not be written into '{}'", options_.output.string()), why_no_fields_,
                     fmt::format("All else is in '{}'; free some space or choose another place with --output",
                                 (options_.output / result_file).string()));
  }

  /// Throws when the list of --reynolds ended early; the files of the run are written before.
  void require_steady_inertia(const RunReport& report) const {
    for (const FlowReport& flow : report.flows)
      if (flow.inertia && flow.inertia->flows.end != InertiaEnd::complete &&
          flow.inertia->flows.end != InertiaEnd::interrupted)
        throw Error(
            ExitCode::not_converged, "The list of --reynolds is not complete",
            fmt::format("{}: {}", axis_letter(flow.result.direction), flow.inertia->flows.why),
            fmt::format(
                "What was solved before is in '{}'",
                (options_.output / (flow.inertia->flows.points.empty() ? result_file : reynolds_file)).string()));
  }

  /// Throws when a flow did not reach its steady state; the files of the run are written before.
  void require_convergence(const RunReport& report) const {
    require_steady_inertia(report);
    std::string reasons;
    std::vector<FlowEnd> ends;
    for (const FlowReport& flow : report.flows) {
      const StopReason stop = flow.result.stop;
      ends.push_back({stop, flow.result.rounding_error / flow.result.iteration_error});
      if (!falls_short(stop)) continue;
      if (!reasons.empty()) reasons += "; ";
      reasons +=
          fmt::format("{}: {}", axis_letter(flow.result.direction),
                      stop == StopReason::step_limit ? fmt::format("step limit of {} reached", options_.flow.max_steps)
                                                     : explain_stop(flow.result, options_.flow.tolerance));
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
  PhaseLines phases_{stderr};
  RunOutput output_;
  std::string why_no_fields_;  ///< empty where they are written, or nobody asked for them
};

ExitCode run_solve(const OptionValues& values) {
  SolveOptions options = read_solve_options(values);
  note_signals();
  end_after(options.checkpoint.max_seconds);
  return SolveRun(std::move(options)).run();
}

}  // namespace

Command solve_command() {
  return {
      "solve",
      "the permeability of an image or a recipe",
      "INPUT --voxel-size LENGTH [options]",
      "input",
      "Reads INPUT, finds the pores that connect opposite faces, drives a creeping flow through them until it is "
      "steady, and gives k = nu <u> / g with <u> averaged over all voxels. "
      "A permeability is given in voxel^2, m^2, darcy and mD, and with --units in that of your trade.\n"
      "Pores that do not percolate are a result (K = 0, exit code 0). A run that stops at --max-steps or diverges "
      "writes its files and ends with exit code 4. Ctrl-C, SIGTERM and SIGHUP while it steps end it with K and "
      "the bound of that moment, and with exit code 130 or 143; --max-time, SIGUSR1 and the soft limit of processor "
      "time (SIGXCPU) do so with exit code 75, and 'permeability continue OUTPUT' goes on. A second signal ends it at "
      "once.\n"
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
