// SPDX-License-Identifier: Apache-2.0
// What slip along walls does to K, to first order, against flows of which it is known: between plates K grows by
// 1 + 6 s/H, in a tube by 1 + 4 s/R.
#include "darcy/evaluation/wall_slope.hpp"

#include <gtest/gtest.h>

#include <cstdint>

#include "darcy/steady_flow.hpp"
#include "geometry/connectivity/connectivity.hpp"
#include "geometry/shapes/recipe.hpp"
#include "solver/test_device.hpp"

namespace perm {
namespace {

SolvedFlow flow_through(const PoreSlab& pores, Precision precision) {
  FlowOptions options;
  options.tolerance = 1e-5;
  options.solver.precision = precision;
  options.solver.device = device_under_test();
  return SteadyFlow(pores, options, estimate_run(pores, options)).run();
}

// K itself is 1/(2 H^2) too large on voxels, what slip adds to it is not.
TEST(WallSlope, of_plates_adds_half_of_their_distance_to_their_k) {
  for (const double gap : {12.0, 32.0}) {
    Recipe recipe;
    recipe.kind = GeometryKind::plates;
    recipe.extent = {1, static_cast<std::int64_t>(gap) + 2, 3};
    recipe.gap = gap;
    const PoreSlab pores = generate(recipe);
    SolvedFlow flow = flow_through(pores, Precision::float64);
    const auto slope = measure_wall_slope(flow, pores);
    ASSERT_TRUE(slope);
    const double exact = gap * gap / 2 / (gap + 2);
    EXPECT_NEAR(slope->per_voxel * *flow.result().permeability_voxel2 / exact, 1, 1e-3) << "gap " << gap;
  }
}

TEST(WallSlope, of_a_tube_is_four_over_its_radius) {
  Recipe recipe;
  recipe.kind = GeometryKind::tube;
  recipe.extent = {1, 68, 68};
  recipe.radius = 32;
  const PoreSlab pores = generate(recipe);
  SolvedFlow flow = flow_through(pores, Precision::float64);
  const auto slope = measure_wall_slope(flow, pores);
  ASSERT_TRUE(slope);
  EXPECT_NEAR(slope->per_voxel * 32 / 4, 1, 0.03);
  EXPECT_GT(slope->deviation, 0);
}

TEST(WallSlope, is_absent_where_nothing_flows_or_no_solid_bounds_it) {
  PoreSpace pores({4, 6, 5});
  for (std::int64_t z = 0; z < 5; ++z)
    for (std::int64_t y = 0; y < 6; ++y)
      for (std::int64_t x = 0; x < 4; ++x) pores.set_pore(x, y, z);
  FlowOptions options;
  options.boundary.boundary = Boundary::sealed;
  options.solver.device = device_under_test();
  const PoreSlab all(pores);
  SolvedFlow flow = SteadyFlow(all, options, estimate_run(all, options)).run();
  EXPECT_FALSE(measure_wall_slope(flow, all));
}

}  // namespace
}  // namespace perm
