// SPDX-License-Identifier: Apache-2.0
#include "report/error_budget_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/units.hpp"
#include "darcy/evaluation/grid_convergence.hpp"
#include "report/json_values.hpp"
#include "report/summary_line.hpp"

namespace perm {
namespace {

/// `number` with so many digits, without a power of ten where that can be read.
std::string with_digits(double number, int digits) {
  if (!(std::abs(number) > 0)) return "0";
  const int decimals = digits - 1 - static_cast<int>(std::floor(std::log10(std::abs(number))));
  if (decimals > 6) return fmt::format("{:.{}g}", number, digits);
  const double unit = std::pow(10.0, decimals);
  return fmt::format("{:.{}f}", std::round(number * unit) / unit, std::max(decimals, 0));
}

struct Part {
  const char* name;
  const std::optional<double>& error_voxel2;
};

/// Gives "as given 51.2, refined 48.7", in the unit of the line above.
std::string list_grids(const VoxelError& voxel, double factor) {
  std::string text;
  for (const GridPermeability& grid : voxel.grids)
    if (grid.permeability_voxel2)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name_of(grid),
                          with_digits(*grid.permeability_voxel2 * factor, 4));
  return text;
}

/// One part: its size in the units of K, how it was found or why it was not.
Json describe_part(const std::optional<double>& error_voxel2, const std::optional<double>& voxel_size_m,
                   const std::string& method, const std::string& why_not) {
  Json part = {{"error_voxel2", number_or_null(error_voxel2)}, {"error_m2", nullptr}, {"error_mD", nullptr}};
  if (error_voxel2 && voxel_size_m) {
    const PermeabilityUnits units = convert_permeability(*error_voxel2, *voxel_size_m);
    part["error_m2"] = number_or_null(units.m2);
    part["error_mD"] = number_or_null(units.millidarcy);
  }
  part["method"] = text_or_null(method);
  part["why_not"] = text_or_null(why_not);
  return part;
}

Json describe_grid(const GridPermeability& grid, const std::optional<double>& voxel_size_m) {
  const bool solved = grid.permeability_voxel2.has_value();
  Json json = {{"grid", name_of(grid)},
               {"image_edge_voxels", grid.image_edge},
               {"lattice_edge_voxels", grid.lattice_edge},
               {"permeability_voxel2", number_or_null(grid.permeability_voxel2)},
               {"permeability_m2", nullptr},
               {"iteration_error", solved ? number_or_null(grid.iteration_error) : Json(nullptr)},
               {"fluid_cells", grid.fluid_cells},
               {"steps", grid.steps},
               {"seconds", number_or_null(grid.seconds)},
               {"why_not", text_or_null(grid.why_not)}};
  if (solved && voxel_size_m)
    json["permeability_m2"] = number_or_null(convert_permeability(*grid.permeability_voxel2, *voxel_size_m).m2);
  return json;
}

Json describe_voxel(const VoxelError& voxel, const std::optional<double>& voxel_size_m) {
  Json json = describe_part(voxel.error_voxel2, voxel_size_m, voxel.method, voxel.why_not);
  const bool samples_surface =
      std::ranges::any_of(voxel.grids, [](const GridPermeability& grid) { return grid.image_edge < 1; });
  json["assumed_order"] = number_or_null(samples_surface ? std::nullopt : std::optional(assumed_order));
  json["safety_factor"] = safety_of_two_grids;
  json["walls_index_voxel2"] = number_or_null(voxel.walls_index_voxel2);
  json["image_index_voxel2"] = number_or_null(voxel.image_index_voxel2);
  json["grids"] = Json::array();
  for (const GridPermeability& grid : voxel.grids) json["grids"].push_back(describe_grid(grid, voxel_size_m));
  json["three_grids"] = {{"order_is_defined", voxel.observed_order && voxel.why_no_order.empty()},
                         {"observed_order", number_or_null(voxel.observed_order)},
                         {"why_not_defined", text_or_null(voxel.why_no_order)},
                         {"extrapolated_voxel2", number_or_null(voxel.extrapolated_voxel2)},
                         {"safety_factor", safety_of_three_grids},
                         {"index_voxel2", number_or_null(voxel.index_voxel2)}};
  return json;
}

Json describe_boundary(const BoundaryError& boundary, const std::optional<double>& voxel_size_m) {
  Json json = describe_part(boundary.error_voxel2, voxel_size_m, boundary.method, boundary.why_not);
  json["alternatives"] = Json::array();
  for (const BoundaryPermeability& alternative : boundary.alternatives)
    json["alternatives"].push_back(
        {{"boundary", alternative.boundary}, {"permeability_voxel2", number_or_null(alternative.permeability_voxel2)}});
  return json;
}

}  // namespace

