// SPDX-License-Identifier: Apache-2.0
#include "report/check_report.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/units.hpp"
#include "report/json_values.hpp"
#include "report/summary_line.hpp"

namespace perm {
namespace {

std::optional<double> gradient_at_reynolds_1(const FlowChecks& checks, const ImageReport& image) {
  if (!checks.force_at_reynolds_1 || !image.voxel_size_m) return {};
  return pressure_gradient_pa_m(*checks.force_at_reynolds_1, *image.voxel_size_m);
}

}  // namespace

std::string format_checks(const FlowReport& flow, const RunReport& report) {
  if (!flow.checks) return {};
  const FlowResult& result = flow.result;
  const FlowChecks& checks = *flow.checks;
  std::string text;
  if (checks.dissipation_difference) text += fmt::format("dissipation {:+.1e} off, ", *checks.dissipation_difference);
  if (checks.wall_force_difference) text += fmt::format("wall force {:+.1e} off, ", *checks.wall_force_difference);
  if (checks.mass_leak) text += fmt::format("mass {:+.1e} of the flux, ", *checks.mass_leak);
  if (checks.kozeny_carman_voxel2)
    text += fmt::format("K/Kozeny-Carman {:.2g}, ", *result.permeability_voxel2 / *checks.kozeny_carman_voxel2);
  if (checks.throat_diameter) text += fmt::format("throat {:.1f} voxels, ", *checks.throat_diameter);
  text += fmt::format("{:.3g} % of the pores narrower than 3 voxels", 100 * result.pores.narrow.below_3);
  if (const auto gradient = gradient_at_reynolds_1(checks, report.image))
    text += fmt::format(", Re < 1 in water to {:.1e} Pa/m", *gradient);
  return summary_line("checks", text);
}

Json describe_checks(const FlowReport& flow, const RunReport& report) {
  if (!flow.checks) return nullptr;
  const FlowResult& result = flow.result;
  const FlowChecks& checks = *flow.checks;
  const bool linear = report.solver.settings.equilibrium == Equilibrium::linear;
  return {
      {"permeability_dissipation_voxel2", linear ? number_or_null(result.measures->dissipation_voxel2) : Json(nullptr)},
      {"dissipation_difference", number_or_null(checks.dissipation_difference)},
      {"viscous_share", number_or_null(checks.viscous_share)},
      {"mass_drift", number_or_null(checks.mass_drift)},
      {"mass_leak", number_or_null(checks.mass_leak)},
      {"wall_force_difference", number_or_null(checks.wall_force_difference)},
      {"momentum_leak", number_or_null(checks.momentum_leak)},
      {"largest_speed", number_or_null(checks.largest_speed)},
      {"largest_density_deviation", number_or_null(checks.largest_density_deviation)},
      {"reynolds_number", number_or_null(checks.reynolds)},
      {"mach_number", number_or_null(checks.mach)},
      {"reynolds_1_pressure_gradient_water_pa_m", number_or_null(gradient_at_reynolds_1(checks, report.image))},
      {"kozeny_carman_voxel2", number_or_null(checks.kozeny_carman_voxel2)},
      {"largest_pore_diameter_voxels", 2 * result.pores.largest_radius},
      {"throat_diameter_voxels", number_or_null(checks.throat_diameter)},
      {"pore_share_narrower_than_3_voxels", result.pores.narrow.below_3},
      {"pore_share_narrower_than_5_voxels", result.pores.narrow.below_5},
      {"warnings", checks.warnings}};
}

}  // namespace perm
