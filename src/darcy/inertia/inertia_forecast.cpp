// SPDX-License-Identifier: Apache-2.0
#include "darcy/inertia/inertia_forecast.hpp"

#include <algorithm>
#include <cmath>

#include "core/communicator.hpp"
#include "darcy/inertia/inertial_viscosity.hpp"
#include "darcy/inertia/mirrored_flows.hpp"

namespace perm {
namespace {

constexpr double largest_share = 10;  // of the largest speed over the superficial velocity, in rock of porosity 1
constexpr double decay_times = 1;
constexpr double fewest_steps = 60;

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

InertiaForecast forecast_inertia(const RunEstimate& creeping, const FlowOptions& options, const InertiaRequest& request,
                                 const Communicator& processes) {
  InertiaForecast forecast;
  const bool mirrored = needs_mirror_image(options);
  const double times = mirrored ? 2 : 1;  // the cells
  if (mirrored) {
    forecast.image = InertiaImage::mirrored;
    forecast.creeping_seconds = times * creeping.seconds;
    const std::int64_t program = program_bytes(options.solver.device, processes);
    forecast.own_bytes = 2 * (creeping.own_bytes_to_solve - program) + program;
  } else {
    forecast.own_bytes = creeping.own_bytes_to_solve;
  }
  forecast.bytes = processes.max(forecast.own_bytes);
  const double permeability = creeping.permeability_voxel2;
  const ViscosityBounds bounds{viscosity(creeping.clocks.best_tau(permeability)),
                               request.length_voxel.value_or(std::sqrt(permeability)),
                               largest_share / creeping.pores.porosity, request.largest_mach};
  for (const double reynolds : request.reynolds) {
    const double tau = options.tau.value_or(tau_of(bounds.best(reynolds)));
    if (tau < least_inertial_tau || (options.tau && viscosity(tau) > bounds.largest(reynolds))) {
      forecast.unresolved = reynolds;
      break;
    }
    const double time = creeping.clocks.slowest(tau, permeability);
    const double steps = std::min(fewest_steps + decay_times * time, static_cast<double>(options.max_steps));
    forecast.flows.push_back({reynolds, tau, steps, steps * times * creeping.seconds_a_step});
  }
  return forecast;
}

}  // namespace perm
