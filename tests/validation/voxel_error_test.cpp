// SPDX-License-Identifier: Apache-2.0
// The voxel estimate holds what is known of flows to which it was not fitted: other porosities and places of arrays of
// spheres, and cylinders. validation/ERROR_BUDGET.md tells of more.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "run/flow_record.hpp"
#include "run/run.hpp"
#include "validation/cases/reference_curves.hpp"

namespace perm::validation {
namespace {

FlowRecord solve(const Recipe& recipe) {
  RunRequest request;
  request.directions = {Axis::x};
  request.flow.tolerance = 1e-3;
  request.seams = SeamCheck::skip;
  return record_of(run_flows(generate(recipe, Communicator()), request));
}

struct Known {
  FlowRecord flow;
  double error;  ///< of K, over the exact one
};

Known solve(GeometryKind kind, double porosity, const Extent& extent, const Shift& shift) {
  Recipe recipe;
  recipe.kind = kind;
  recipe.porosity = porosity;
  recipe.extent = extent;
  recipe.shift = shift;
  const FlowRecord record = solve(recipe);
  return {record, *record.permeability_voxel2 / *reference_permeability(recipe, Axis::x) - 1};
}

/// Says whether the exact K lies in the interval of the estimate.
bool holds(const Known& known) {
  const VoxelEstimate& estimate = known.flow.voxel_estimate.value();
  return std::abs(known.error - estimate.relative) < estimate.two_sigma + known.flow.iteration_error;
}

std::vector<Known> solve_spheres(std::int64_t side) {
  std::vector<Known> flows;
  for (const GeometryKind kind : {GeometryKind::sc, GeometryKind::bcc, GeometryKind::fcc})
    for (const double porosity : {0.58, 0.71, 0.88})
      for (const Shift& shift : {Shift{0.11, 0.62, 0.83}, Shift{0.7, 0.45, 0.24}})
        flows.push_back(solve(kind, porosity, {side, side, side}, shift));
  return flows;
}

TEST(VoxelError, of_arrays_of_spheres_is_as_estimated) {
  const std::vector<Known> flows = solve_spheres(36);
  EXPECT_GE(std::ranges::count_if(flows, holds), 17);
  std::vector<double> errors, corrected;
  for (const Known& known : flows) {
    EXPECT_LT(known.flow.voxel_estimate.value().relative, 0);
    errors.push_back(std::abs(known.error));
    corrected.push_back(std::abs((1 + known.error) / (1 + known.flow.voxel_estimate->relative) - 1));
  }
  std::ranges::sort(errors);
  std::ranges::sort(corrected);
  EXPECT_LT(corrected[9], errors[9] / 3);
  EXPECT_LT(corrected.back(), errors.back() / 1.5);
}

TEST(VoxelError, across_cylinders_is_in_the_wider_interval) {
  int held = 0, flows = 0;
  for (const double porosity : {0.5, 0.65, 0.8, 0.92})
    for (const std::int64_t side : {24, 40})
      for (const Shift& shift : {Shift{0.11, 0.62, 0}, Shift{0.7, 0.45, 0}}) {
        const Known known = solve(GeometryKind::cylinders_square, porosity, {side, side, 4}, shift);
        held += holds(known) ? 1 : 0;
        ++flows;
      }
  EXPECT_GE(held, flows - 1);
}

TEST(VoxelError, of_plates_on_the_faces_of_voxels_is_nearly_none) {
  Recipe recipe;
  recipe.kind = GeometryKind::plates;
  recipe.extent = {4, 16, 4};
  recipe.gap = 12;
  recipe.axis = Axis::x;
  const FlowRecord record = solve(recipe);
  ASSERT_TRUE(record.voxel_estimate.has_value());
  EXPECT_LT(std::abs(record.voxel_estimate->relative), 1e-3);
  EXPECT_LT(record.voxel_estimate->two_sigma, 0.01);
}

}  // namespace
}  // namespace perm::validation
