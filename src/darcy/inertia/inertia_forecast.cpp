// SPDX-License-Identifier: Apache-2.0
// The steps are those in which the slowest mode decays at the viscosity of the flow, which K and the largest speed of a
// cell decide. Before a flow is solved these are guessed, from the pores. The constants were fitted to 94 flows through
// 9 media (overlapping spheres of porosity 0.3 to 0.8, arrays, a packing, a tube; 16^3 to 40^3, periodic and sealed, Re
// 0.02 to 1, at 1e-2 to 1e-4). On 32 flows through 8 other media (spheres and packings of other seeds, arrays, at Re
// 0.1, 1e-2 and 1e-3) the guess was within a factor of 1.5 of the steps taken in 56 % and of 2 in 72 %, the forecast by
// the creeping flow in 78 % and in all. Flows that hardly become steady take longer: one at porosity 0.3, Re 0.1 and
// 1e-3 took 3.7 times the forecast.
#include "darcy/inertia/inertia_forecast.hpp"

#include <algorithm>
#include <cmath>

#include "core/communicator.hpp"
#include "darcy/inertia/inertial_viscosity.hpp"
#include "darcy/inertia/mirrored_flows.hpp"

namespace perm {
namespace {

constexpr double decay_times = 0.4;  // for each factor e of the tolerance
constexpr double first_steps = 60;   // before the tail of the samples shows
constexpr double fewest_steps = 120;

/// Gives the largest speed of a cell over the superficial velocity: that in pores over the superficial one, times what
/// a narrow passage is faster.
double guess_largest_share(const PoreStructure& pores, double permeability) {
  return 1.6 / pores.porosity * std::pow(pores.largest_radius * pores.largest_radius / permeability, 0.25);
}

}  // namespace

double InertiaForecast::steps() const {
  double sum = 0;
  for (const InertialStepForecast& flow : flows) sum += flow.steps;
  return sum;
}

double InertiaForecast::seconds() const {
  double sum = creeping_seconds;
  for (const InertialStepForecast& flow : flows) sum += flow.seconds;
  return sum;
}

InertiaForecast forecast_inertia(const RunEstimate& estimate, const FlowOptions& options, const InertiaRequest& request,
                                 const Communicator& processes, const FlowResult* solved) {
  InertiaForecast forecast;
  const bool mirrored = needs_mirror_image(options);
  const double times = mirrored ? 2 : 1;  // the cells
  if (mirrored) {
    forecast.image = InertiaImage::mirrored;
    forecast.creeping_seconds = times * (solved != nullptr ? solved->seconds : estimate.seconds);
    const std::int64_t program = program_bytes(options.solver.device, processes);
    forecast.own_bytes = 2 * (estimate.own_bytes_to_solve - program) + program;
  } else {
    forecast.own_bytes = estimate.own_bytes_to_solve;
  }
  forecast.bytes = processes.max(forecast.own_bytes);
  double permeability = estimate.permeability_voxel2;
  double largest_share = guess_largest_share(estimate.pores, permeability);
  double seconds_a_step = times * estimate.seconds_a_step;
  if (solved != nullptr) {
    forecast.basis = ForecastBasis::creeping_flow;
    permeability = *solved->permeability_voxel2;
    largest_share =
        solved->measures->largest_speed / std::abs(solved->mean_velocity[static_cast<std::size_t>(options.direction)]);
    seconds_a_step = times * static_cast<double>(solved->fluid_cells) / (1e6 * solved->mflups);
  }
  const ViscosityBounds bounds{viscosity(estimate.clocks.best_tau(permeability)),
                               request.length_voxel.value_or(std::sqrt(permeability)), largest_share,
                               request.largest_mach.value_or(usual_largest_mach(options.solver.equilibrium))};
  for (const double reynolds : request.reynolds) {
    const double tau = options.tau.value_or(tau_of(bounds.best(reynolds)));
    const bool may_have_tau = tau >= least_inertial_tau && viscosity(tau) <= bounds.largest(reynolds);
    if (!bounds.are_resolved(reynolds) || (options.tau && !may_have_tau)) {
      forecast.unresolved = reynolds;
      break;
    }
    const double decay = decay_times * estimate.clocks.slowest(tau, permeability) * std::log(1 / options.tolerance);
    const double steps = std::min(std::max(fewest_steps, first_steps + decay), static_cast<double>(options.max_steps));
    forecast.flows.push_back({reynolds, tau, steps, steps * seconds_a_step});
  }
  return forecast;
}

}  // namespace perm
