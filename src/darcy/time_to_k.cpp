// SPDX-License-Identifier: Apache-2.0
#include "darcy/time_to_k.hpp"

#include <cmath>

namespace perm {
namespace {

constexpr double limit_part = 100;  // the limit is known to this fraction of the tolerance
constexpr double plain_part = 3;    // the plain run goes on to this fraction, so that K is seen to stay within it

FlowResult solve(const PoreSlab& pores, const FlowOptions& options, const ProgressFunction& progress) {
  return SteadyFlow(pores, options, estimate_run(pores, options)).run(progress).result();
}

WayToK measure_way(const PoreSlab& pores, const FlowOptions& options, const FlowResult& run,
                   const ProgressFunction& progress) {
  FlowOptions to_limit = options;
  to_limit.method = Method::pressure;
  to_limit.tolerance = options.tolerance / limit_part;
  const FlowResult limit = solve(pores, to_limit, progress);
  WayToK way;
  if (!limit.permeability_voxel2 || !run.permeability_voxel2) return way;
  way.limit_voxel2 = *limit.permeability_voxel2;
  const auto error = [&](double k) { return std::abs(k / way.limit_voxel2 - 1); };
  for (const ConvergenceSample& sample : run.history) {
    const double k = options.method == Method::plain ? sample.permeability_voxel2 : sample.extrapolated_voxel2;
    if (error(k) > options.tolerance) {
      way.steps = 0;
    } else if (way.steps == 0) {
      way.steps = sample.step;
      way.seconds = sample.seconds;
    }
  }
  way.stop_steps = run.steps;
  way.stop_seconds = run.seconds;
  way.iteration_error = run.iteration_error;
  way.true_error = error(*run.permeability_voxel2);
  way.converged = limit.stop == StopReason::converged && run.stop == StopReason::converged && way.steps > 0;
  return way;
}

double mean_of(const std::vector<TimeToK>& cases, double (TimeToK::*ratio)() const) {
  double sum = 0;
  for (const TimeToK& one : cases) sum += std::log((one.*ratio)());
  return cases.empty() ? 0 : std::exp(sum / static_cast<double>(cases.size()));
}

}  // namespace

double mean_ratio(const std::vector<TimeToK>& cases) { return mean_of(cases, &TimeToK::ratio); }
double mean_ratio_to_stop(const std::vector<TimeToK>& cases) { return mean_of(cases, &TimeToK::ratio_to_stop); }

TimeToK measure_time_to_k(const std::string& name, const PoreSlab& pores, const FlowOptions& options,
                          const ProgressFunction& progress) {
  FlowOptions plain = options;
  plain.method = Method::plain;
  plain.solver.collision = Collision::bgk;
  plain.tau = 1.0;
  FlowOptions on = plain;
  on.tolerance = options.tolerance / plain_part;
  TimeToK result;
  result.name = name;
  result.extent = pores.image();
  const FlowResult first =
      solve(pores, options, progress);  // after this the device has done everything that it does only once
  result.fluid_cells = first.fluid_cells;
  result.program = measure_way(pores, options, solve(pores, options, progress), progress);
  result.plain = measure_way(pores, plain, solve(pores, on, progress), progress);
  return result;
}

}  // namespace perm
