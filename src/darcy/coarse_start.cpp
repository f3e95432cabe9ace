// SPDX-License-Identifier: Apache-2.0
// In the half image a voxel is twice as long. With twice the force g the density differences stay the same, because
// they grow with g L. K in voxel^2 is then a quarter, and nu u = K g is half as large.
#include "darcy/coarse_start.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "core/phases/phase_clock.hpp"
#include "core/processors/threads.hpp"
#include "darcy/coarse_rows.hpp"
#include "darcy/steady_flow.hpp"
#include "darcy/survey/half_pores.hpp"
#include "darcy/survey/pore_survey.hpp"
#include "darcy/survey/similarity.hpp"

namespace perm {
namespace {

constexpr std::int64_t fewest_voxels = 16;   // along an axis of a half image
constexpr std::int64_t fewest_cells = 2000;  // in a half image
constexpr double coarse_tolerance = 1e-2;    // the half image's own error is larger
// With fewer cells a process waits for messages longer than it steps.
constexpr std::int64_t cells_a_cpu_process = 2000;
constexpr std::int64_t cells_a_gpu = 200'000;
constexpr double next_permeability = 0.8;  // expected K of the finer image over this K: its throats are narrower
// The steps through the half image may take this share of the cell updates that are predicted for the whole image. The
// share of the next coarser image is taken of that, and so on: together less than 3/16 / (1 - 3/16) = 3/13.
constexpr double share_of_updates = 3.0 / 16;
// A run from rest of fewer cell updates than this does not begin from the half image: it takes 4 ms on a core of a CPU,
// as long as a GPU takes to make the half image and to solve it.
constexpr double fewest_updates = 400e3;
constexpr double fewest_steps = 100;  // fewer steps hardly leave rest
// A K of the half image that is this many times larger or smaller than the estimate is no K of this image. The estimate
// is right within a factor of 2 in rock, and of 30 in images made to be hard.
constexpr double most_surprise = 300;

bool is_near_estimate(double permeability_voxel2, double estimate) {
  const double ratio = permeability_voxel2 / estimate;
  return ratio > 1 / most_surprise && ratio < most_surprise;  // false for NaN too
}

bool can_begin_from(const FlowResult& half, double estimate) {
  return half.stop == StopReason::converged && half.permeability_voxel2 &&
         is_near_estimate(*half.permeability_voxel2, estimate);
}

/// Gives how many of `processes` solve a half image. Fewer than all do where it has too few cells or rows; that changes
/// no bit of the flow.
int count_solving(const Extent& half, std::int64_t cells, const FlowOptions& options, int processes) {
  const std::int64_t enough = options.solver.device == Device::cuda ? cells_a_gpu : cells_a_cpu_process;
  int solving = static_cast<int>(std::clamp<std::int64_t>(cells / enough, 1, processes));
  while (!can_be_cut(half, solving)) --solving;
  return solving;
}

/// Gives the options of the flow through the half image.
FlowOptions options_of_half(const HalfImage& half, const FlowOptions& options) {
  FlowOptions coarse = options;
  coarse.force = 2 * options.force;
  coarse.goal = Goal::permeability;
  coarse.tolerance = std::max(options.tolerance, coarse_tolerance);
  coarse.max_steps = half.most_steps;
  coarse.solver.precision = Precision::float32;
  if (options.solver.device == Device::cpu)
    coarse.solver.threads = resolve_threads(options.solver.threads, half.processes);
  return coarse;
}

RunEstimate estimate_of_half(const HalfImage& half, const RunEstimate& estimate) {
  RunEstimate coarse;
  coarse.clocks = estimate.clocks.of_half();
  coarse.permeability_voxel2 = estimate.permeability_voxel2 / 4;
  coarse.tau_may_change = estimate.tau_may_change;
  coarse.tau = estimate.tau_may_change ? coarse.clocks.best_tau(coarse.permeability_voxel2) : estimate.tau;
  coarse.steps_from_rest = coarse.clocks.slowest(coarse.tau, coarse.permeability_voxel2);
  coarse.steps = coarse.steps_from_rest;
  coarse.steps_to_afford = static_cast<double>(half.most_steps);
  coarse.pores = half.structure;
  coarse.most_bytes_kept = estimate.own_bytes;  // the lattice of the half image leaves room for coarser flows
  return coarse;
}

/// Tells the processes that wait how the others get on.
struct News {
  enum class Kind { stepping, done } kind{Kind::done};
  Progress progress;
};

/// Holds what the solving processes found, as far as all need it.
struct Findings {
  bool can_begin{false};
  double viscosity_unit{0};
  double permeability_voxel2{0};
  std::int64_t levels{0};
};

bool is_plain(const FlowOptions& options) {
  return options.method != Method::accelerated || options.solver.equilibrium != Equilibrium::linear;
}

/// Tells whether a run is long enough, and its image large enough, for a start from the half image. `cells` are those
/// of the whole image.
bool is_worth_halving(const Extent& image, std::int64_t cells, double steps_from_rest) {
  return std::min({image.nx, image.ny, image.nz}) >= 2 * fewest_voxels &&
         steps_from_rest * static_cast<double>(cells) >= fewest_updates;
}

/// Gives the steps that the flow through the half image may take.
double most_steps_of_half(double steps_to_afford, std::int64_t cells, std::int64_t half_cells,
                          const FlowOptions& options) {
  return std::min(share_of_updates * steps_to_afford * static_cast<double>(cells) / static_cast<double>(half_cells),
                  static_cast<double>(options.max_steps));
}

/// Gives the half image that the estimate has, or a new one.
std::shared_ptr<const HalfPores> half_pores_of(const PoreSlab& pores, const FlowOptions& options,
                                               const RunEstimate& estimate) {
  const FaceRules rules = face_rules(options.boundary, options.direction, pores.image());
  if (estimate.half && estimate.half->serve(options.direction, rules)) return estimate.half;
  return std::make_shared<const HalfPores>(pores, options.direction, rules);
}

}  // namespace

Course expect_course(const PoreSlab& pores, const FlowOptions& options, RunEstimate& estimate) {
  if (is_plain(options)) return Course::plain;
  const std::int64_t cells = pores.count_pores();
  if (!is_worth_halving(pores.image(), cells, estimate.steps_from_rest)) return Course::corrected_from_rest;
  estimate.half = half_pores_of(pores, options, estimate);
  const HalfPores& half = *estimate.half;
  if (half.all_cells < fewest_cells ||
      most_steps_of_half(estimate.steps_from_rest, cells, half.all_cells, options) < fewest_steps)
    return Course::corrected_from_rest;
  PoreStructure of_half;
  of_half.porosity = static_cast<double>(half.all_cells) / static_cast<double>(half.pores.image().voxels());
  of_half.specific_surface = half.specific_surface;
  return keeps_solid(of_half, half.pores.image(), estimate.pores) ? Course::corrected_from_half
                                                                  : Course::corrected_from_rest;
}

std::optional<HalfImage> halve_to_start(const PoreSlab& pores, const FlowOptions& options,
                                        const RunEstimate& estimate) {
  if (is_plain(options)) return {};
  const std::int64_t cells = pores.count_pores();
  if (!is_worth_halving(pores.image(), cells, estimate.steps_from_rest)) return {};

  const LevelScope coarser;
  const PhaseScope halving(Phase::halving);
  const FaceRules rules = face_rules(options.boundary, options.direction, pores.image());
  HalfImage half;
  const std::shared_ptr<const HalfPores> found = half_pores_of(pores, options, estimate);
  const std::int64_t half_cells = found->cells;
  if (half_cells < fewest_cells) return {};
  const double most_steps = most_steps_of_half(estimate.steps_to_afford, cells, half_cells, options);
  if (most_steps < fewest_steps) return {};
  half.most_steps = static_cast<std::int64_t>(most_steps);
  half.pores = found->pores;
  const PoreSurvey survey(half.pores, rules, options.solver.device);
  half.structure = survey.structure();
  if (estimate.pores.critical_radius > 0)
    half.structure.critical_radius = measure_critical_radius(half.pores, survey, options.direction, rules);
  if (!is_like_whole(half.structure, half.pores.image(), estimate.pores)) return {};
  half.processes = pores.processes();
  half.solving = count_solving(half.pores.image(), half_cells, options, half.processes.size());
  half.pores = half.pores.on_first(half.solving);
  return half;
}

CoarseStart start_from(HalfImage half, const FlowOptions& options, const RunEstimate& estimate, const Block& rows,
                       const ProgressFunction& progress) {
  const LevelScope coarser;
  const PhaseScope waiting(Phase::looks);
  const Communicator processes = half.processes;
  const bool some_wait = half.solving < processes.size();
  const auto tell = [&progress](Progress now) {
    ++now.coarse_level;
    if (!progress) return;
    try {
      progress(now);
    } catch (const StopFlow&) {
      throw StopRun{};  // a K of the half image is no K of the image
    }
  };
  Findings found;
  CoarseStart start;
  CoarseFlow own;  // the rows that this process has solved
  own.extent = half.pores.image();
  if (processes.rank() < half.solving) {
    const auto tell_all = [&](const Progress& now) {
      News news{News::Kind::stepping, now};
      if (some_wait) processes.broadcast(std::span(&news, 1));
      tell(now);
    };
    const FlowOptions coarse = options_of_half(half, options);
    const RunEstimate coarse_estimate = estimate_of_half(half, estimate);
    SteadyFlow flow(half.pores, coarse, coarse_estimate);
    half.pores = {};
    SolvedFlow solved = std::move(flow).run(tell_all);
    News done;
    if (some_wait) processes.broadcast(std::span(&done, 1));
    const FlowResult& result = solved.result();
    const double permeability = result.permeability_voxel2.value_or(0);
    found.can_begin = can_begin_from(result, coarse_estimate.permeability_voxel2);
    found.viscosity_unit = 2 * viscosity(result.tau);
    found.permeability_voxel2 = 4 * next_permeability * permeability;
    start.levels = result.coarse_levels;
    start.levels.insert(start.levels.begin(),
                        {own.extent, result.fluid_cells, result.tau, result.steps, 4 * permeability,
                         result.iteration_error, found.can_begin ? StartUse::used : StartUse::dropped});
    found.levels = static_cast<std::int64_t>(start.levels.size());
    if (found.can_begin && !some_wait) start.kept = solved.keep_flow(rows, estimate.most_bytes_kept);
    if (found.can_begin && !start.kept) own = solved.capture_rows();
  } else {
    for (News news{News::Kind::stepping, {}}; news.kind == News::Kind::stepping;) {
      processes.broadcast(std::span(&news, 1));
      if (news.kind == News::Kind::stepping) tell(news.progress);
    }
  }
  if (some_wait) {
    processes.broadcast(std::span(&found, 1));
    start.levels.resize(static_cast<std::size_t>(found.levels));
    processes.broadcast(std::span(start.levels));
  }
  start.viscosity_unit = found.viscosity_unit;
  start.permeability_voxel2 = found.permeability_voxel2;
  if (found.can_begin && !start.kept) start.flow = fetch_coarse_rows(own, rows, processes);
  return start;
}

}  // namespace perm
