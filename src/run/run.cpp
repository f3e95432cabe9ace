// SPDX-License-Identifier: Apache-2.0
// Longer than 300 lines: one short function for each part of a run, and all of them share the members at the end.
#include "run/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/errors.hpp"
#include "core/phases/phase_clock.hpp"
#include "core/process_memory.hpp"
#include "core/processors/threads.hpp"
#include "core/stop_check.hpp"
#include "core/version.hpp"
#include "darcy/evaluation/wall_sensitivity.hpp"
#include "darcy/inertia/mirrored_flows.hpp"
#include "darcy/steady_flow.hpp"
#include "darcy/survey/pore_survey.hpp"
#include "geometry/measures/seam.hpp"
#include "run/error_budget_runs.hpp"
#include "run/face_spread.hpp"
#include "run/grain_meter.hpp"
#include "run/image_warnings.hpp"
#include "run/inertia_runs.hpp"
#include "run/judgement.hpp"
#include "run/loop_threads.hpp"
#include "run/outside_warning.hpp"
#include "run/pathways.hpp"
#include "run/saved_run.hpp"
#include "run/shape_warnings.hpp"
#include "run/stopwatch.hpp"
#include "solver/devices.hpp"

namespace perm {
namespace {

/// One run on all processes that hold the image.
class FlowRun {
 public:
  FlowRun(const RunRequest& request, Communicator processes, RunObserver& observer)
      : request_(request),
        options_(request.flow),
        processes_(std::move(processes)),
        observer_(observer),
        saved_(request.checkpoint) {
    take_slip();
    check_options(options_);
    check_inertia(request);
    if (request.gas) require_gas_state(*request.gas);
    if (request.conducts && !processes_.is_alone())
      throw UsageError("--conduct is given on several processes", "it works in one, with all of its threads",
                       "Start the program without mpirun, or leave --conduct out");
    if (options_.walls == Walls::sub_voxel) take_surface();
    options_.solver.threads = resolve_threads(options_.solver.threads, processes_);
    options_.solver.instructions = resolve_instructions(options_.solver.instructions);
    // K is corrected, but fields, forces and the flow across the force are not, so these must converge themselves.
    if (request.fields != FieldCapture::none || request.directions.size() > 1 || !request.grains.empty())
      options_.goal = Goal::flow;
    SolverReport& solver = report_.solver;
    solver.ranks = processes_.size();
    solver.settings = options_.solver;
    solver.boundary = options_.boundary;
    solver.tolerance = options_.tolerance;
    solver.max_steps = options_.max_steps;
    solver.walls = options_.walls;
    solver.device = to_string(options_.solver.device);
    solver.version = version();
    solver.commit = commit();
  }

  RunReport go(PoreSlab pores) {
    const LoopThreads loop_threads(options_.solver.threads, pores.pores().extent().voxels());
    survey(pores);
    if (request_.budget != BudgetChoice::none) image_ = pores;
    keep_image_for_faces(pores);
    Pathways pathways = connect(std::move(pores));
    std::vector<RunEstimate> estimates = predict(pathways);
    return_freed_memory();
    if (request_.checkpoint != nullptr && request_.checkpoint->goes_on()) observer_.on_recall();
    for (std::size_t i = 0; i < estimates.size(); ++i)
      if (pathways.directions[i].pores) solve_unless_known(pathways.directions[i], estimates[i], report_.flows[i]);
    solved_flow_.reset();
    judge(report_);
    if (image_ && !is_stopped_) add_budgets(estimates);
    add_headlines();
    const bool nothing_is_known = std::ranges::none_of(
        report_.flows, [](const FlowReport& flow) { return flow.result.permeability_voxel2.has_value(); });
    saved_.end(end_wish_);
    if (nothing_is_known) check_for_stop(processes_);
    report_.seconds = stopwatch_.seconds();
    return std::move(report_);
  }

