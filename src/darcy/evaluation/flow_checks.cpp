// SPDX-License-Identifier: Apache-2.0
// The levels of the warnings follow from what a true bound allows. Flows of tests/darcy, of plates and ducts of 1 to 20
// voxels, SC arrays, overlapping spheres, noise and cavities, runs to 1e-2 to 1e-7, float32 and float64, stay below 0.2
// of the level for power and dissipation.
#include "darcy/evaluation/flow_checks.hpp"

#include <fmt/format.h>

#include <cmath>

#include "darcy/evaluation/mass_balance.hpp"

namespace perm {
namespace {

constexpr double rounding_of_dissipation = 1e-4;  // measured 1e-5 in float32 in tight pores
constexpr double rounding_of_mass = 16;    // units in the last place; a tenth of it was measured in a cavity in float32
constexpr double change_in_a_step = 0.02;  // of the change of momentum; a third of it was measured, in a narrow duct
constexpr double rounding_of_momentum = 10;  // times that of K; measured about 1, in float32 in dilute media
constexpr double much_rounding = 1e-4;
constexpr double kozeny_carman_factor = 10;
constexpr double katz_thompson_factor = 30;
constexpr double narrowest_resolved_throat = 3;

/// The energy of a flow changes at the rate <f, df/dt>, f being the flow. By Cauchy and Schwarz that is at most the
/// root of two numbers: the steady power, which is K g^2/nu, and T <(df/dt)^2> summed over the modes of the flow with
/// their decay times T, which is the error that K corrected to second order still has, times g^2/nu. So a true bound on
/// that error is at least the square of the difference. The difference itself is of first order: it may be far larger
/// than the bound, and where it is smaller nothing is proved.
void check_dissipation(const FlowResult& flow, Equilibrium equilibrium, FlowChecks& checks) {
  const double now = viscosity(flow.tau) * flow.mean_velocity[static_cast<std::size_t>(flow.direction)] / flow.force;
  if (equilibrium != Equilibrium::linear || !(now > 0) || !flow.measures->finite) return;
  const double by_dissipation = flow.measures->dissipation_voxel2;
  checks.dissipation_difference = by_dissipation / now - 1;
  if (by_dissipation > 0) checks.viscous_share = flow.measures->viscous_voxel2 / by_dissipation;
  checks.dissipation_level = std::sqrt(flow.iteration_error) + rounding_of_dissipation;
  if (std::abs(*checks.dissipation_difference) > checks.dissipation_level)
    checks.warnings.push_back(fmt::format(
        "power and dissipation differ by {:.2g} %: the flow still changes more than it could if the error bound of "
        "{:.2g} % were true, so K may be far off. Solve it again with --method plain",
        100 * std::abs(*checks.dissipation_difference), 100 * flow.iteration_error));
}

/// Gives the mass that rounding makes in a step, over the flux. Each cell rounds its density, and the errors of the
/// cells are independent; where hardly anything moves the same error comes back in every step.
double rounded_mass(const FlowResult& flow, Precision precision) {
  const double last_place = precision == Precision::float64   ? 0x1p-53
                            : precision == Precision::float32 ? 0x1p-24
                                                              : 0x1p-11;
  const auto along = static_cast<std::size_t>(flow.direction);
  const double density = rounding_of_mass * last_place * flow.measures->largest_density_deviation /
                         std::sqrt(static_cast<double>(flow.fluid_cells));
  return density * flow.connected_porosity * static_cast<double>(flow.plane_flux.size()) /
         std::abs(flow.mean_velocity[along]);
}

/// Mass that appears at one place adds to the flux beyond it, so K is off by at most the share of the flux that
/// appears.
void check_mass(const FlowResult& flow, Precision precision, FlowChecks& checks) {
  checks.mass_drift = flow.mass_deviation;
  const std::optional<MassLeak> leak = find_mass_leak(flow);
  if (!leak) return;
  checks.mass_leak = leak->value;
  checks.mass_level = 2 * flow.iteration_error + leak->uncertainty + rounded_mass(flow, precision);
  if (std::abs(*checks.mass_leak) > checks.mass_level)
    checks.warnings.push_back(fmt::format(
        "{:.2g} % of the flux {} inside the image, where nothing may make or take mass, so K may be off by as much. {}",
        100 * std::abs(*checks.mass_leak), *checks.mass_leak > 0 ? "appears" : "vanishes",
        precision == Precision::float64
            ? "This is a fault of the program: do not use K, and report it with the image"
            : "Use --precision float64; where the warning stays, the program is at fault, and K must not be used"));
}

/// In a step the momentum of all cells gains what the force gives them less what the walls take, whatever the
/// equilibrium. So the force on the walls differs by the rate at which the momentum changes. By Cauchy and Schwarz the
/// square of that, over the force, is at most <(du/dt)^2> over porosity and squared force; the bound on K is that times
/// a decay time and nu/K, and the decay time is not below that of the mean velocity, K/(porosity nu). So a true bound
/// is at least the square of the difference, as it is for the dissipation.
///
/// What is left when the gain of the cells is counted is of second order: the gain lies a step before the force.
/// And it is rounding, which changes K as much as a force that is off by it would. A loss of it is a fault at once.
void check_momentum(const FlowResult& flow, Precision precision, FlowChecks& checks) {
  if (!flow.momentum_gain || !flow.measures->finite || flow.force == 0) return;
  const double given = flow.force * (static_cast<double>(flow.fluid_cells) + flow.measures->forced_cells_at_walls);
  const double difference = flow.measures->wall_force[static_cast<std::size_t>(flow.direction)] / given - 1;
  checks.wall_force_difference = difference;
  checks.wall_force_level = std::sqrt(flow.iteration_error) + rounding_of_dissipation;
  checks.momentum_leak = difference + *flow.momentum_gain;
  checks.momentum_level =
      change_in_a_step * std::sqrt(flow.iteration_error) + rounding_of_momentum * flow.rounding_error;
  if (std::abs(*checks.momentum_leak) > checks.momentum_level)
    checks.warnings.push_back(fmt::format(
        "{:.2g} % of the momentum that the force gives the flow {}: the walls and the flow itself do not have it. {}",
        100 * std::abs(*checks.momentum_leak), *checks.momentum_leak > 0 ? "comes from nowhere" : "is lost",
        precision == Precision::float64
            ? "This is a fault of the program: do not use K, and report it with the image"
            : "Use --precision float64; where the warning stays, the program is at fault, and K must not be used"));
  const bool is_told =
      checks.dissipation_difference && std::abs(*checks.dissipation_difference) > checks.dissipation_level;
  if (std::abs(difference) > checks.wall_force_level && !is_told)
    checks.warnings.push_back(fmt::format(
        "the force on the walls differs by {:.2g} % from the force that drives the flow: the flow still changes more "
        "than it could if the error bound of {:.2g} % were true, so K may be far off. Solve it again with a lower "
        "--tolerance",
        100 * std::abs(difference), 100 * flow.iteration_error));
}

void check_rounding(const FlowResult& flow, Precision precision, FlowChecks& checks) {
  if (precision == Precision::float64 || !(flow.rounding_error > much_rounding) ||
      !(flow.rounding_error > flow.iteration_error / 2))
    return;
  checks.warnings.push_back(
      fmt::format("rounding may change K by {:.2g} %, which is most of its error bound: more steps do not make it "
                  "smaller. Use --precision float64",
                  100 * flow.rounding_error));
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

/// Katz and Thompson 1986: K = d^2/(226 F), with the diameter d of the throats and the formation factor F, which lies
/// between 1/porosity, of straight pores, and 1/porosity^2, of rock. Plates that are d apart have 19 times the larger
/// value. The diameter is that of a sphere in voxels, which may be one too small.
void check_katz_thompson(const FlowResult& flow, double throat_diameter, FlowChecks& checks) {
  const double porosity = flow.connected_porosity;
  const double most = (throat_diameter + 1) * (throat_diameter + 1) / 226 * porosity;
  const double least = throat_diameter * throat_diameter / 226 * porosity * porosity;
  const double k = *flow.permeability_voxel2;
  if (k <= katz_thompson_factor * most && k >= least / katz_thompson_factor) return;
  checks.warnings.push_back(
      fmt::format("K is {:.2g} times what throats of {:.1f} voxels let expect (Katz-Thompson); check --pore or --solid",
                  k > most ? k / most : k / least, throat_diameter));
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
  if (checks.throat_diameter) check_katz_thompson(flow, *checks.throat_diameter, checks);
  if (checks.throat_diameter && *checks.throat_diameter < narrowest_resolved_throat)
    checks.warnings.push_back(
        fmt::format("throats of about {:.1f} voxels: K depends on single voxels there; use an image of smaller voxels",
                    *checks.throat_diameter));
}

}  // namespace

FlowChecks check_flow(const FlowResult& flow, const SolverSettings& settings) {
  FlowChecks checks;
  if (flow.steps == 0 || !flow.permeability_voxel2 || !flow.measures) return checks;
  check_dissipation(flow, settings.equilibrium, checks);
  check_mass(flow, settings.precision, checks);
  check_momentum(flow, settings.precision, checks);
  check_rounding(flow, settings.precision, checks);
  check_speed(flow, settings.equilibrium, checks);
  check_pores(flow, checks);
  return checks;
}

}  // namespace perm
