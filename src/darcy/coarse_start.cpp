// SPDX-License-Identifier: Apache-2.0
// In the half image a voxel is twice as long. With twice the force g the density differences stay the same, because
// they grow with g L. K in voxel^2 is then a quarter, and nu u = K g is half as large.
#include "darcy/coarse_start.hpp"

#include <algorithm>
#include <utility>

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

}  // namespace

std::optional<PoreSlab> halve_to_start(const PoreSlab& pores, const FlowOptions& options, double steps) {
  const Extent& image = pores.image();
  const bool creeping = options.solver.equilibrium == Equilibrium::linear;
  if (options.method == Method::plain || !creeping) return {};
  const std::int64_t ranks = pores.processes().size();
  if (std::min({image.nx, image.ny, image.nz}) < 2 * fewest_voxels || image.nz < 8 * ranks) return {};
  const double seconds_a_step = start_decision::seconds_a_step(options.solver.device, pores.count_pores());
  if (steps * seconds_a_step < start_decision::seconds_to_start) return {};
  Connectivity connectivity(halve(pores), face_rules(options.boundary, options.direction).closed());
  if (connectivity.count_percolating(options.direction) < fewest_cells) return {};
  return connectivity.percolating(options.direction);
}

std::optional<CoarseStart> start_from(const PoreSlab& half, const FlowOptions& options, const Clocks& clocks,
                                      double permeability_voxel2, const std::function<void()>& look) {
  FlowOptions coarse = options;
  coarse.force = 2 * options.force;
  coarse.goal = Goal::permeability;
  coarse.tolerance = std::max(options.tolerance, coarse_tolerance);
  coarse.solver.precision = Precision::float32;
  RunEstimate estimate;
  estimate.clocks = clocks.of_half();
  estimate.permeability_voxel2 = permeability_voxel2 / 4;
  estimate.tau_was_chosen = !options.tau;
  estimate.tau = options.tau.value_or(estimate.clocks.best_tau(estimate.permeability_voxel2));
  estimate.steps = estimate.clocks.slowest(estimate.tau, estimate.permeability_voxel2);

  SolvedFlow solved = SteadyFlow(half, coarse, estimate).run([&look](const Progress&) { look(); });
  const FlowResult& result = solved.result();
  if (result.stop == StopReason::diverged || !result.permeability_voxel2 || !(*result.permeability_voxel2 > 0))
    return {};
  CoarseStart start{solved.capture_fields(), 2 * viscosity(result.tau),
                    4 * next_permeability * *result.permeability_voxel2, result.coarse_levels};
  start.levels.insert(start.levels.begin(), {half.image(), result.fluid_cells, result.tau, result.steps,
                                             4 * *result.permeability_voxel2, result.iteration_error});
  return start;
}

}  // namespace perm