 private:
  /// Turns a slip length in metres into one in voxels, and refuses what does not go with slip.
  void take_slip() {
    take_slip_in_voxels(options_, request_.origin.voxel_size_m);
    if (options_.solver.slip.length == 0) return;
    if (const auto need = find_need_of_voxels(options_, request_.inertia.has_value(), !request_.grains.empty()))
      throw UsageError("--slip is given with " + need->option, need->why, need->remedy);
    if (request_.fields == FieldCapture::and_sensitivity)
      throw UsageError("--slip is given with --fields sensitivity", "that is of walls to which fluid sticks",
                       "Leave one of them out");
  }

  void take_surface() {
    if (!request_.origin.surface)
      throw UsageError("--walls sub-voxel is given where no surface is known",
                       "only recipes but noise, and images of signed distances, say where it is between voxels",
                       "Use --walls voxels, or --walls sub-voxel with an image of distances");
    if (const auto need = find_need_of_voxels(options_, request_.inertia.has_value(), !request_.grains.empty()))
      throw UsageError("--walls sub-voxel is given with " + need->option, need->why, need->remedy);
    options_.surface = request_.origin.surface(processes_);
  }

  /// Finds the facts of the image and the warnings that follow from them.
  void survey(const PoreSlab& pores) {
    const PhaseScope facts(Phase::facts);
    const ImageOrigin& origin = request_.origin;
    report_.image = facts_of(pores, origin);
    report_.warnings = warnings_of(origin);
    FaceChoice faces =
        choose_faces(pores, origin, options_.boundary.boundary, request_.seams, request_.directions.size());
    options_.boundary.boundary = report_.solver.boundary.boundary = faces.boundary;
    report_.solver.why_sealed = std::move(faces.why_sealed);
    if (faces.warning) report_.warnings.push_back(std::move(*faces.warning));
    repeats_ = origin.repeats ? true : faces.repeat;
    if (!origin.repeats)
      for (std::string& warning : describe_shape(pores, request_.directions, origin))
        report_.warnings.push_back(std::move(warning));
    report_.grains = request_.grains;
    report_.gas = request_.gas;
    if (auto warning = check_grains(request_.grains, pores)) report_.warnings.push_back(std::move(*warning));
    check_for_stop(processes_);
    saved_.begin(identity_of(request_, options_, report_));
    observer_.on_image(report_, pores);
  }

  /// Keeps the image in larger voxels where other faces could change K and no error budget tells.
  void keep_image_for_faces(const PoreSlab& pores) {
    if (!request_.looks_beyond_faces) return;
    const PhaseScope facts(Phase::facts);
    if (!repeats_) repeats_ = std::ranges::none_of(measure_seams(pores), &Seam::is_visible);
    if (!faces_are_exact() && request_.budget == BudgetChoice::none) image_for_faces_ = image_for_faces(pores);
  }

  /// A medium that repeats goes on beyond its faces as it is. Closed faces are another medium, also around a recipe.
  bool faces_are_exact() const { return repeats_.value_or(false) && options_.boundary.boundary == Boundary::periodic; }

  /// Finds which pores the flow along each direction can reach. A flow that nothing conducts is already solved here.
  Pathways connect(PoreSlab pores) {
    const PhaseScope components(Phase::components);
    if (!request_.origin.repeats)
      for (const Axis direction : request_.directions)
        borders_[static_cast<std::size_t>(direction)] = find_open_border(pores, direction);
    Pathways pathways = find_pathways(std::move(pores), request_.directions,
                                      face_rules(options_.boundary, options_.direction, report_.image.extent).closed());
    report_.image.connected_voxels = pathways.connected_voxels;
    for (const Pathway& pathway : pathways.directions) {
      require_resistance(pathway);
      report_.flows.push_back(begin_flow(pathway));
      observer_.on_connection(report_, report_.flows.back());
    }
    return pathways;
  }

  /// Throws InputError where a flow would become faster for ever.
  void require_resistance(const Pathway& pathway) const {
    const Extent& image = report_.image.extent;
    const std::string why = why_unresisted(pathway, image, face_rules(options_.boundary, pathway.direction, image));
    if (why.empty()) return;
    throw InputError(fmt::format("Nothing resists the flow along {}", axis_letter(pathway.direction)), why,
                     "Check which values are pore: --pore names the voids, --solid the material; or make the sides "
                     "walls with --boundary sealed");
  }

