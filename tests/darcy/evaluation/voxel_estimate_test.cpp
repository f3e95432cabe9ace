// SPDX-License-Identifier: Apache-2.0
// What the estimate makes of numbers; whether it holds what is known of flows, tests/validation/voxel_error_test.cpp
// asks.
#include "darcy/evaluation/voxel_estimate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace perm {
namespace {

using testing::HasSubstr;

/// Gives a flow of which 20 % of the dissipation is viscous and beside stepped walls, and 2 % is not viscous.
FlowAtEnd wide_pores() {
  FlowAtEnd flow;
  flow.permeability_voxel2 = 5;
  flow.measures.emplace();
  flow.measures->dissipation_voxel2 = 5;
  flow.measures->viscous_voxel2 = 4.9;
  flow.measures->stepped_wall_voxel2 = 1;
  flow.measures->plane_wall_voxel2 = 0.25;
  flow.measures->wall_patterns = 10;
  flow.measures->wall_faces = {1000, 1000, 1000};
  return flow;
}

TEST(VoxelEstimate, of_wide_pores_says_that_walls_make_K_too_small) {
  const auto estimate = estimate_voxel_error(wide_pores(), SolverSettings{});
  ASSERT_TRUE(estimate.has_value());
  // Four fifths of what is beside walls is beside steps, and so are four fifths of the plane cells.
  EXPECT_NEAR(std::log1p(estimate->relative), -0.075 * 0.2 - 0.18 * 0.05 * 0.8 + 0.9 * 0.02 * 0.02, 1e-12);
  EXPECT_NEAR(estimate->two_sigma, std::hypot(0.65 * 0.02, 2 * 0.2 / 100), 1e-12);
  EXPECT_TRUE(estimate->resolved);
  EXPECT_NEAR(*estimate->corrected_voxel2, 5 / (1 + estimate->relative), 1e-12);
  EXPECT_GT(*estimate->corrected_voxel2, 5);
}

TEST(VoxelEstimate, of_narrow_pores_says_that_K_is_too_large_and_corrects_nothing) {
  FlowAtEnd flow = wide_pores();
  flow.measures->viscous_voxel2 = 2.5;
  const auto estimate = estimate_voxel_error(flow, SolverSettings{});
  ASSERT_TRUE(estimate.has_value());
  EXPECT_GT(estimate->relative, 0.1);
  EXPECT_NEAR(estimate->two_sigma, std::hypot(0.325, 2 * 0.2 / 100), 1e-12);
  EXPECT_FALSE(estimate->resolved);
  EXPECT_FALSE(estimate->corrected_voxel2.has_value());
}

TEST(VoxelEstimate, is_not_resolved_where_the_throats_are_narrow) {
  FlowAtEnd flow = wide_pores();
  flow.pores.critical_radius = 3.5;
  EXPECT_FALSE(estimate_voxel_error(flow, SolverSettings{})->resolved);
  EXPECT_EQ(estimate_voxel_error(flow, SolverSettings{})->why_not_resolved, "throats about 7 voxels wide, below 8");
  flow.pores.critical_radius = 4;
  EXPECT_TRUE(estimate_voxel_error(flow, SolverSettings{})->resolved);
  EXPECT_EQ(estimate_voxel_error(flow, SolverSettings{})->why_not_resolved, "");
}

TEST(VoxelEstimate, names_the_part_that_is_too_small_and_the_limit_that_is_not_met) {
  FlowAtEnd fibres = wide_pores();  // cylinders of 5 voxels: the solid is thin, and no pore is narrow
  fibres.measures->stepped_wall_voxel2 = 4;
  fibres.measures->wall_faces = {1000, 1000, 1000};
  fibres.pores.porosity = 0.94;
  fibres.pores.specific_surface = 4 * 0.06 / 5;
  fibres.pores.critical_radius = 16;
  EXPECT_THAT(estimate_voxel_error(fibres, SolverSettings{})->why_not_resolved,
              HasSubstr(" % is above 5 %, with solid about 5 voxels thick"));
  FlowAtEnd rock = wide_pores();
  rock.measures->viscous_voxel2 = 4.4;
  rock.pores.porosity = 0.2;
  rock.pores.specific_surface = 4 * 0.2 / 3;
  EXPECT_THAT(estimate_voxel_error(rock, SolverSettings{})->why_not_resolved,
              HasSubstr(" % is above 5 %, with pores about 3 voxels wide"));
  rock.pores.critical_radius = 1;
  EXPECT_THAT(estimate_voxel_error(rock, SolverSettings{})->why_not_resolved,
              HasSubstr(", with throats about 2 voxels wide"));
}

TEST(VoxelEstimate, is_wider_where_steps_repeat_along_an_axis_and_not_where_there_are_none) {
  FlowAtEnd flow = wide_pores();
  flow.measures->wall_faces = {0, 1000, 1000};
  EXPECT_NEAR(estimate_voxel_error(flow, SolverSettings{})->two_sigma, std::hypot(1.6 * 0.02, 0.004), 1e-12);
  flow.measures->wall_faces = {500, 1000, 1500};
  EXPECT_NEAR(estimate_voxel_error(flow, SolverSettings{})->two_sigma, std::hypot((0.65 + 0.95 / 2) * 0.02, 0.004),
              1e-12);
  flow.measures->stepped_wall_voxel2 = 0;
  EXPECT_NEAR(estimate_voxel_error(flow, SolverSettings{})->two_sigma, 0.65 * 0.02, 1e-12);
}

TEST(VoxelEstimate, is_wider_where_all_steps_lie_alike) {
  FlowAtEnd flow = wide_pores();
  flow.measures->viscous_voxel2 = 4.995;  // as in a slot at 45 degrees, where e says nothing of where the walls lie
  const double of_many = estimate_voxel_error(flow, SolverSettings{})->two_sigma;
  flow.measures->wall_patterns = 2;
  EXPECT_GT(estimate_voxel_error(flow, SolverSettings{})->two_sigma, 10 * of_many);
  EXPECT_NEAR(estimate_voxel_error(flow, SolverSettings{})->two_sigma, 2 * 0.2 / 4, 1e-3);
}

TEST(VoxelEstimate, of_plane_walls_without_steps_has_no_shift) {
  FlowAtEnd flow = wide_pores();
  flow.measures->stepped_wall_voxel2 = 0;
  flow.measures->viscous_voxel2 = 5;
  flow.measures->wall_patterns = 1;
  EXPECT_EQ(estimate_voxel_error(flow, SolverSettings{})->relative, 0);
  EXPECT_EQ(estimate_voxel_error(flow, SolverSettings{})->two_sigma, 0);
}

TEST(VoxelEstimate, is_given_only_where_it_was_fitted_and_something_flows) {
  SolverSettings settings;
  settings.magic = 0.25;
  EXPECT_TRUE(estimate_voxel_error(wide_pores(), settings).has_value());
  settings.magic = 0.2;
  EXPECT_FALSE(estimate_voxel_error(wide_pores(), settings).has_value());
  settings = {};
  settings.collision = Collision::bgk;
  EXPECT_FALSE(estimate_voxel_error(wide_pores(), settings).has_value());
  settings = {};
  settings.equilibrium = Equilibrium::quadratic;
  EXPECT_FALSE(estimate_voxel_error(wide_pores(), settings).has_value());
  FlowAtEnd flow = wide_pores();
  flow.permeability_voxel2 = 0;
  EXPECT_FALSE(estimate_voxel_error(flow, SolverSettings{}).has_value());
  flow = wide_pores();
  flow.measures->finite = false;
  EXPECT_FALSE(estimate_voxel_error(flow, SolverSettings{}).has_value());
  flow.measures.reset();
  EXPECT_FALSE(estimate_voxel_error(flow, SolverSettings{}).has_value());
  EXPECT_FALSE(estimate_voxel_error(FlowResult{}, SolverSettings{}).has_value());
}

}  // namespace
}  // namespace perm
