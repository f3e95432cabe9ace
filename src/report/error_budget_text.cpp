// SPDX-License-Identifier: Apache-2.0
#include "report/error_budget_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/units.hpp"

namespace perm {
namespace {

std::string line(const char* what, const std::string& value) { return fmt::format("  {:<20}{}\n", what, value); }

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

/// "as given 51.2, refined 48.7", in the unit of the line above.
std::string list_grids(const VoxelError& voxel, double factor) {
  std::string text;
  for (const GridPermeability& grid : voxel.grids)
    if (grid.permeability_voxel2)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name_of(grid),
                          with_digits(*grid.permeability_voxel2 * factor, 4));
  return text;
}

}  // namespace

std::string format_error_budget(const ErrorBudget& budget, const std::optional<double>& voxel_size_m) {
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
  std::string text = line("error budget", parts + unknown);
  if (!budget.voxel.why_not.empty()) text += line("", "voxel: " + budget.voxel.why_not);
  if (!budget.voxel.grids.empty()) text += line("", "K on other grids: " + list_grids(budget.voxel, factor));
  if (!budget.boundary.why_not.empty()) text += line("", "boundary: " + budget.boundary.why_not);
  return text;
}

}  // namespace perm
