// SPDX-License-Identifier: Apache-2.0
// In the half image a voxel is twice as long. With twice the force g the density differences are the same, for they
// grow with g L; K in voxel^2 is a quarter; and nu u = K g is half.
#include "darcy/coarse_start.hpp"

#include <algorithm>
#include <utility>

#include "darcy/steady_flow.hpp"
#include "geometry/connectivity/connectivity.hpp"
#include "geometry/halving.hpp"

namespace perm {
namespace {

constexpr std::int64_t fewest_voxels = 16;   // along an axis of a half image
constexpr std::int64_t fewest_cells = 2000;  // of a half image
// What making and leaving a half image takes, beside its steps, and how fast steps are; all within a factor of 2.
constexpr double gpu_start_seconds = 4e-3;
constexpr double cpu_start_seconds = 4e-3;
constexpr double gpu_step_seconds = 4e-6;
constexpr double updates_per_gpu_second = 15e9;
constexpr double updates_per_cpu_second = 100e6;
constexpr double coarse_tolerance = 1e-2;  // the half image's own error is larger
constexpr double next_permeability = 0.8;  // K of the finer image, in these units: throats are narrower there

}  // namespace

std::optional<PoreSlab> halve_to_start(const PoreSlab& pores, const FlowOptions& options, double steps) {
  const Extent& image = pores.image();
  const bool creeping = options.solver.equilibrium == Equilibrium::linear;
  if (options.method == Method::plain || !creeping) return {};
  const std::int64_t ranks = pores.processes().size();
  if (std::min({image.nx, image.ny, image.nz}) < 2 * fewest_voxels || image.nz < 8 * ranks) return {};
  const double seconds_a_step =
      options.solver.device == Device::cuda
          ? gpu_step_seconds + static_cast<double>(pores.count_pores()) / updates_per_gpu_second
          : static_cast<double>(pores.count_pores()) / updates_per_cpu_second;
  if (steps * seconds_a_step < (options.solver.device == Device::cuda ? gpu_start_seconds : cpu_start_seconds))
    return {};
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
