// SPDX-License-Identifier: Apache-2.0
// Longer than 300 lines: one short function for each thing that Python asks for, and they share the helpers above them.
#include "python/image_task.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "app/options/conduct_options.hpp"
#include "app/options/conduct_phases.hpp"
#include "app/options/look_options.hpp"
#include "app/options/solve_options.hpp"
#include "app/options/solve_request.hpp"
#include "core/errors.hpp"
#include "core/phases/phase_clock.hpp"
#include "core/process_memory.hpp"
#include "core/saving/checkpoint.hpp"
#include "core/stop_check.hpp"
#include "core/time_and_place.hpp"
#include "core/units.hpp"
#include "geometry/shapes/recipe.hpp"
#include "input/options/option_table.hpp"
#include "input/options/recipe_options.hpp"
#include "python/run_watch.hpp"
#include "report/batch/batch_csv.hpp"
#include "report/conduct/conduct_json.hpp"
#include "report/convergence_csv.hpp"
#include "report/earlier_results.hpp"
#include "report/inertia_report.hpp"
#include "report/look/look_json.hpp"
#include "report/look/look_screen.hpp"
#include "report/result_json.hpp"

namespace perm {
namespace {

constexpr const char* name_of_array = "an array";

/// Tells what is done, in the thread that does it.
class ToldPhases {
 public:
  explicit ToldPhases(Background& background) {
    clock_.tell_of_phases(
        [&background](Phase phase, int, double) { background.tell_phase(std::string(name_of(phase))); });
  }
  const PhaseClock& clock() const { return clock_; }

 private:
  PhaseClock clock_;
};

/// Notes what each flow would take, and ends the run before the first one.
class ForecastWatch final : public RunObserver {
 public:
  struct Known {};
  void on_image(const RunReport& report, const PoreSlab& /*pores*/) override {
    forecast_.extent = report.image.extent;
    forecast_.porosity = report.image.porosity();
    forecast_.device = report.solver.device;
    forecast_.warnings = report.warnings;
  }
  void on_connection(const RunReport& report, const FlowReport& flow) override {
    FlowForecast of_flow;
    of_flow.direction = flow.result.direction;
    of_flow.percolates = flow.result.stop != StopReason::not_percolating;
    of_flow.connected_porosity = report.image.porosity() - static_cast<double>(flow.isolated_voxels) /
                                                               static_cast<double>(report.image.sample_voxels());
    if (!of_flow.percolates) of_flow.connected_porosity = 0;
    forecast_.flows.push_back(of_flow);
    wanted_ += of_flow.percolates ? 1 : 0;
  }
  void on_prediction(Axis direction, const RunEstimate& estimate) override {
    for (FlowForecast& flow : forecast_.flows)
      if (flow.direction == direction) {
        flow.bytes = estimate.bytes;
        flow.steps = estimate.steps;
        flow.tau = estimate.tau;
        flow.seconds = estimate.seconds;
        flow.machine = estimate.machine;
      }
    if (--wanted_ == 0) throw Known{};
  }
  RunForecast take() { return std::move(forecast_); }

