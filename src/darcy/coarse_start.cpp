// SPDX-License-Identifier: Apache-2.0
// In the half image a voxel is twice as long. With twice the force g the density differences stay the same, because
// they grow with g L. K in voxel^2 is then a quarter, and nu u = K g is half as large.
#include "darcy/coarse_start.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "darcy/likeness.hpp"
#include "darcy/pore_survey.hpp"
#include "darcy/steady_flow.hpp"
#include "geometry/connectivity/connectivity.hpp"
#include "geometry/halving.hpp"
#include "solver/scaling/machine_speeds.hpp"

namespace perm {
namespace {

constexpr std::int64_t fewest_voxels = 16;   // along an axis of a half image
constexpr std::int64_t fewest_cells = 2000;  // in a half image
constexpr double coarse_tolerance = 1e-2;    // the half image's own error is larger
constexpr double next_permeability = 0.8;    // expected K of the finer image over this K: its throats are narrower
// The steps through the half image may take this share of the cell updates that are predicted for the whole image. The
// share of the next coarser image is taken of that, and so on: together less than 3/16 / (1 - 3/16) = 3/13.
constexpr double share_of_updates = 3.0 / 16;
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

}  // namespace

std::optional<HalfImage> halve_to_start(const PoreSlab& pores, const FlowOptions& options,
                                        const RunEstimate& estimate) {
  const Extent& image = pores.image();
  const bool creeping = options.solver.equilibrium == Equilibrium::linear;
  if (options.method == Method::plain || !creeping) return {};
  const std::int64_t ranks = pores.processes().size();
  if (std::min({image.nx, image.ny, image.nz}) < 2 * fewest_voxels || image.nz < 8 * ranks) return {};
  const std::int64_t cells = pores.count_pores();
  const double seconds_a_step = start_decision::seconds_a_step(options.solver.device, cells);
  if (estimate.steps * seconds_a_step < start_decision::seconds_to_start) return {};

  const FaceRules rules = face_rules(options.boundary, options.direction);
  HalfImage half;
  {
    const Connectivity connectivity(halve(pores), rules.closed());
    const std::int64_t half_cells = connectivity.count_percolating(options.direction);
    if (half_cells < fewest_cells) return {};
    const double most_steps = std::min(
        share_of_updates * estimate.steps_to_afford * static_cast<double>(cells) / static_cast<double>(half_cells),
        static_cast<double>(options.max_steps));
    if (most_steps < fewest_steps) return {};
    half.most_steps = static_cast<std::int64_t>(most_steps);
    half.pores = connectivity.percolating(options.direction);
  }
  const PoreSurvey survey(half.pores, rules);
  half.structure = survey.structure();
  if (estimate.pores.critical_radius > 0)
    half.structure.critical_radius = measure_critical_radius(half.pores, survey, options.direction, rules);
  if (!is_like_whole(half.structure, half.pores.image(), estimate.pores)) return {};
  return half;
}

CoarseStart start_from(const HalfImage& half, const FlowOptions& options, const RunEstimate& estimate,
                       const ProgressFunction& progress) {
  FlowOptions coarse = options;
  coarse.force = 2 * options.force;
  coarse.goal = Goal::permeability;
  coarse.tolerance = std::max(options.tolerance, coarse_tolerance);
  coarse.max_steps = half.most_steps;
  coarse.solver.precision = Precision::float32;
  RunEstimate coarse_estimate;
  coarse_estimate.clocks = estimate.clocks.of_half();
  coarse_estimate.permeability_voxel2 = estimate.permeability_voxel2 / 4;
  coarse_estimate.tau_was_chosen = !options.tau;
  coarse_estimate.tau = options.tau.value_or(coarse_estimate.clocks.best_tau(coarse_estimate.permeability_voxel2));
  coarse_estimate.steps = coarse_estimate.clocks.slowest(coarse_estimate.tau, coarse_estimate.permeability_voxel2);
  coarse_estimate.steps_to_afford = static_cast<double>(half.most_steps);
  coarse_estimate.pores = half.structure;

  const auto tell_finer = [&progress](Progress now) {
    ++now.coarse_level;
    if (progress) progress(now);
  };
  SolvedFlow solved = SteadyFlow(half.pores, coarse, coarse_estimate).run(tell_finer);
  const FlowResult& result = solved.result();
  const double permeability = result.permeability_voxel2.value_or(0);
  CoarseStart start;
  start.levels = result.coarse_levels;
  CoarseLevel level{half.pores.image(), result.fluid_cells, result.tau,
                    result.steps,       4 * permeability,   result.iteration_error};
  if (can_begin_from(result, coarse_estimate.permeability_voxel2)) {
    start.flow = solved.capture_fields();
    start.viscosity_unit = 2 * viscosity(result.tau);
    start.permeability_voxel2 = 4 * next_permeability * permeability;
  } else {
    level.use = StartUse::dropped;
  }
  start.levels.insert(start.levels.begin(), level);
  return start;
}

}  // namespace perm
