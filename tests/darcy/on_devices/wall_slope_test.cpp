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

std::optional<WallSlope> slope_through(const PoreSlab& pores, Precision precision) {
  FlowOptions options;
  options.tolerance = 1e-5;
  options.solver.precision = precision;
  options.solver.device = device_under_test();
  return measure_wall_slope(SteadyFlow(pores, options, estimate_run(pores, options)).run(), pores);
}

TEST(WallSlope, of_plates_is_six_over_their_distance) {
  for (const double gap : {12.0, 32.0}) {
    Recipe recipe;
    recipe.kind = GeometryKind::plates;
    recipe.extent = {1, static_cast<std::int64_t>(gap) + 2, 3};
    recipe.gap = gap;
    const auto slope = slope_through(generate(recipe), Precision::float64);
    ASSERT_TRUE(slope);
    EXPECT_NEAR(slope->per_voxel * gap / 6, 1, 1e-3) << "gap " << gap;
  }
}

TEST(WallSlope, of_a_tube_is_four_over_its_radius) {
  Recipe recipe;
  recipe.kind = GeometryKind::tube;
  recipe.extent = {1, 68, 68};
  recipe.radius = 32;
  const auto slope = slope_through(generate(recipe), Precision::float64);
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
  EXPECT_FALSE(measure_wall_slope(SteadyFlow(all, options, estimate_run(all, options)).run(), all));
}

}  // namespace
}  // namespace perm
