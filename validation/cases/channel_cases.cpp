// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <numbers>

#include "validation/cases/case_list.hpp"
#include "validation/cases/scheme_values.hpp"
#include "validation/references/channel_flow.hpp"

namespace perm::validation {
namespace {

constexpr const char* group = "channels";

// Walls of plates and ducts lie on voxel faces, where half-way bounce-back places them exactly.
constexpr double iteration_limit = 2e-4;
constexpr const char* iteration_reason =
    "on plates half-way bounce-back with magic 3/16 is exact at the nodes: what is left is the iteration error "
    "(1e-4) and rounding";
constexpr const char* second_order_reason =
    "walls lie on voxel faces, so the error is that of the sum over nodes, second order in the voxel size";

/// Makes a channel along x; one voxel along it is enough.
Recipe channel(GeometryKind kind, std::int64_t ny, std::int64_t nz) {
  Recipe recipe;
  recipe.kind = kind;
  recipe.extent = {1, ny, nz};
  return recipe;
}

Recipe plates(std::int64_t gap) {
  Recipe recipe = channel(GeometryKind::plates, gap + 2, 1);
  recipe.gap = static_cast<double>(gap);
  return recipe;
}

Case plates_at_the_nodes() {
  constexpr std::int64_t gap = 5;
  Case plate{.name = "plates-5",
             .group = group,
             .title = "between plates, 5 voxels, exact on the lattice",
             .resolution_is = "voxels across"};
  plate.reference = {reference::plates_permeability_on_lattice(gap), 0, "voxel squared, in the gap",
                     "H^2/12 + 1/24: parabola summed over the nodes"};
  plate.levels.push_back({gap,
                          static_cast<double>(gap) / (gap + 2),
                          {{plates(gap), Axis::x}},
                          SchemeValue{plate.reference.permeability, 0}});
  plate.limits.push_back({Quantity::error, gap, 0, iteration_limit, iteration_reason});
  return plate;
}

Case plates_case() {
  Case plate{.name = "plates", .group = group, .title = "between plates", .resolution_is = "voxels across"};
  plate.reference = {reference::plates_permeability(1), 0, "gap squared, in the gap", "H^2/12, Poiseuille flow"};
  for (const std::int64_t gap : {10, 20, 40}) {
    const auto h = static_cast<double>(gap);
    plate.levels.push_back({gap,
                            h * h * h / (h + 2),
                            {{plates(gap), Axis::x}},
                            SchemeValue{reference::plates_permeability_on_lattice(gap) / (h * h), 0}});
  }
  plate.limits.push_back({Quantity::error, 40, 0, 1e-3, "the sum over nodes exceeds H^2/12 by 1/(2 H^2) = 0.03 %"});
  return plate;
}

Case duct_case(std::int64_t aspect) {
  Case duct{.name = fmt::format("duct-1x{}", aspect),
            .group = group,
            .title = fmt::format("rectangular duct, 1 : {}", aspect),
            .resolution_is = "voxels across the narrow side"};
  duct.reference = {reference::duct_permeability(1, static_cast<double>(aspect)), 1e-10, "height squared, in the duct",
                    "series solution of Poisson's equation (Boussinesq 1868)"};
  for (const std::int64_t height : {10, 20, 40}) {
    const std::int64_t width = aspect * height;
    Recipe recipe = channel(GeometryKind::duct, height + 2, width + 2);
    recipe.gap = static_cast<double>(height);
    recipe.width = static_cast<double>(width);
    const double open = static_cast<double>(height * width) / static_cast<double>(recipe.extent.voxels());
    duct.levels.push_back({height, static_cast<double>(height * height) * open, {{recipe, Axis::x}}});
  }
  duct.limits.push_back({Quantity::error, 40, 0, 3e-3, second_order_reason});
  duct.limits.push_back({Quantity::observed_order, 0, 1.7, 2.3, second_order_reason});
  return duct;
}

/// Makes a round channel of diameter 1 in units of its diameter; `rod` is the diameter of a solid rod in it, 0 for
/// none.
Case round_case(Thoroughness thoroughness, double rod) {
  const bool is_tube = rod == 0;
  Case tube{.name = is_tube ? "tube" : fmt::format("annulus-{:g}", rod),
            .group = group,
            .title = is_tube ? "round tube" : fmt::format("annulus, radii 1 : {:g}", 1 / rod),
            .resolution_is = "voxels across the tube"};
  tube.reference = {is_tube ? reference::tube_permeability(0.5) : reference::annulus_permeability(rod / 2, 0.5), 0,
                    "diameter squared, in the channel",
                    is_tube ? "R^2/8, Hagen-Poiseuille flow" : "logarithmic profile between two cylinders"};
  for (const std::int64_t diameter : resolutions(thoroughness)) {
    Recipe recipe = channel(is_tube ? GeometryKind::tube : GeometryKind::annulus, diameter + 4, diameter + 4);
    const auto d = static_cast<double>(diameter);
    recipe.radius = d / 2;
    if (!is_tube) recipe.inner_radius = rod * d / 2;
    const double open = std::numbers::pi * d * d / 4 * (1 - rod * rod) / static_cast<double>(recipe.extent.voxels());
    Level level{diameter, d * d * open, {}};
    for (int i = 0; i < placements(diameter); ++i) {
      recipe.shift = placement_shift(i);
      recipe.shift.x = 0;
      level.trials.push_back({recipe, Axis::x});
    }
    tube.levels.push_back(std::move(level));
    // The walls of the rod and the tube are off by the same part of a voxel, over half of the gap between them.
    const double limit = 2.0 / d / (1 - rod);
    tube.limits.push_back({Quantity::error, diameter, 0, limit,
                           "a staircase wall is off by a part of a voxel on average: half a voxel in the radius would "
                           "make 4/D, a fourth of a voxel makes 2/D (over 1 - the ratio of the radii)"});
  }
  tube.limits.push_back({Quantity::order_of_error, 0, 0.6, 1.4,
                         "first order, as for any staircase, give and take the noise of the placements"});
  return tube;
}

}  // namespace

std::vector<Case> channel_cases(Thoroughness thoroughness, const Selection& selection) {
  std::vector<Case> cases{
      plates_at_the_nodes(),        plates_case(), duct_case(1), duct_case(2), round_case(thoroughness, 0),
      round_case(thoroughness, 0.5)};
  std::erase_if(cases, [&](const Case& one) { return !selection.wants(one.name, one.group); });
  for (Case& one : cases) hold_against_scheme(one);
  return cases;
}

}  // namespace perm::validation
