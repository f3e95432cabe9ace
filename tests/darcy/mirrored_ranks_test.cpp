// SPDX-License-Identifier: Apache-2.0
// Flows with inertia through an image followed by its mirror image are the same on several processes as on one, to the
// last bit. Every process also solves the whole image alone and compares the two.
#include <gtest/gtest.h>

#include "darcy/inertia/mirrored_flows.hpp"
#include "darcy/steady_flow.hpp"
#include "geometry/connectivity/connectivity.hpp"
#include "geometry/shapes/recipe.hpp"
#include "partitions.hpp"
#include "solver/test_on_ranks.hpp"

namespace perm {
namespace {

class MirroredFlowsOnRanks : public TestOnRanks {};

TEST_F(MirroredFlowsOnRanks, are_those_of_one_process) {
  Boundary boundary = Boundary::mirror;
  for (const Axis axis : all_axes) {
    boundary = boundary == Boundary::mirror ? Boundary::sealed : Boundary::mirror;
    SCOPED_TRACE(axis_letter(axis));
    FlowOptions options;
    options.solver.device = device_under_test();
    options.solver.threads = 1;
    options.direction = axis;
    options.boundary.boundary = boundary;
    Recipe recipe;
    recipe.kind = GeometryKind::overlap;
    recipe.extent = {13, 14, 11};
    recipe.radius = 3;
    recipe.porosity = 0.6;
    const PoreSpace pores = Connectivity(generate(recipe), face_rules(options.boundary, axis, recipe.extent).closed())
                                .percolating(axis)
                                .pores();
    ASSERT_GT(pores.count_pores(), 0);
    const auto solve = [&](const PoreSlab& image) {
      SolvedFlow creeping = SteadyFlow(image, options, estimate_run(image, options)).run();
      return solve_mirrored_flows(std::move(creeping), image, options, {{0.05, 0.3}, {}, 0.1});
    };
    const InertialFlows alone = solve(pores);
    const InertialFlows together = solve(slab_of(pores, world_));
    EXPECT_EQ(alone.end, InertiaEnd::complete) << alone.why;
    EXPECT_EQ(together.cells, alone.cells);
    EXPECT_EQ(together.creeping_voxel2, alone.creeping_voxel2);
    EXPECT_EQ(together.creeping_error, alone.creeping_error);
    ASSERT_EQ(together.points.size(), alone.points.size());
    for (std::size_t i = 0; i < alone.points.size(); ++i) {
      EXPECT_EQ(together.points[i].permeability_voxel2, alone.points[i].permeability_voxel2);
      EXPECT_EQ(together.points[i].iteration_error, alone.points[i].iteration_error);
      EXPECT_EQ(together.points[i].largest_speed, alone.points[i].largest_speed);
      EXPECT_EQ(together.points[i].flux_spread, alone.points[i].flux_spread);
      EXPECT_EQ(together.points[i].steps, alone.points[i].steps);
    }
  }
}

}  // namespace
}  // namespace perm
