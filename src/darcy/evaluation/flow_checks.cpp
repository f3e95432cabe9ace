// SPDX-License-Identifier: Apache-2.0
// The levels of the warnings come from the flows of tests/darcy: plates and ducts of 1 to 20 voxels, SC arrays,
// overlapping spheres of porosity 0.15 to 0.5, runs to 1e-2 to 1e-7, float32 and float64. In these flows power and
// dissipation never differed by more than the sum of the iteration error and of what was extrapolated.
#include "darcy/evaluation/flow_checks.hpp"

#include <fmt/format.h>

#include <cmath>

namespace perm {
namespace {

constexpr double rounding_of_dissipation = 1e-4;  // measured 1e-5 in float32 in tight pores
constexpr double kozeny_carman_factor = 10;
constexpr double narrowest_resolved_throat = 3;

void check_dissipation(const FlowResult& flow, Equilibrium equilibrium, FlowChecks& checks) {
  const double now = viscosity(flow.tau) * flow.mean_velocity[static_cast<std::size_t>(flow.direction)] / flow.force;
  if (equilibrium != Equilibrium::linear || !(now > 0) || !flow.measures->finite) return;
  const double by_dissipation = flow.measures->dissipation_voxel2;
  checks.dissipation_difference = by_dissipation / now - 1;
  if (by_dissipation > 0) checks.viscous_share = flow.measures->viscous_voxel2 / by_dissipation;
  const double extrapolated = std::abs(now / *flow.permeability_voxel2 - 1);
  // K is corrected to second order; the flow itself may be farther from steady, and the flux shows how far.
  checks.dissipation_level = 2 * (flow.iteration_error + extrapolated + flow.flux_spread) + rounding_of_dissipation;
  if (std::abs(*checks.dissipation_difference) > checks.dissipation_level)
    checks.warnings.push_back(
        fmt::format("power and dissipation differ by {:.2g} %, more than the error bound explains: lower --tolerance, "
                    "or use float64",
                    100 * std::abs(*checks.dissipation_difference)));
}

void check_mass(const FlowResult& flow, FlowChecks& checks) {
  checks.mass_drift = flow.mass_deviation;
  checks.mass_level = 1e-3 * 3 * std::abs(flow.force) * static_cast<double>(flow.plane_flux.size());
  if (std::abs(checks.mass_drift) > checks.mass_level)
    checks.warnings.push_back(
        fmt::format("the mean density moved by {:.2g}, and nothing may make or take mass: use --precision float64",
                    checks.mass_drift));
}

void check_speed(const FlowResult& flow, Equilibrium equilibrium, FlowChecks& checks) {
  checks.largest_speed = flow.measures->largest_speed;
  checks.largest_density_deviation = flow.measures->largest_density_deviation;
  const double nu = viscosity(flow.tau);
  const double diameter = 2 * flow.pores.largest_radius;
  if (checks.largest_speed > 0 && diameter > 0)
    checks.force_at_reynolds_1 = std::abs(flow.force) / (nu * checks.largest_speed * diameter);
  if (equilibrium == Equilibrium::linear) return;
  checks.reynolds = checks.largest_speed * diameter / nu;
  checks.mach = checks.largest_speed * std::sqrt(3.0);
  if (*checks.reynolds > 1)
    checks.warnings.push_back(fmt::format(
        "the Reynolds number of the run is {:.2g}: inertia changes K; lower --force, or leave out --equilibrium",
        *checks.reynolds));
  if (*checks.mach > 0.1)
    checks.warnings.push_back(
        fmt::format("the largest speed is {:.2g} times that of sound: the fluid is compressed; lower --force or --tau",
                    *checks.mach));
}

void check_pores(const FlowResult& flow, FlowChecks& checks) {
  if (flow.pores.critical_radius > 0) checks.throat_diameter = 2 * flow.pores.critical_radius;
  if (flow.pores.kozeny_carman_voxel2 > 0) checks.kozeny_carman_voxel2 = flow.pores.kozeny_carman_voxel2;
  const double ratio = *flow.permeability_voxel2 / flow.pores.kozeny_carman_voxel2;
  if (checks.kozeny_carman_voxel2 && !(ratio < kozeny_carman_factor && ratio > 1 / kozeny_carman_factor))
    checks.warnings.push_back(
        fmt::format("K is {:.2g} times Kozeny-Carman's; fractures and few narrow throats can explain that; otherwise "
                    "check --pore or --solid",
                    ratio));
  if (checks.throat_diameter && *checks.throat_diameter < narrowest_resolved_throat)
    checks.warnings.push_back(
        fmt::format("throats of about {:.1f} voxels: K depends on single voxels there; use an image of smaller voxels",
                    *checks.throat_diameter));
}

}  // namespace

FlowChecks check_flow(const FlowResult& flow, Equilibrium equilibrium) {
  FlowChecks checks;
  if (flow.steps == 0 || !flow.permeability_voxel2 || !flow.measures) return checks;
  check_dissipation(flow, equilibrium, checks);
  check_mass(flow, checks);
  check_speed(flow, equilibrium, checks);
  check_pores(flow, checks);
  return checks;
}

}  // namespace perm