std::string format_voxel_estimate(const VoxelEstimate& estimate, const std::optional<double>& voxel_size_m) {
  std::string text = fmt::format("{}{} % +- {} % (two sigma)", estimate.relative < 0 ? "" : "+",
                                 two_digits(100 * estimate.relative), two_digits(100 * estimate.two_sigma));
  if (estimate.corrected_voxel2)
    text += voxel_size_m ? fmt::format("; K without that is {:.4g} mD",
                                       convert_permeability(*estimate.corrected_voxel2, *voxel_size_m).millidarcy)
                         : fmt::format("; K without that is {:.4g} voxel^2", *estimate.corrected_voxel2);
  else if (!estimate.resolved)
    text += "; not resolved" + (estimate.why_not_resolved.empty() ? "" : ": " + estimate.why_not_resolved);
  return summary_line("voxels", text);
}

nlohmann::ordered_json describe_voxel_estimate(const VoxelEstimate& estimate,
                                               const std::optional<double>& voxel_size_m) {
  Json json = {{"relative", number_or_null(estimate.relative)},
               {"two_sigma", number_or_null(estimate.two_sigma)},
               {"resolved", estimate.resolved},
               {"why_not_resolved", text_or_null(estimate.why_not_resolved)},
               {"corrected_voxel2", number_or_null(estimate.corrected_voxel2)},
               {"corrected_m2", nullptr},
               {"corrected_mD", nullptr}};
  if (estimate.corrected_voxel2 && voxel_size_m) {
    const PermeabilityUnits units = convert_permeability(*estimate.corrected_voxel2, *voxel_size_m);
    json["corrected_m2"] = number_or_null(units.m2);
    json["corrected_mD"] = number_or_null(units.millidarcy);
  }
  const EstimateBasis& basis = estimate.basis;
  json["made_of"] = {{"stepped_walls", number_or_null(basis.steps)},
                     {"plane_walls", number_or_null(basis.planes)},
                     {"not_viscous", number_or_null(basis.not_viscous)},
                     {"wall_pieces", number_or_null(basis.pieces)},
                     {"channel", number_or_null(basis.channel)},
                     {"along_flow", number_or_null(basis.along)},
                     {"cubes", number_or_null(basis.cubes)},
                     {"solid_chord", number_or_null(basis.solid_chord)},
                     {"pore_chord", number_or_null(basis.pore_chord)}};
  return json;
}

std::string format_as_cubes(const CubesEstimate& estimate, const std::optional<double>& voxel_size_m) {
  const double factor = voxel_size_m ? convert_permeability(1, *voxel_size_m).millidarcy : 1;
  return summary_line("as cubes", fmt::format("K = {} {} +- {} % (two sigma), to which finite volumes or elements go",
                                              with_digits(estimate.permeability_voxel2 * factor, 4),
                                              voxel_size_m ? "mD" : "voxel^2", two_digits(100 * estimate.two_sigma)));
}

