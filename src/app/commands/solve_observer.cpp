// SPDX-License-Identifier: Apache-2.0
#include "app/commands/solve_observer.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <utility>

#include "app/terminal/print.hpp"
#include "app/terminal/signals.hpp"
#include "core/units.hpp"
#include "report/fields/field_files.hpp"
#include "report/inertia_report.hpp"
#include "report/network/network_file.hpp"
#include "report/summary.hpp"
#include "report/summary_line.hpp"

namespace perm {
namespace {

/// Gives the line of a flow that an error budget needs.
std::string budget_line(Axis direction, const std::string& what) {
  return summary_line(fmt::format("budget for {}", axis_letter(direction)), what);
}

}  // namespace

bool SolveObserver::talks() const { return shows_progress() && options_.answer == Answer::summary; }

bool SolveObserver::shows_progress() const { return world_.is_first() && options_.talk == Talk::normal; }

template <class Text>
void SolveObserver::say(const Text& text) const {
  if (talks()) print(stdout, text());
}

StopWish SolveObserver::wish(const Communicator& processes) {
  const StopCause cause = stop_cause(processes);
  if (cause != StopCause::none) stopped_by_ = cause;
  return wish_of(cause);
}

/// A process of several must not leave alone what all do together, so that it goes on until all stop alike. What lets
/// the run be continued waits for the end of what is done now (wish).
void SolveObserver::keep_what_is_known() {
  if (keeping_) return;
  const auto wanted = [] {
    const StopCause cause = stop_cause();
    return wish_of(cause) == StopWish::at_once ? static_cast<int>(cause) : 0;
  };
  const auto stop = [](int /*cause*/) { throw StopRun{StopWish::at_once}; };
  keeping_.emplace(StopToken{wanted, stop, world_.is_alone() ? StopReach::each : StopReach::together});
}

void SolveObserver::on_image(const RunReport& report, const PoreSlab& pores) {
  say([&] { return format_image_facts(report); });
  warnings_told_ = talks() ? report.warnings.size() : 0;
  if (options_.report) views_.emplace(pores, report.solver.boundary);
  frame_ = frame_of(report.image, first_voxel_, options_.driven);
  if (options_.network) {
    const std::string written = write_network(pores, frame_.grid, *options_.network, options_.overwrite);
    say([&] { return summary_line("network", written); });
  }
  if (options_.fields.formats.empty()) return;
  boundary_ = report.solver.boundary;
  parts_.emplace(parts_of(pores, report));
}

void SolveObserver::on_connection(const RunReport& report, const FlowReport& flow) {
  say([&] { return format_connection(flow, report.image); });
  if (views_ && flow.result.stop == StopReason::not_percolating) views_->add_blocked(flow.result.direction);
}

void SolveObserver::on_prediction(Axis direction, const RunEstimate& estimate) {
  machine_ = estimate.machine + (world_.is_alone() ? "" : " a rank");
  say([&] {
    return summary_line(
        fmt::format("prediction for {}", axis_letter(direction)),
        fmt::format("{} of memory{}, about {} steps at tau {:.4g}, roughly {} on {}",
                    format_bytes(static_cast<double>(estimate.bytes)), world_.is_alone() ? "" : " a rank",
                    format_rough(estimate.steps), estimate.tau, format_duration(estimate.seconds), machine_));
  });
}

void SolveObserver::on_inertia_forecast(Axis direction, const InertiaForecast& forecast) {
  say([&] {
    return summary_line(fmt::format("inertia along {}", axis_letter(direction)),
                        format_forecast(forecast, machine_, world_.is_alone() ? "" : " a rank"));
  });
}

void SolveObserver::save_with(Checkpoint& checkpoint) {
  saved_.emplace(checkpoint, files_);
  checkpoint.do_before_saving(
      [this](const std::filesystem::path& state) { saved_->keep(state, field_files_, views_ ? &*views_ : nullptr); });
}

void SolveObserver::on_recall() {
  field_files_ = saved_->recall(views_ ? &*views_ : nullptr);
  say([&] { return summary_line("saved state", "the run goes on from there"); });
}

void SolveObserver::on_progress(const Progress& progress, const std::optional<double>& voxel_size_m) {
  if (progress.permeability_voxel2) keep_what_is_known();
  if (!line_)
    line_.emplace(stderr, shows_progress() ? progress_style(stderr) : ProgressLine::Style::silent, voxel_size_m);
  phases_.be_silent(true);
  line_->show(progress);
}

void SolveObserver::on_flow(const FlowReport& /*flow*/) { keep_what_is_known(); }

void SolveObserver::on_fields(const CapturedFields& fields, const WallSensitivity* walls, const FlowReport& flow) {
  if (parts_ && has_fields(flow.result)) write_fields(fields, walls, flow.result);
  if (views_ && flow.result.stop != StopReason::diverged) views_->add(fields, flow.result);
}

void SolveObserver::on_budget_grid(Axis direction, const GridPermeability& grid) {
  say([&] {
    const std::string what = grid.permeability_voxel2
                                 ? fmt::format("K = {:.5g} voxel^2 of the image solved first, {} steps in {}",
                                               *grid.permeability_voxel2, grid.steps, format_duration(grid.seconds))
                                 : "not solved: " + grid.why_not;
    return budget_line(direction, fmt::format("{}, {}", name_of(grid), what));
  });
}

void SolveObserver::on_budget_boundary(Axis direction, Boundary boundary, const GridPermeability& grid) {
  say([&] {
    const std::string what = grid.permeability_voxel2 ? fmt::format("K = {:.5g} voxel^2", *grid.permeability_voxel2)
                                                      : "not solved: " + grid.why_not;
    return budget_line(direction, fmt::format("boundary {}, {}", to_string(boundary), what));
  });
}

/// A disk that is full does not end the run: K is worth more than its fields.
void SolveObserver::write_fields(const CapturedFields& captured, const WallSensitivity* walls,
                                 const FlowResult& result) {
  const FlowFields fields(captured, walls, *parts_, result, frame_, boundary_);
  if (files_ == nullptr) return give_fields(fields);
  try {
    const auto read_plane = [&](std::int64_t z, const FlowPlane& plane) { fields.read_plane(z, plane); };
    for (std::string& name : write_field_files(read_plane, frame_, result.direction, options_.fields, *files_))
      field_files_.push_back(std::move(name));
  } catch (const InputError& error) {
    why_no_fields_ = error.why().empty() ? error.what() : error.why();
  }
}

}  // namespace perm