  FlowReport begin_flow(const Pathway& pathway) const {
    FlowReport flow;
    flow.isolated_voxels = report_.image.pore_voxels - pathway.cells;
    FlowResult& result = flow.result;
    result.direction = pathway.direction;
    result.force = options_.force;
    result.fluid_cells = pathway.cells;
    result.connected_porosity = static_cast<double>(pathway.cells) / static_cast<double>(report_.image.sample_voxels());
    if (pathway.cells == 0) {
      result.stop = StopReason::not_percolating;
      result.permeability_voxel2 = 0.0;
      result.iteration_error = 0;
      if (request_.conducts) flow.conduction.emplace().direction = pathway.direction;
    }
    return flow;
  }

  FlowOptions flow_options(Axis direction) const {
    FlowOptions flow = options_;
    flow.direction = direction;
    return flow;
  }

  /// Predicts what each flow will take, and refuses the run when the memory is not there.
  std::vector<RunEstimate> predict(const Pathways& pathways) {
    const PhaseScope prediction(Phase::prediction);
    std::vector<RunEstimate> estimates;
    std::optional<PoreSurvey> survey;  // measured in the pores of the previous direction
    std::int64_t own_bytes = 0;
    std::int64_t own_host_bytes = 0;
    for (std::size_t i = 0; i < pathways.directions.size(); ++i) {
      const Pathway& pathway = pathways.directions[i];
      RunEstimate& estimate = estimates.emplace_back();
      if (!pathway.pores) continue;
      check_for_stop(processes_);
      const Stopwatch stopwatch;
      const BoundaryChoice& boundary = options_.boundary;
      const bool alike = boundary.boundary == Boundary::periodic || boundary.boundary == Boundary::mirror;
      if (!survey || !alike || pathway.pores != pathways.directions[i - 1].pores)
        survey.emplace(*pathway.pores, face_rules(boundary, pathway.direction, report_.image.extent),
                       options_.solver.device);
      estimate = estimate_run(*pathway.pores, *survey, flow_options(pathway.direction), captured());
      report_.flows[i].preparation_seconds = stopwatch.seconds();
      own_bytes = std::max(own_bytes, estimate.own_bytes);
      own_host_bytes = std::max(own_host_bytes, estimate.own_host_bytes);
      observer_.on_prediction(pathway.direction, estimate);
      if (!request_.inertia) continue;
      const InertiaForecast inertia =
          forecast_inertia(estimate, flow_options(pathway.direction), *request_.inertia, processes_);
      observer_.on_inertia_forecast(pathway.direction, inertia);
      require_memory_of(inertia, options_, processes_);
    }
    require_memory(own_bytes, options_.solver.device, processes_);
    if (processes_.any(own_host_bytes > 0)) require_memory(own_host_bytes, Device::cpu, processes_);
    return estimates;
  }

  /// Makes the flow ready. The lattice of the previous direction is used again when the pores are the same.
  SteadyFlow prepare(const Pathway& pathway, const RunEstimate& estimate) {
    const FlowOptions options = flow_options(pathway.direction);
    if (solved_flow_ && solved_flow_->can_serve(options) && pathway.pores.get() == pores_in_lattice_)
      return {std::move(*solved_flow_), *pathway.pores, options, estimate};
    solved_flow_.reset();  // its memory is given back before the next flow asks for memory
    pores_in_lattice_ = pathway.pores.get();
    return {*pathway.pores, options, estimate};
  }