nlohmann::ordered_json describe_as_cubes(const CubesEstimate& estimate, const std::optional<double>& voxel_size_m) {
  Json json = {{"permeability_voxel2", number_or_null(estimate.permeability_voxel2)},
               {"permeability_m2", nullptr},
               {"permeability_mD", nullptr},
               {"two_sigma", number_or_null(estimate.two_sigma)},
               {"made_from", to_string(estimate.basis)}};
  if (voxel_size_m) {
    const PermeabilityUnits units = convert_permeability(estimate.permeability_voxel2, *voxel_size_m);
    json["permeability_m2"] = number_or_null(units.m2);
    json["permeability_mD"] = number_or_null(units.millidarcy);
  }
  return json;
}

std::string format_error_budget(const ErrorBudget& budget, const std::optional<double>& voxel_size_m,
                                const std::optional<VoxelEstimate>& estimate) {
  const double factor = voxel_size_m ? convert_permeability(1, *voxel_size_m).millidarcy : 1;
  std::string parts =
      fmt::format("K = {} {}", with_digits(budget.permeability_voxel2 * factor, 5), voxel_size_m ? "mD" : "voxel^2");
  std::string unknown;
  for (const Part& part : {Part{"iteration", budget.iteration_voxel2}, Part{"voxel", budget.voxel.error_voxel2},
                           Part{"boundary", budget.boundary.error_voxel2}}) {
    if (part.error_voxel2)
      parts += fmt::format(" +- {} ({})", with_digits(*part.error_voxel2 * factor, 2), part.name);
    else
      unknown += fmt::format("{}{}", unknown.empty() ? "; not known: " : ", ", part.name);
  }
  std::string text = summary_line("error budget", parts + unknown);
  if (estimate && budget.voxel.error_voxel2 && budget.permeability_voxel2 > 0)
    text += summary_line(
        "", fmt::format("its voxel part is a worst case: {:.2g} times the estimate above and its two sigma together",
                        *budget.voxel.error_voxel2 / budget.permeability_voxel2 /
                            (std::abs(estimate->relative) + estimate->two_sigma)));
  if (!budget.voxel.why_not.empty()) text += summary_line("", "voxel: " + budget.voxel.why_not);
  if (!budget.voxel.grids.empty()) text += summary_line("", "K on other grids: " + list_grids(budget.voxel, factor));
  if (!budget.boundary.why_not.empty()) text += summary_line("", "boundary: " + budget.boundary.why_not);
  return text;
}

nlohmann::ordered_json describe_error_budget(const ErrorBudget& budget, const std::optional<double>& voxel_size_m) {
  const bool bounded = budget.iteration_voxel2.has_value();
  return {
      {"permeability_voxel2", number_or_null(budget.permeability_voxel2)},
      {"iteration", describe_part(budget.iteration_voxel2, voxel_size_m,
                                  bounded ? "bound on what further steps would change: iteration_error times K" : "",
                                  bounded ? "" : "the flow stopped before there was a bound")},
      {"voxel", describe_voxel(budget.voxel, voxel_size_m)},
      {"boundary", describe_boundary(budget.boundary, voxel_size_m)}};
}

std::string format_threshold_slope(const ThresholdSlope& slope) {
  return summary_line("walls",
                      fmt::format("0.1 voxel of wall changes K by {} %; one grey value of threshold, by {} %",
                                  two_digits(100 * slope.of_tenth_voxel()), two_digits(100 * slope.per_grey_value)));
}

nlohmann::ordered_json describe_threshold_slope(const ThresholdSlope& slope) {
  return {{"d_ln_k_of_tenth_voxel", number_or_null(slope.of_tenth_voxel())},
          {"d_ln_k_per_voxel_of_wall", number_or_null(slope.per_voxel_of_wall)},
          {"d_ln_k_per_grey_value", number_or_null(slope.per_grey_value)},
          {"grey_values_a_voxel", number_or_null(slope.grey_values_a_voxel)},
          {"found_with_grey_values", number_or_null(slope.grey_values)},
          {"blur_voxels", number_or_null(slope.blur)}};
}

}  // namespace perm
