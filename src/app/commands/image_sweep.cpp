// SPDX-License-Identifier: Apache-2.0
#include "app/commands/image_sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "app/commands/flow_tasks.hpp"
#include "app/commands/html_report.hpp"
#include "app/commands/stop_advice.hpp"
#include "app/options/image_sweep_options.hpp"
#include "app/terminal/print.hpp"
#include "app/terminal/signals.hpp"
#include "core/file_replacement.hpp"
#include "core/printable_text.hpp"
#include "core/stop_check.hpp"
#include "core/time_and_place.hpp"
#include "core/units.hpp"
#include "geometry/measures/grain_growth.hpp"
#include "geometry/measures/pore_size.hpp"
#include "geometry/pore_space_hash.hpp"
#include "input/input.hpp"
#include "input/options/gas_options.hpp"
#include "report/earlier_results.hpp"
#include "report/run_files.hpp"
#include "report/summary_line.hpp"
#include "report/sweep/image_sweep_report.hpp"
#include "run/image_warnings.hpp"
#include "solver/devices.hpp"

namespace perm {
namespace {

constexpr const char* points_file = "sweep.csv";

/// One sweep in all processes of the job. The first process prints and writes.
class ImageSweep {
 public:
  explicit ImageSweep(ImageSweepOptions options) : options_(std::move(options)) {
    if (options_.conducts && !world_.is_alone())
      throw UsageError("--conduct is given for an image on several processes",
                       "it works in one, with all of its threads",
                       "Start the program without mpirun, or leave --conduct out");
    if (!world_.is_first()) return;
    if (options_.report) html_.emplace(*options_.report, claim());
    require_own_results(claim());
    files_.emplace(options_.output);
  }

  ExitCode run() {
    states_.emplace(options_.checkpoint, options_.output / states_in_output,
                    identity_of_command("sweep", claim().subject, options_.output), options_.command_line);
    flows_.emplace(options_.output, options_.talk, &*states_);
    states_->guard(what_flows_are_kept(options_.output), [this] { solve(); });
    report_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    if (files_) write();
    world_.wait_for_all();  // waits, because a process that ends may end the others
    states_->remove_all();
    require_convergence();
    return ExitCode::ok;
  }

 private:
  void solve() {
    Input unchanged = read_unchanged();
    require_size_for_gas(options_.gas, unchanged.origin.voxel_size_m);
    judge(unchanged);
    tell_of(unchanged);
    report_.input = options_.input.path.string();
    report_.crop = options_.crop;
    report_.input_path = path_of_input(options_.input.path);
    report_.varied = to_string(options_.varied);
    report_.segmentation = segmentation_of(unchanged);
    report_.extent = unchanged.pores.image();
    report_.voxel_size_m = unchanged.origin.voxel_size_m;
    report_.flow = options_.flow;
    report_.device = facts_of(options_.flow.solver.device).name();
    report_.ranks = world_.size();
    report_.date = utc_now();
    report_.command_line = options_.command_line;
    report_.conducts = options_.conducts;
    report_.gas = options_.gas;
    if (options_.varied == Varied::threshold) unchanged.pores = PoreSlab();  // each point reads its own
    for (const double asked : options_.points) report_.points.push_back(solve_point(asked, unchanged));
  }

  bool talks() const { return world_.is_first() && options_.talk == Talk::normal; }
  void say(const std::string& name, const std::string& text) const {
    if (talks()) print(stdout, summary_line(name, text));
  }

  OutputClaim claim() const {
    return {OutputClaim::Kind::sweep,
            options_.output,
            path_of_input(options_.input.path),
            {sweep_file, points_file},
            options_.overwrite};
  }

  Input read(const InputRequest& input) const {
    const auto warn = [this](const std::string& what) { say("memory", what); };
    return read_input(input, RunToCome{options_.flow, warn}, world_);
  }

