// SPDX-License-Identifier: Apache-2.0
// The whole solver runs flows with exact solutions to steady state.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "darcy/steady_flow.hpp"
#include "geometry/shapes/recipe.hpp"
#include "solver/test_device.hpp"

namespace perm {
namespace {

FlowResult solve(const PoreSpace& pores, const FlowOptions& options) {
  return SteadyFlow(pores, options, estimate_run(pores, options)).run().result();
}

FlowOptions precise(double tau) {
  FlowOptions options;
  options.tau = tau;
  options.tolerance = 1e-7;
  options.solver.precision = Precision::float64;
  options.solver.device = device_under_test();
  return options;
}

/// Channels do not vary along the flow: one voxel along it is enough.
Recipe channel(GeometryKind kind, std::int64_t across) {
  Recipe recipe;
  recipe.kind = kind;
  recipe.extent = {1, across, across};
  return recipe;
}

TEST(Plates, with_magic_3_16_give_the_exact_mean_velocity_of_the_lattice_to_1e_5) {
  for (const double gap : {1.0, 2.0, 3.0, 8.0, 17.0}) {
    Recipe recipe = channel(GeometryKind::plates, static_cast<std::int64_t>(gap) + 2);
    recipe.extent.nz = 3;
    recipe.gap = gap;
    const FlowResult result = solve(generate(recipe), precise(0.9));
    ASSERT_EQ(result.stop, StopReason::converged);
    // Half-way bounce-back with magic 3/16 puts the wall exactly between the nodes; the mean over nodes then exceeds
    // H^2/12 by the quadrature term (Ginzburg and d'Humieres 2003).
    const double exact = (gap * gap * gap / 12 + gap / 24) / static_cast<double>(recipe.extent.ny);
    EXPECT_NEAR(*result.permeability_voxel2 / exact, 1, 1e-5) << "gap " << gap;
  }
}

/// Gives k/h^2 of a square duct of side h, over its own section (Poiseuille series).
double square_duct() {
  double sum = 0;
  for (int n = 1; n < 200; n += 2) sum += std::tanh(n * std::numbers::pi / 2) / std::pow(n, 5);
  return (1 - 192 / std::pow(std::numbers::pi, 5) * sum) / 12;
}

TEST(SquareDuct, approaches_the_series_with_second_order) {
  double coarser = 0;
  for (const double side : {5.0, 10.0, 20.0, 40.0}) {
    const auto across = static_cast<std::int64_t>(side) + 2;
    Recipe recipe = channel(GeometryKind::duct, across);
    recipe.gap = side;
    const FlowResult result = solve(generate(recipe), precise(1.2));
    const double exact = square_duct() * std::pow(side, 4) / static_cast<double>(across * across);
    const double error = std::abs(*result.permeability_voxel2 / exact - 1);
    if (coarser > 0) {
      EXPECT_NEAR(coarser / error, 4, 0.4) << "side " << side;
    }
    coarser = error;
  }
  EXPECT_LT(coarser, 1e-3);
}

TEST(Tube, approaches_r_squared_over_8_as_it_is_resolved) {
  // A tube of voxels is a staircase. Its error shrinks like 1/R in the mean but jumps from radius to radius, so means
  // over four neighbouring radii show the trend.
  double coarser = 1;
  for (const double smallest : {3.0, 6.0, 12.0}) {
    double error = 0;
    for (const double share : {1.0, 1.2, 1.4, 1.6}) {
      const double radius = smallest * share;
      const auto across = static_cast<std::int64_t>(std::ceil(2 * radius)) + 2;
      Recipe recipe = channel(GeometryKind::tube, across);
      recipe.radius = radius;
      FlowOptions options = precise(1.5);
      options.tolerance = 1e-5;
      const FlowResult result = solve(generate(recipe), options);
      const double exact = std::numbers::pi * std::pow(radius, 4) / 8 / static_cast<double>(across * across);
      error += std::abs(*result.permeability_voxel2 / exact - 1) / 4;
    }
    EXPECT_LT(error, 0.75 * coarser) << "radius from " << smallest;
    coarser = error;
  }
  EXPECT_LT(coarser, 0.03);
}

TEST(Channels, give_the_same_permeability_along_every_axis) {
  for (const GeometryKind kind : {GeometryKind::plates, GeometryKind::duct, GeometryKind::tube}) {
    double along_x = 0;
    for (const Axis axis : all_axes) {
      Recipe recipe;
      recipe.kind = kind;
      recipe.extent = {12, 12, 12};
      recipe.axis = axis;
      if (kind == GeometryKind::tube) recipe.radius = 4;
      if (kind != GeometryKind::tube) recipe.gap = 7;
      if (kind == GeometryKind::duct) recipe.width = 5;
      FlowOptions options = precise(1.0);
      options.direction = axis;
      const FlowResult result = solve(generate(recipe), options);
      if (axis == Axis::x) along_x = *result.permeability_voxel2;
      EXPECT_NEAR(*result.permeability_voxel2 / along_x, 1, 1e-6) << to_string(kind) << axis_letter(axis);
    }
  }
}

}  // namespace
}  // namespace perm