 private:
  int wanted_{0};
  RunForecast forecast_;
};

/// Gives the values of options without an image.
OptionValues values_without_image(GivenOptions given, const std::vector<Option>& options) {
  given.try_emplace("input", name_of_array);
  return values_of(std::move(given), options);
}

SolveOptions options_of(const GivenOptions& texts) {
  return read_solve_options(values_without_image(texts, all_options(solve_option_groups())));
}

/// Takes the sample that an array says, where there is one. The axes of the image are known in `request`.
void take_mask(InputRequest& request, const std::optional<VoxelArray>& mask) {
  if (!mask) return;
  if (request.mask)
    throw UsageError("--mask is given", "the array is a masked array, and its mask says what the sample is",
                     "Leave it out, or give the data of the array");
  request.mask = FileMask{"the array of the mask", planes_of(*mask, request.rule.axes)};
}

Input marked(const GivenArray& array, InputRequest options, const std::optional<RunToCome>& run) {
  options.rule.axes = axes_in_memory(array.voxels);
  options.path = name_of_array;
  take_mask(options, array.mask);
  return read_source(planes_of(array.voxels, options.rule.axes), options, run);
}

/// The command takes one way of making other voxels, and a voxel size of the image as it was given.
void require_no_more_resampling(const InputRequest& request) {
  const std::string why = "this image was made from another one by refine, coarsen or resample";
  if (request.voxel_edges_m)
    throw UsageError("--voxel-size is given", why + ", and it would not be clear whose voxels are meant",
                     "Give it to read");
  if (request.refine > 1 || request.coarsen > 1)
    throw UsageError("--refine or --coarsen is given", why + " already", "Leave it out, or read the image anew");
}

/// Gives the image of a run: the pores of an array, or a copy of pores that are known.
Input image_of(const GivenImage& image, const InputRequest& request, const std::optional<RunToCome>& run) {
  const PhaseScope reading(Phase::reading);
  if (const auto* const array = std::get_if<GivenArray>(&image)) return marked(*array, request, run);
  const PoreRule& rule = request.rule;
  if (const std::string given = request.crop   ? "--crop"
                                : request.mask ? "--mask"
                                               : segmentation_given(rule);
      !given.empty())
    throw UsageError(given + " is given", "the pores of this image are known already",
                     "Leave it out, or give it to read");
  Input known = *std::get<std::shared_ptr<const Input>>(image);
  if (known.origin.resampling) require_no_more_resampling(request);
  if (request.voxel_edges_m) known.origin.voxel_size_m = request.voxel_edges_m->front();
  resample(known, request);
  return known;
}

Input image_of(const GivenImage& image, const SolveOptions& options) {
  Input known = image_of(image, options.input, RunToCome{options.flow, {}});
  if (options.error_budget && known.origin.resampling && known.origin.resampling->is_refined())
    throw UsageError("--error-budget is given",
                     "the image was refined, and coarsened again it gives the voxels of before, which shows no error",
                     "Read the image without refine: the budget refines by itself");
  return known;
}

/// Gives the voxels of one phase of an image.
Input phase_of(const GivenImage& image, const InputRequest& request) {
  if (const auto* const array = std::get_if<GivenArray>(&image)) return marked(*array, request, {});
  if (std::get<std::shared_ptr<const Input>>(image))
    throw UsageError("--conductivity is given",
                     "the pores of this image are known already, and their grey values are not",
                     "Give the array or the path");
  return read_source(open_image(request.path, request.raw, request.data_files), request);
}

/// Names an array by its pores, so that a folder tells whether it has results of the same one.
void name_array(ImageReport& image) {
  if (image.source == name_of_array) image.source = fmt::format("an array of the pore space {}", image.pore_space_hash);
}

std::vector<std::string> call_as_words(const char* function, const GivenOptions& options) {
  std::vector<std::string> words{function};
  for (const auto& [name, value] : options) words.push_back(fmt::format("--{}={}", name, value.text()));
  return words;
}

}  // namespace

SolvedTexts solve_image(const GivenImage& image, const GivenOptions& texts, Background& background) {
  const ToldPhases phases(background);
  const SolveOptions options = options_of(texts);
  RunOutput output;
  output.command_line = call_as_words("permeability.solve", texts);
  output.units = options.units;
  output.resident_bytes_before = resident_bytes();
  Input known = image_of(image, options);
  output.reading_seconds = phases.clock().seconds();
  require_voxel_size(options, known.origin.voxel_size_m);
  RunWatch watch(background, options, known.origin.first_voxel);
  RunRequest request = request_of(options, std::move(known.origin));
  if (request.fields != FieldCapture::none) watch.want_views();
  std::optional<Checkpoint> checkpoint;
  if (options.checkpoint.folder) {
    if (request.fields != FieldCapture::none)
      throw UsageError("--checkpoint is given with --fields", "fields of flows that are solved are not saved here",
                       "Leave one of them out, or use the command");
    checkpoint.emplace(Communicator(), Checkpoint::Settings{*options.checkpoint.folder, options.checkpoint.every_s});
    request.checkpoint = &*checkpoint;
  }
  watch.end_after(options.checkpoint.max_seconds);
  RunReport report = run_flows(std::move(known.pores), request, watch);
  if (checkpoint && !watch.is_over()) checkpoint->remove();
  report.seconds = phases.clock().seconds();
  name_array(report.image);
  output.finished_utc = utc_now();
  output.host = host_name();
  output.phases = phases.clock().times();
  SolvedTexts solved;
  solved.fields = watch.take_fields();
  solved.views = watch.format_views();
  solved.choice = options.fields;
  for (const auto& [direction, fields] : solved.fields)
    for (const std::string& name : field_file_names(direction, options.fields)) output.field_files.push_back(name);
  solved.result = format_result_json(report, output);
  solved.convergence = format_convergence_csv(report.flows);
  solved.plane_flux = format_plane_flux_csv(report.flows);
  solved.table = format_result_csv(report, output);
  if (has_inertia(report)) solved.reynolds = format_reynolds_csv(report);
  return solved;
}

RunForecast forecast_image(const GivenImage& image, const GivenOptions& texts, Background& background) {
  const ToldPhases phases(background);
  const SolveOptions options = options_of(texts);
  Input known = image_of(image, options);
  RunRequest request = request_of(options, std::move(known.origin));
  ForecastWatch watch;
  try {
    run_flows(std::move(known.pores), request, watch);
  } catch (const ForecastWatch::Known&) {
  }
  return watch.take();
}

std::string conduct_image(const GivenImage& image, const GivenOptions& texts) {
  ConductOptions options = read_conduct_options(values_without_image(texts, all_options(conduct_option_groups())));
  Input known = options.phases.empty()
                    ? image_of(image, options.input, {})
                    : read_phases(options, [&image](const InputRequest& request) { return phase_of(image, request); });
  ConductReport report = conduct(std::move(known.pores), request_of(options, std::move(known.origin)));
  name_array(report.image);
  RunOutput output;
  output.command_line = call_as_words("permeability.conduct", texts);
  output.finished_utc = utc_now();
  output.host = host_name();
  return format_conduction_json(report, options.words, output);
}

LookTexts look_at_image(const GivenImage& image, const GivenOptions& texts) {
  const OptionValues values = values_without_image(texts, all_options(look_option_groups()));
  LookOptions options = read_look_options(values);
  ImageLook look;
  std::vector<std::string> next;
  if (const auto* const array = std::get_if<GivenArray>(&image)) {
    const FileAxes axes = options.request.input.rule.axes = axes_in_memory(array->voxels);
    take_mask(options.request.input, array->mask);
    look = look_at_source(planes_of(array->voxels, axes), options.request);
  } else if (std::get<std::shared_ptr<const Input>>(image)) {
    look = look_at_pores(image_of(image, options.request.input, {}), options.request);
  } else {
    look = look_at_input(options.request);
    next = solve_words(values, look);
  }
  const std::string path = next.empty() ? std::string() : path_of_input(options.request.input.path);
  return {format_look_json(look, next, path, call_as_words("permeability.look", texts)), format_look(look, next)};
}

Input read_image_file(const GivenOptions& texts, const std::optional<VoxelArray>& mask, Background& background) {
  const ToldPhases phases(background);
  const PhaseScope reading(Phase::reading);
  InputRequest options = read_input_options(values_of(texts, input_options()));
  take_mask(options, mask);
  if (is_recipe(options.path)) return read_input(options);
  auto image = open_image(options.path, options.raw, options.data_files);
  return read_source(std::move(image), options);
}

Input mark_array(const GivenArray& array, const GivenOptions& texts) {
  return marked(array, read_input_options(values_without_image(texts, input_options())), {});
}

void require_solve_options(const GivenOptions& texts) { options_of(texts); }

MachinePlaces places_of(const GivenOptions& texts) {
  const SolverSettings solver = options_of(texts).flow.solver;
  return {solver.device, solver.threads};
}

void require_recipe_options(const GivenOptions& texts) { read_recipe(values_of(texts, recipe_options())); }

Input generate_image(const GivenOptions& texts, Background& background) {
  const ToldPhases phases(background);
  const PhaseScope reading(Phase::reading);
  GivenOptions of_recipe = texts;
  const auto size = of_recipe.extract("voxel-size");
  const Recipe recipe = read_recipe(values_of(std::move(of_recipe), recipe_options()));
  std::optional<double> voxel_size_m;
  if (size) {
    const OptionValue& given = size.mapped();
    voxel_size_m =
        given.number() ? require_voxel_size_m(*given.number(), given.text()) : parse_voxel_size_m(given.text());
  }
  return generate_input(recipe, voxel_size_m, {}, Walls::sub_voxel);
}

}  // namespace perm