  /// Reads the image that decides what the faces do: as the user says which values are pore, or at a threshold of the
  /// list that leaves both pores and solid. Throws InputError where there is none.
  Input read_unchanged() const {
    if (options_.varied == Varied::grow) return read(options_.input);
    const auto has_both = [](const Input& input) {
      const std::int64_t pores = input.pores.count_pores();
      return pores > 0 && pores < input.pores.sample_voxels();
    };
    std::vector<double> thresholds = options_.points;
    std::ranges::sort(thresholds);
    std::span<const double> left = thresholds;
    while (true) {
      const std::size_t middle = left.size() / 2;
      Input input = read(input_at(options_, left[middle]));
      if (has_both(input)) return input;
      const bool needs_more = input.pores.count_pores() == 0;
      left = needs_more == is_pore_below(options_) ? left.subspan(middle + 1) : left.first(middle);
      if (left.empty())
        throw InputError("No threshold parts pores from solid", input.origin.segmentation,
                         "Give grey values between those, for example --threshold 80:120:10");
    }
  }

  /// Makes one choice of the faces for all points, and finds the warnings that all points share.
  void judge(const Input& unchanged) {
    const bool may_seal = options_.chooses_faces && options_.flow.solver.equilibrium == Equilibrium::linear;
    FaceChoice faces = choose_faces(unchanged.pores, unchanged.origin, options_.flow.boundary.boundary,
                                    may_seal ? SeamCheck::seal : SeamCheck::warn, 1);
    options_.flow.boundary.boundary = faces.boundary;
    report_.why_sealed = std::move(faces.why_sealed);
    report_.warnings = warnings_of(unchanged.origin);
    if (faces.warning) report_.warnings.push_back(std::move(*faces.warning));
  }

  std::string segmentation_of(const Input& unchanged) const {
    if (options_.varied == Varied::grow) return unchanged.origin.segmentation;
    const PoreRule& rule = options_.input.rule;
    const bool names_solid = rule.solid || rule.polarity == Polarity::bright;
    std::string text = fmt::format(
        "{}grey values {} are {}", rule.denoise == Denoise::median ? "after a median filter of 3^3 voxels, " : "",
        is_pore_below(options_) != names_solid ? "up to the threshold" : "from the threshold on",
        names_solid ? "solid, all others pore" : "pore, all others solid");
    if (rule.despeckle > 1) text += fmt::format(", solid parts of fewer than {} voxels pore", rule.despeckle);
    if (rule.fill > 1) text += fmt::format(", pore parts of fewer than {} voxels solid", rule.fill);
    return text;
  }

  void tell_of(const Input& unchanged) const {
    const ImageOrigin& origin = unchanged.origin;
    if (!talks()) return;
    print(stdout, fmt::format("Image {}\n", printable_line(origin.source)));
    say("size", fmt::format("{} voxels{}", to_string(unchanged.pores.image()),
                            origin.voxel_size_m ? " of " + format_length(*origin.voxel_size_m) : ""));
    say("pores", segmentation_of(unchanged));
    say("boundary", fmt::format("{} for all points", to_string(options_.flow.boundary.boundary)));
    for (const std::string& warning : report_.warnings) say("warning", warning);
  }

  ImageSweepPoint solve_point(double asked, const Input& unchanged) {
    const FaceRules rules = face_rules(options_.flow.boundary, options_.flow.direction, report_.extent);
    PoreSlab pores = options_.varied == Varied::grow ? grow_grains(unchanged.pores, asked, rules)
                                                     : read_input(input_at(options_, asked), {}, world_).pores;
    check_for_stop(world_);
    ImageSweepPoint point;
    point.asked = asked;
    point.pore_space_hash = hash_of(pores);
    point.slice = take_small_slice(pores);
    point.specific_surface = measure_specific_surface(pores, rules_of_medium(rules));
    point.record.voxels = pores.sample_voxels();
    point.record.pore_voxels = point.record.fluid_cells = pores.count_pores();
    point.is_unresisted = point.record.pore_voxels == pores.image().voxels() && !rules.has_walls();
    const std::string name = name_of_point(report_.varied, asked);
    if (point.is_unresisted) {
      say(name, "every voxel is pore, and nothing resists the flow");
      if (options_.conducts) point.record.conduction = conduction_without_solid(point.record.voxels);
      return point;
    }
    const std::string key = fmt::format("pores {} of {}", point.pore_space_hash, to_string(pores.image()));
    const auto shared = std::make_shared<PoreSlab>(std::move(pores));
    const auto read = [shared, is_read_again = options_.conducts](const Communicator&) {
      return is_read_again ? *shared : std::move(*shared);
    };
    FlowOptions settings = options_.flow;
    take_slip_in_voxels(settings, unchanged.origin.voxel_size_m);
    FlowTask flow{name, {key, read}, {}, 1, std::move(settings), unchanged.origin, options_.conducts};
    const FlowOutcome solved = flows_->solve({std::move(flow)}, TaskSharing::together).front();
    point.record = solved.record;
    say(name, describe(point.record) + (solved.is_known ? ", known from before" : ""));
    for (const std::string& warning : point.record.warnings) say("", "warning: " + warning);
    return point;
  }