  void solve_unless_known(Pathway& pathway, RunEstimate& estimate, FlowReport& flow) {
    if (saved_.recall(flow, report_.warnings)) {
      pathway.pores.reset();
      observer_.on_flow(flow);
      return;
    }
    if (!is_stopped_) {
      try {
        if (knows_creeping(flow))
          go_on_with_list(pathway, estimate, flow);
        else
          solve(pathway, estimate, flow);
        if (!is_stopped_) saved_.add(flow, report_.warnings);
      } catch (const StopFlow& stop) {
        end_steps(stop.wish);
      } catch (const StopRun& stop) {
        end_steps(stop.wish);
      }
    }
    const bool is_known = flow.inertia || flow.result.permeability_voxel2;  // what ends after it leaves it as it is
    if (is_stopped_ && !is_known) flow.result.stop = StopReason::interrupted;
  }

  /// Recalls the creeping flow whose list is to go on.
  bool knows_creeping(FlowReport& flow) {
    const Axis direction = flow.result.direction;
    return request_.inertia && can_go_on_with_inertia(flow_options(direction), saved_.flow(direction)) &&
           saved_.recall_creeping(flow, report_.warnings);
  }

  void end_steps(StopWish wish) {
    is_stopped_ = true;
    end_wish_ = wish;
    observer_.on_steps_done();
  }

  /// What is known of K is kept where the budgets are stopped.
  void add_budgets(const std::vector<RunEstimate>& estimates) {
    try {
      add_error_budgets(*image_, report_, {options_, estimates, request_.checkpoint}, observer_);
    } catch (const StopRun& stop) {
      is_stopped_ = true;
      end_wish_ = stop.wish;
      report_.warnings.push_back("The error budget is not complete, because the run was stopped");
    }
  }

  /// Makes the headline of each flow from all that is known of its errors.
  void add_headlines() {
    try {
      const LevelScope larger_voxels;
      if (image_for_faces_ && !is_stopped_)
        add_face_spreads(*image_for_faces_, *repeats_, options_, report_, observer_);
    } catch (const StopRun& stop) {
      is_stopped_ = true;
      end_wish_ = stop.wish;
    }
    for (FlowReport& flow : report_.flows) {
      if (flow.error_budget) flow.face_spread = spread_of(*flow.error_budget);
      if (faces_are_exact()) flow.face_spread = 0;
      std::optional<double> threshold;
      if (request_.origin.repeats) threshold = 0;  // a recipe has none
      if (flow.threshold_slope) threshold = std::abs(flow.threshold_slope->of_tenth_voxel());
      IntervalCauses causes{flow.voxel_estimate, flow.face_spread, threshold};
      if (flow.threshold_slope && flow.voxel_estimate)
        causes.blur = find_blur_bias(*flow.threshold_slope, flow.voxel_estimate->basis);
      flow.headline = make_headline(flow.result, causes);
      if (request_.gas) add_gas(flow);
    }
  }

  void add_gas(FlowReport& flow) {
    const FlowResult& result = flow.result;
    const PoresOfGas pores = pores_of_gas(flow.wall_slope, result.permeability_voxel2,
                                          result.pores.rough_critical_radius, report_.image.voxel_size_m);
    flow.gas = find_gas_flow(*request_.gas, pores);
    if (const std::string warning = warning_of(flow.gas, pores); !warning.empty())
      report_.warnings.push_back(fmt::format("along {}: {}", axis_letter(result.direction), warning));
  }

  /// Says what is kept of each flow: for files, or for what slip does to K.
  FieldCapture captured() const {
    const bool is_for_slip = (request_.measures_slip || request_.gas) && options_.walls == Walls::voxels;
    return request_.fields == FieldCapture::none && is_for_slip ? FieldCapture::velocity_and_density : request_.fields;
  }

