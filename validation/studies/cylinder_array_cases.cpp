// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "validation/cases/scheme_values.hpp"
#include "validation/references/cylinders/cylinder_array_flow.hpp"
#include "validation/studies/study_cases.hpp"

namespace perm::validation {
namespace {

using reference::CylinderLattice;

// The rectangular cell of the hexagonal array has 26 x 45 voxels or a multiple of that: all cells have the same shape,
// which is 1 : sqrt(3) to 0.07 %.
constexpr std::int64_t hexagonal_width = 26;
constexpr std::int64_t hexagonal_height = 45;

Extent cell(CylinderLattice lattice, std::int64_t resolution) {
  if (lattice == CylinderLattice::square) return {resolution, resolution, 1};
  const std::int64_t times = resolution / 32;
  return {hexagonal_width * times, hexagonal_height * times, 1};
}

constexpr const char* order_reason = "first order, as for any staircase, give and take the noise of the placements";
constexpr const char* group = "cylinder arrays";

const char* name_of(CylinderLattice lattice) { return lattice == CylinderLattice::square ? "square" : "hexagonal"; }

std::string case_name(CylinderLattice lattice, double solid) {
  return fmt::format("{}-{:.2f}", name_of(lattice), solid);
}

Case array_case(CylinderLattice lattice, double solid, Thoroughness thoroughness) {
  const bool is_square = lattice == CylinderLattice::square;
  const char* name = name_of(lattice);
  Case array{.name = case_name(lattice, solid),
             .group = group,
             .title = fmt::format("across a {} array of cylinders, solid fraction {:.2f}", name, solid),
             .resolution_is = "voxels along the unit cell"};
  constexpr double aspect = static_cast<double>(hexagonal_height) / static_cast<double>(hexagonal_width);
  const auto in_cell_units = [lattice, is_square](double c) {  // k over the cell's width squared
    const double radius2 = is_square ? c / std::numbers::pi : c * aspect / (2 * std::numbers::pi);
    return reference::solve_cylinder_array(lattice, c, aspect).permeability_over_radius2 * radius2;
  };
  array.reference = {in_cell_units(solid), reference::solve_cylinder_array(lattice, solid, aspect).error,
                     "cell width squared",
                     "two-dimensional Stokes flow by fundamental solutions, validation/references"};
  array.at_solid_fraction = in_cell_units;
  for (const std::int64_t resolution : resolutions(thoroughness)) {
    Recipe recipe;
    recipe.kind = is_square ? GeometryKind::cylinders_square : GeometryKind::cylinders_hexagonal;
    recipe.extent = cell(lattice, resolution);
    recipe.axis = Axis::z;
    const auto width = static_cast<double>(recipe.extent.nx);
    recipe.radius =
        std::sqrt(solid * width * static_cast<double>(recipe.extent.ny) / (is_square ? 1 : 2) / std::numbers::pi);
    Level level{recipe.extent.nx, width * width, {}};
    for (int i = 0; i < placements(resolution); ++i) {
      recipe.shift = placement_shift(i);
      recipe.shift.z = 0;
      level.trials.push_back({recipe, Axis::x});
    }
    array.levels.push_back(std::move(level));
    // The flow depends on the gap between neighbours, and each wall of the gap is off by a part of a voxel.
    const double gap = width - 2 * *recipe.radius;  // hexagonal too: neighbours are a width apart
    array.limits.push_back(
        {Quantity::error, recipe.extent.nx, 0, 1.5 / gap,
         "staircase walls are off by a part of a voxel: 1.5 voxels over the gap between neighbours"});
  }
  array.limits.push_back({Quantity::order_of_error, 0, 0.6, 1.4, order_reason});
  return array;
}

}  // namespace

std::vector<Case> cylinder_array_cases(Thoroughness thoroughness, const Selection& selection) {
  std::vector<Case> cases;
  for (const CylinderLattice lattice : {CylinderLattice::square, CylinderLattice::hexagonal})
    for (const double solid : {0.2, 0.5})
      if (selection.wants(case_name(lattice, solid), group)) cases.push_back(array_case(lattice, solid, thoroughness));
  for (Case& one : cases) hold_against_scheme(one);
  return cases;
}

}  // namespace perm::validation