  /// Gives what an image conducts whose voxels are all pore: a relative conductivity of 1, by its definition.
  Conducted conduction_without_solid(std::int64_t voxels) const {
    Conducted conducted;
    conducted.direction = options_.flow.direction;
    conducted.cells = voxels;
    conducted.lower = conducted.upper = conducted.value = 1;
    return conducted;
  }

  std::string describe(const FlowRecord& record) const {
    std::string text = fmt::format("porosity {:.4f}, ", record.porosity());
    if (record.conduction) text += fmt::format("F = {:.4g}, ", record.conduction->formation_factor());
    if (record.stop == StopReason::not_percolating) return text + "not percolating, K = 0";
    if (!record.permeability_voxel2) return text + to_string(record.stop);
    const double voxel2 = *record.permeability_voxel2;
    text += report_.voxel_size_m
                ? fmt::format("K = {:.5g} mD", convert_permeability(voxel2, *report_.voxel_size_m).millidarcy)
                : fmt::format("K = {:.5g} voxel^2", voxel2);
    if (std::isfinite(record.iteration_error)) text += fmt::format(" +- {:.3g} %", 100 * record.iteration_error);
    return text + ", " + to_string(record.stop);
  }

  void write() {
    print(stdout, format_image_sweep_table(report_));  // first of all, because writing may fail
    if (!talks()) tell_warnings();                     // else they were told on the way
    write_text_file(*files_, points_file, format_image_sweep_csv(report_));
    write_text_file(*files_, sweep_file, format_image_sweep_json(report_));
    files_->commit([this] { require_own_results(claim()); });
    print(stdout, fmt::format("Files in {}: {}, {}, and the flows solved (solved-*.jsonl)\n",
                              printable_line(options_.output.string()), points_file, sweep_file));
    if (html_) html_->make(options_.output);
  }

  void tell_warnings() const {
    for (const std::string& warning : report_.warnings) print(stdout, summary_line("warning", warning));
    for (const ImageSweepPoint& point : report_.points)
      for (const std::string& warning : point.record.warnings)
        print(stdout, summary_line("warning", name_of_point(report_.varied, point.asked) + ": " + warning));
  }

  /// Throws when a flow did not reach its steady state; the files of the sweep are written before.
  void require_convergence() const {
    std::string open;
    std::vector<FlowEnd> ends;
    for (const ImageSweepPoint& point : report_.points) {
      const StopReason stop = point.record.stop;
      if (point.is_unresisted || !falls_short(stop)) continue;
      ends.push_back({stop});
      open += fmt::format("{}{}: {}", open.empty() ? "" : "; ", name_of_point(report_.varied, point.asked),
                          to_string(stop));
    }
    if (open.empty()) return;
    throw Error(ExitCode::not_converged, "Not every flow is converged", open,
                fmt::format("{}; the others are in '{}'", advise(ends, options_.flow),
                            (options_.output / points_file).string()));
  }

  Communicator world_{Communicator::world()};
  ImageSweepOptions options_;
  std::chrono::steady_clock::time_point start_{std::chrono::steady_clock::now()};
  std::optional<HtmlReport> html_;        ///< in the first process only
  std::optional<FileReplacement> files_;  ///< in the first process only
  std::optional<TaskStates> states_;
  std::optional<FlowTasks> flows_;
  ImageSweepReport report_;
};

}  // namespace

ExitCode run_image_sweep(const OptionValues& values) {
  ImageSweepOptions options = read_image_sweep_options(values);
  note_signals(what_flows_are_kept(options.output) + "; the same command goes on from there");
  end_after(options.checkpoint.max_seconds);
  return ImageSweep(std::move(options)).run();
}

}  // namespace perm