  void solve(Pathway& pathway, RunEstimate& estimate, FlowReport& flow) {
    if (const StopWish wish = observer_.wish(processes_); wish != StopWish::none) throw StopFlow{wish};
    const Stopwatch preparation;
    SteadyFlow steady_flow = prepare(pathway, estimate);
    std::optional<GrainMeter> meter;
    if (!request_.grains.empty()) meter.emplace(request_.grains, *pathway.pores);
    const std::optional<OpenBorder>& border = borders_[static_cast<std::size_t>(pathway.direction)];
    const std::shared_ptr<const PoreSlab> pores = pathway.pores;
    pathway.pores.reset();
    return_freed_memory();
    flow.preparation_seconds += preparation.seconds();
    solved_flow_ = std::move(steady_flow)
                       .run(
                           [&](const Progress& progress) {
                             flow.resident_bytes_stepping = std::max(flow.resident_bytes_stepping, resident_bytes());
                             tell(progress);
                           },
                           saved_.flow(pathway.direction));
    observer_.on_steps_done();
    flow.result = solved_flow_->result();
    if (options_.walls == Walls::sub_voxel) {
      flow.voxel_estimate = estimate_surface_error(flow.result, report_.solver.settings);
    } else if (!report_.image.resampling || !report_.image.resampling->is_refined()) {
      flow.voxel_estimate = estimate_voxel_error(flow.result, report_.solver.settings);
      if (const auto on_cubes = flow_on_cubes(flow.result, report_.solver.settings))
        flow.as_cubes = estimate_as_cubes(*on_cubes);
    }
    if (!report_.image.resampling && request_.origin.moving && options_.solver.slip.length == 0) {
      const PhaseScope slope(Phase::looks);
      flow.threshold_slope = measure_threshold_slope(*solved_flow_, *pores, *request_.origin.moving);
    }
    if (request_.measures_slip || request_.gas) {
      const PhaseScope slope(Phase::looks);
      flow.wall_slope = measure_wall_slope(*solved_flow_, *pores);
    }
    is_stopped_ = flow.result.stop == StopReason::interrupted;
    if (request_.conducts && !is_stopped_) add_conduction(*pores, flow);
    flow.resident_bytes_stepping = processes_.sum(flow.resident_bytes_stepping);
    observer_.on_flow(flow);
    if (border)
      if (const auto outside = describe_outside(*border, *solved_flow_, *pores))
        report_.warnings.push_back(fmt::format("along {}: {}", axis_letter(pathway.direction), *outside));
    if (meter) meter->add(*solved_flow_);
    if (request_.fields != FieldCapture::none) give_fields(*pores, flow);
    if (meter) flow.grain_forces = meter->forces();
    if (request_.inertia && !is_stopped_ && flow.result.stop == StopReason::converged)
      add_inertia(*pores, estimate, flow, meter);
    pathway.pores.reset();
  }

  /// Goes on with the list of a creeping flow that is known. Its fields were given when it was solved.
  void go_on_with_list(Pathway& pathway, RunEstimate& estimate, FlowReport& flow) {
    observer_.on_flow(flow);
    std::optional<GrainMeter> meter;
    if (flow.grain_forces) {
      meter.emplace(request_.grains, *pathway.pores);
      meter->go_on_from(*flow.grain_forces);
    }
    solved_flow_.reset();
    add_inertia(*pathway.pores, estimate, flow, meter);
    pathway.pores.reset();
  }

  void give_fields(const PoreSlab& pores, const FlowReport& flow) {
    const PhaseScope phase(Phase::fields);
    const CapturedFields fields = solved_flow_->capture_fields();
    std::optional<WallSensitivity> walls;
    if (request_.fields == FieldCapture::and_sensitivity) walls.emplace(*solved_flow_, pores);
    observer_.on_fields(fields, walls ? &*walls : nullptr, flow);
  }

  void add_conduction(const PoreSlab& pores, FlowReport& flow) {
    const Axis direction = flow.result.direction;
    const FaceRules rules = face_rules(options_.boundary, direction, report_.image.extent);
    if (options_.walls == Walls::sub_voxel) {
      const SmoothBody body(pores, request_.origin, rules.closed(), options_.solver.threads);
      std::array<double, 3> flux{};
      flow.conduction = body.conduct_along(direction, pores.count_pores(), rules, usual_conduct_tolerance, flux);
      return;
    }
    ConductSettings settings;
    settings.threads = options_.solver.threads;
    settings.device = device_beside(options_.solver.device);
    settings.has_smooth = !report_.image.resampling || !report_.image.resampling->is_refined();
    flow.conduction = conduct_beside_flow(pores, rules, direction, settings);
    if (flow.conduction->cells > 0) return;
    if (std::string warning = describe_edges(pores, direction, rules.closed()); !warning.empty())
      report_.warnings.push_back(std::move(warning));
  }

