// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <functional>

#include "validation/cases/case_list.hpp"
#include "validation/cases/scheme_values.hpp"
#include "validation/references/spheres/sangani_acrivos.hpp"
#include "validation/references/spheres/sphere_array.hpp"
#include "validation/references/spheres/sphere_array_table.hpp"

namespace perm::validation {
namespace {

using reference::SphereLattice;

struct NamedLattice {
  SphereLattice lattice;
  GeometryKind kind;
  const char* name;
  const char* title;
  std::array<double, 4> solid_fractions;  // touching spheres come in addition
  double between_voxels;                  // solid fraction of spheres whose walls stand there
  std::array<double, 3> largest_errors;   // of these, at 32, 64 and 128 voxels
};
constexpr std::array<NamedLattice, 3> lattices{
    {{SphereLattice::sc, GeometryKind::sc, "sc", "SC", {0.05, 0.20, 0.35, 0.45}, 0.45, {0.003, 0.001, 0.0005}},
     {SphereLattice::bcc, GeometryKind::bcc, "bcc", "BCC", {0.05, 0.20, 0.40, 0.60}, 0.60, {0.004, 0.001, 0.0005}},
     {SphereLattice::fcc, GeometryKind::fcc, "fcc", "FCC", {0.05, 0.20, 0.45, 0.60}, 0.60, {0.01, 0.003, 0.001}}}};

/// Gives the largest allowed |K/reference - 1|, by resolution.
double largest_error(std::int64_t resolution) { return resolution == 64 ? 0.07 : resolution == 128 ? 0.035 : 0.025; }
constexpr const char* error_reason =
    "staircase walls stand about a tenth of a voxel too far in the fluid, an error of first order that is largest "
    "where "
    "throats are narrowest: at 128 voxels along the cell those of touching FCC spheres have a radius of 7, and 0.1/7 "
    "changes K, which goes like the cube or so, by 3 to 4 %; twice that at 64, and a little more than half at 256";
constexpr const char* extrapolation_reason =
    "the first grids of the three are known to 0.1 or 0.2 %, the noise of their placements, and extrapolation "
    "multiplies "
    "it by two or three";

/// Gives the permeability over the square of the cell's side.
double permeability_at(SphereLattice lattice, double chi) {
  return reference::permeability_from_drag(lattice, chi, reference::sphere_array_drag(lattice, chi).drag);
}

/// Gives the permeability near a solid fraction, in the same unit. The solid fraction of the voxels may lie beyond
/// touching, so this is a power law through the exact values there and 1 % below. The solid fraction of the voxels is
/// off by at most 1 %, and then the power law is off by 3e-4.
std::function<double(double)> permeability_near(SphereLattice lattice, double solid, double exact) {
  constexpr double below = 0.99;
  const double slope =
      std::log(exact / permeability_at(lattice, reference::radius_ratio(lattice, below * solid))) / std::log(1 / below);
  return [=](double c) { return exact * std::pow(c / solid, slope); };
}

constexpr const char* group = "sphere arrays";

std::string case_name(const NamedLattice& lattice, double solid) {
  return fmt::format("{}-{:.4g}", lattice.name, solid);
}

std::string between_voxels_name(const NamedLattice& lattice) { return fmt::format("sub-voxel-{}", lattice.name); }

constexpr const char* between_voxels_reason =
    "walls stand where the spheres have them, and what is left is of second order (validation/WALLS.md); in the gaps "
    "of "
    "FCC, 3 voxels wide at 32, it is largest";

Case array_case(const NamedLattice& lattice, double solid, Thoroughness thoroughness) {
  const double touching = reference::closest_packing(lattice.lattice);
  const bool touches = solid == touching;
  Case array{
      .name = case_name(lattice, solid),
      .group = group,
      .title = fmt::format("{} spheres, solid fraction {:.4g}{}", lattice.title, solid, touches ? " (touching)" : ""),
      .resolution_is = "voxels along the unit cell"};
  const double chi = touches ? 1 : reference::radius_ratio(lattice.lattice, solid);
  const reference::InterpolatedDrag exact = reference::sphere_array_drag(lattice.lattice, chi);
  array.reference = {reference::permeability_from_drag(lattice.lattice, chi, exact.drag), exact.error,
                     "cell side squared", "Stokes flow by fundamental solutions, validation/references"};
  array.solid_fraction = solid;
  if (const auto drag = reference::sangani_acrivos_drag(lattice.lattice, chi))
    array.series = SeriesValue{reference::permeability_from_drag(lattice.lattice, chi, *drag),
                               "series of 31 terms, Sangani and Acrivos 1982, eq. 60"};
  array.at_solid_fraction = permeability_near(lattice.lattice, solid, array.reference.permeability);
  for (const std::int64_t resolution : resolutions(thoroughness)) {
    Recipe recipe;
    recipe.kind = lattice.kind;
    recipe.extent = {resolution, resolution, resolution};
    const auto side = static_cast<double>(resolution);
    recipe.radius = chi * reference::touching_radius(lattice.lattice) * side;
    Level level{resolution, side * side, {}};
    for (int i = 0; i < placements(resolution); ++i) {
      recipe.shift = placement_shift(i);
      level.trials.push_back({recipe, Axis::x});
    }
    array.levels.push_back(std::move(level));
    if (resolution >= 64)
      array.limits.push_back({Quantity::error, resolution, 0, largest_error(resolution), error_reason});
  }
  if (thoroughness == Thoroughness::full)
    for (const Quantity extrapolated : {Quantity::richardson_error, Quantity::two_term_error})
      array.limits.push_back({extrapolated, 0, 0, 0.005, extrapolation_reason});
  return array;
}

/// The same with walls between voxels.
Case between_voxels(const NamedLattice& lattice, Thoroughness thoroughness) {
  Case array = array_case(lattice, lattice.between_voxels, thoroughness);
  array.name = between_voxels_name(lattice);
  array.title += ", walls between voxels";
  array.at_solid_fraction = nullptr;  // their volume is that of the spheres
  array.limits.clear();
  std::erase_if(array.levels, [](const Level& level) { return level.resolution > 128; });
  for (std::size_t i = 0; i < array.levels.size(); ++i) {
    for (Trial& trial : array.levels[i].trials) trial.walls = Walls::sub_voxel;
    array.limits.push_back(
        {Quantity::error, array.levels[i].resolution, 0, lattice.largest_errors.at(i), between_voxels_reason});
  }
  return array;
}

}  // namespace

std::vector<Case> sphere_array_cases(Thoroughness thoroughness, const Selection& selection) {
  std::vector<Case> cases;
  for (const NamedLattice& lattice : lattices) {
    std::vector<double> solid_fractions(lattice.solid_fractions.begin(), lattice.solid_fractions.end());
    solid_fractions.push_back(reference::closest_packing(lattice.lattice));
    for (const double solid : solid_fractions)
      if (selection.wants(case_name(lattice, solid), group)) cases.push_back(array_case(lattice, solid, thoroughness));
  }
  for (Case& one : cases) hold_against_scheme(one);
  for (const NamedLattice& lattice : lattices)
    if (selection.wants(between_voxels_name(lattice), group)) cases.push_back(between_voxels(lattice, thoroughness));
  return cases;
}

}  // namespace perm::validation
