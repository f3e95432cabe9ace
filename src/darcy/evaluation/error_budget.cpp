// SPDX-License-Identifier: Apache-2.0
#include "darcy/evaluation/error_budget.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "darcy/evaluation/grid_convergence.hpp"

namespace perm {
namespace {

const GridPermeability* find_grid(const std::vector<GridPermeability>& grids, double image_edge, double lattice_edge) {
  for (const GridPermeability& grid : grids)
    if (grid.image_edge == image_edge && grid.lattice_edge == lattice_edge && grid.permeability_voxel2) return &grid;
  return nullptr;
}

/// Gives K with half of its iteration bound as standard error, because a bound is about two standard errors.
GridValue value_of(const GridPermeability& grid) {
  return {*grid.permeability_voxel2, 0.5 * grid.iteration_error * *grid.permeability_voxel2};
}

/// Gives |a - b|, as large as the iteration errors allow.
double largest_change(const GridPermeability& a, const GridPermeability& b) {
  return std::abs(*a.permeability_voxel2 - *b.permeability_voxel2) + a.iteration_error * *a.permeability_voxel2 +
         b.iteration_error * *b.permeability_voxel2;
}

double index_of_two_grids(double change) {
  return grid_convergence_index(change, 0, assumed_order, safety_of_two_grids);
}

void observe_order(VoxelError& voxel, const GridPermeability* coarse, const GridPermeability& given,
                   const GridPermeability* fine) {
  if (coarse == nullptr || fine == nullptr) {
    voxel.why_no_order = "it takes a coarsened and a refined image";
    return;
  }
  const ThreeGrids grids{value_of(*coarse), value_of(given), value_of(*fine)};
  voxel.observed_order = observed_order(grids);
  if (!voxel.observed_order) {
    voxel.why_no_order = "K is not monotonic from grid to grid, or changes by no more than the iteration leaves";
    return;
  }
  if (*voxel.observed_order < lowest_sensible_order || *voxel.observed_order > highest_sensible_order) {
    voxel.why_no_order = fmt::format("{:.3g} lies outside {} to {}", *voxel.observed_order, lowest_sensible_order,
                                     highest_sensible_order);
    return;
  }
  voxel.extrapolated_voxel2 = richardson_value(grids.medium.value, grids.fine.value, *voxel.observed_order);
  voxel.index_voxel2 =
      std::exp2(*voxel.observed_order) *
      grid_convergence_index(grids.medium.value, grids.fine.value, *voxel.observed_order, safety_of_three_grids);
}

}  // namespace

std::string name_of(const GridPermeability& grid) {
  if (grid.image_edge < 1) return "refined";
  const bool is_refined = grid.lattice_edge < grid.image_edge;
  if (grid.image_edge > 1) return is_refined ? "coarsened and refined" : "coarsened";
  return is_refined ? "refined" : "as given";
}

VoxelError estimate_voxel_error(const GridPermeability& reported, const std::vector<GridPermeability>& others) {
  VoxelError voxel;
  voxel.grids = {reported};
  voxel.grids.insert(voxel.grids.end(), others.begin(), others.end());
  if (const GridPermeability* finer = find_grid(others, 0.5, 0.5)) {
    voxel.error_voxel2 = index_of_two_grids(largest_change(reported, *finer));
    voxel.why_no_order = "the surface was solved in two sizes of voxels";
    voxel.method = fmt::format(
        "{} times the change of K between the surface in these voxels and in voxels half as wide, iteration errors "
        "added: enough for any order above 0.6",
        safety_of_two_grids);
    return voxel;
  }
  const GridPermeability* refined = find_grid(others, 1, 0.5);
  const GridPermeability* coarsened = find_grid(others, 2, 2);
  const GridPermeability* coarsened_refined = find_grid(others, 2, 1);
  observe_order(voxel, coarsened, reported, refined);

  if (coarsened != nullptr) voxel.image_index_voxel2 = index_of_two_grids(largest_change(reported, *coarsened));
  std::string walls;
  if (refined != nullptr) {
    voxel.walls_index_voxel2 = index_of_two_grids(largest_change(reported, *refined));
    walls = "the image refined by 2 (same walls, finer lattice)";
  } else if (coarsened != nullptr && coarsened_refined != nullptr) {
    voxel.walls_index_voxel2 = index_of_two_grids(largest_change(*coarsened, *coarsened_refined) / 2);
    walls = "half the change between the coarsened image and the same refined by 2, in place of the image refined";
  }
  if (!voxel.walls_index_voxel2) {
    voxel.why_not = "neither the image refined nor the coarsened image refined gave a permeability";
    return voxel;
  }
  voxel.error_voxel2 = std::max(*voxel.walls_index_voxel2, voxel.image_index_voxel2.value_or(0));
  const std::string coarser = coarsened != nullptr ? "the image coarsened by 2" : "";
  voxel.method = fmt::format(
      "grid convergence index of two grids, factor of safety {}, order {} assumed, iteration errors added: "
      "{} against {}{}",
      safety_of_two_grids, assumed_order, coarsened != nullptr ? "the larger of K" : "K", walls,
      coarsened != nullptr ? " and against " + coarser : "; there is no coarsened image to compare with");
  return voxel;
}

BoundaryError estimate_boundary_error(double permeability_voxel2, std::vector<BoundaryPermeability> alternatives) {
  BoundaryError boundary;
  boundary.alternatives = std::move(alternatives);
  if (boundary.alternatives.empty()) {
    boundary.why_not = "the flow was solved under one boundary only";
    return boundary;
  }
  double largest = 0;
  for (const BoundaryPermeability& alternative : boundary.alternatives)
    largest = std::max(largest, std::abs(alternative.permeability_voxel2 - permeability_voxel2));
  boundary.error_voxel2 = largest;
  boundary.method = "largest difference from K under the other boundaries";
  return boundary;
}

ErrorBudget make_error_budget(const FlowResult& reported, const std::vector<GridPermeability>& others,
                              std::vector<BoundaryPermeability> alternatives) {
  GridPermeability given;
  given.permeability_voxel2 = reported.permeability_voxel2;
  given.iteration_error = reported.iteration_error;
  given.fluid_cells = reported.fluid_cells;
  given.steps = reported.steps;
  given.seconds = reported.seconds;
  const double k = *reported.permeability_voxel2;
  ErrorBudget budget;
  budget.permeability_voxel2 = k;
  if (std::isfinite(reported.iteration_error)) {
    budget.iteration_voxel2 = reported.iteration_error * k;
    budget.voxel = estimate_voxel_error(given, others);
  } else {
    budget.voxel.why_not = "the flow through the image as given has no bound on its iteration error yet";
  }
  budget.boundary = estimate_boundary_error(k, std::move(alternatives));
  return budget;
}

}  // namespace perm