  bool goes_on_with_mirror_image(Axis direction) const {
    return request_.inertia && needs_mirror_image(flow_options(direction));
  }

  /// Solves the list after the creeping flow, which is in solved_flow_ where it was solved by this run.
  void add_inertia(const PoreSlab& pores, RunEstimate& estimate, FlowReport& flow, std::optional<GrainMeter>& meter) {
    const Axis direction = flow.result.direction;
    const FlowOptions options = flow_options(direction);
    observer_.on_inertia_forecast(direction,
                                  forecast_inertia(estimate, options, *request_.inertia, processes_, &flow.result));
    if (goes_on_with_mirror_image(direction)) estimate.forget_pores();  // the longer image has its own
    const auto on_point = [&](const Backend& backend, const InertialPoint& point) {
      if (!meter) return;
      meter->add(backend, point.force, {point.reynolds, point.permeability_voxel2, {}, {}});
      flow.grain_forces = meter->forces();
      saved_.note_creeping(flow, report_.warnings);
    };
    saved_.note_creeping(flow, report_.warnings);
    const ProgressFunction progress = [&](const Progress& p) { tell(p); };
    const InertiaRun run{pores, estimate, options, *request_.inertia, progress, saved_.flow(direction), on_point};
    flow.inertia = solved_flow_ ? solve_with_inertia(*std::exchange(solved_flow_, std::nullopt), run)
                                : go_on_with_inertia(flow.result, run);
    observer_.on_steps_done();
    is_stopped_ = flow.inertia->flows.end == InertiaEnd::interrupted;
  }

  void tell(const Progress& progress) {
    if (const StopWish wish = observer_.wish(processes_); wish != StopWish::none) {
      end_wish_ = wish;
      throw StopFlow{wish};
    }
    observer_.on_progress(progress, report_.image.voxel_size_m);
  }

  const RunRequest& request_;
  FlowOptions options_;  ///< as resolved for this request on this machine
  Communicator processes_;
  RunObserver& observer_;
  std::optional<PoreSlab> image_;                     ///< all pores, for the error budget
  std::optional<PoreSlab> image_for_faces_;           ///< all pores in larger voxels
  std::optional<bool> repeats_;                       ///< whether opposite faces match, where anybody looked
  std::array<std::optional<OpenBorder>, 3> borders_;  ///< by axis, where the flow may go past a sample
  RunReport report_;
  std::optional<SolvedFlow> solved_flow_;  ///< the flow of the latest direction
  SavedRun saved_;
  bool is_stopped_{false};
  StopWish end_wish_{StopWish::none};          ///< of who stopped it
  const PoreSlab* pores_in_lattice_{nullptr};  ///< pores of the lattice, while another direction may have them too
  Stopwatch stopwatch_;
};

}  // namespace

std::optional<NeedOfVoxels> find_need_of_voxels(const FlowOptions& flow, bool has_inertia, bool has_grains) {
  if (has_inertia)
    return NeedOfVoxels{"--reynolds", "the rule of these walls is for creeping flow", "Use --walls voxels"};
  if (has_grains) return NeedOfVoxels{"--grains", "forces are those on walls of voxels so far", "Use --walls voxels"};
  return find_need_of_voxels(flow);
}

RunReport run_flows(PoreSlab pores, const RunRequest& request, RunObserver& observer) {
  require_distinct(request.directions);
  const Communicator processes = pores.processes();
  return FlowRun(request, processes, observer).go(std::move(pores));
}

RunReport run_flows(PoreSlab pores, const RunRequest& request) {
  RunObserver nobody;
  return run_flows(std::move(pores), request, nobody);
}

}  // namespace perm
