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

/// Gives a flow of which 20 % of the dissipation is viscous and beside stepped walls, 1 % is beside plane ones, and 2 %
/// is not viscous.
FlowAtEnd wide_pores() {
  FlowAtEnd flow;
  flow.permeability_voxel2 = 5;
  flow.measures.emplace();
  flow.measures->dissipation_voxel2 = 5;
  flow.measures->viscous_voxel2 = 4.9;
  flow.measures->stepped_wall_voxel2 = 1;
  flow.measures->plane_wall_voxel2 = 0.05;
  flow.measures->wall_pieces = 9997;
  flow.measures->wall_faces = {1000, 1000, 1000};
  flow.pores.porosity = 0.5;
  flow.pores.specific_surface = 0.1;  // so solid and pores have mean chords of 20 voxels
  return flow;
}

VoxelEstimate estimate_of(const FlowAtEnd& flow) { return estimate_voxel_error(flow, SolverSettings{}).value(); }

TEST(VoxelEstimate, of_wide_pores_says_that_walls_make_K_too_small) {
  const VoxelEstimate estimate = estimate_of(wide_pores());
  const double planes = 0.01 / 0.21;
  const double lattice = planes / 3 + (1 - planes) * (0.235 + 0.4 * 0.02);
  EXPECT_NEAR(std::log1p(estimate.relative), -0.2 * (0.111 - 1.15 / 400) + lattice * 0.02, 1e-12);
  const double place = (0.05 + 3.5 * 0.02) / 10000;
  EXPECT_NEAR(estimate.two_sigma,
              2 * std::sqrt(0.21 * 0.21 * (place + 1e-4) + std::pow(0.4 * 0.2 / 400, 2) +
                            std::pow(0.22 * 0.02 * 0.02, 2) + 0.0005 * 0.0005),
              1e-12);
  EXPECT_TRUE(estimate.resolved);
  EXPECT_NEAR(*estimate.corrected_voxel2, 5 / (1 + estimate.relative), 1e-12);
  EXPECT_GT(*estimate.corrected_voxel2, 5);
}

TEST(VoxelEstimate, of_slits_and_square_channels_on_the_faces_of_voxels_is_what_the_lattice_adds) {
  FlowAtEnd flow = wide_pores();
  flow.measures->stepped_wall_voxel2 = 0;
  flow.measures->wall_faces = {0, 0, 1000};
  EXPECT_NEAR(std::log1p(estimate_of(flow).relative), 0.02 / 3, 1e-12);
  EXPECT_NEAR(estimate_of(flow).two_sigma, 2 * std::hypot(0.22 * 0.02 * 0.02, 0.0005), 1e-12);
  flow.measures->wall_faces = {0, 1000, 1000};
  EXPECT_NEAR(std::log1p(estimate_of(flow).relative), 0.02 * (1.0 / 3 + 0.28), 1e-12);
  flow.measures->wall_faces = {0, 500, 1000};
  EXPECT_NEAR(std::log1p(estimate_of(flow).relative), 0.02 * (1.0 / 3 + 0.14), 1e-12);
}

TEST(VoxelEstimate, of_throats_below_three_voxels_has_no_sign_and_is_wide) {
  FlowAtEnd flow = wide_pores();
  flow.measures->viscous_voxel2 = 3.5;
  flow.pores.critical_radius = 1.4;
  EXPECT_GT(estimate_of(flow).relative, 0);
  const double with_sign = estimate_of(flow).two_sigma;
  flow.pores.critical_radius = 0.9;
  EXPECT_EQ(estimate_of(flow).relative, 0);
  EXPECT_NEAR(estimate_of(flow).two_sigma, std::hypot(with_sign, 2 * 0.25 * 0.3), 1e-12);
  EXPECT_THAT(estimate_of(flow).why_not_resolved, HasSubstr("throats about 1.8 voxels wide"));
  flow.pores.critical_radius = 0;  // not measured
  EXPECT_EQ(estimate_of(flow).relative, 0);
}

TEST(VoxelEstimate, is_wider_the_fewer_pieces_of_wall_differ_and_then_corrects_nothing) {
  FlowAtEnd flow = wide_pores();
  flow.measures->wall_pieces = 97;
  const VoxelEstimate few = estimate_of(flow);
  EXPECT_NEAR(few.two_sigma, 2 * 0.21 * std::sqrt(0.12 / 100 + 1e-4), 1e-4);
  EXPECT_TRUE(few.resolved);
  EXPECT_FALSE(few.corrected_voxel2.has_value());
  EXPECT_EQ(few.why_not_resolved, "");
  flow.measures->wall_pieces = 2;
  EXPECT_FALSE(estimate_of(flow).resolved);
  EXPECT_THAT(estimate_of(flow).why_not_resolved, HasSubstr(" % is above 5 %, with walls of 2 pieces that differ"));
}

TEST(VoxelEstimate, shifts_walls_less_along_which_all_flows) {
  FlowAtEnd flow = wide_pores();
  const double across = std::log1p(estimate_of(flow).relative);
  flow.measures->wall_faces = {1000, 1000, 0};
  EXPECT_NEAR(std::log1p(estimate_of(flow).relative), across + 0.02 * 0.28 * 0.01 / 0.21, 1e-12);
  flow.direction = Axis::z;
  EXPECT_NEAR(std::log1p(estimate_of(flow).relative), across + 0.02 * 0.28 * 0.01 / 0.21 + 0.027 * 0.2, 1e-12);
}

TEST(VoxelEstimate, knows_how_walls_curve) {
  FlowAtEnd flow = wide_pores();
  const double alike = std::log1p(estimate_of(flow).relative);
  flow.pores.porosity = 0.9;
  flow.pores.specific_surface = 0.04;  // solid of 10 voxels in pores of 90
  EXPECT_NEAR(std::log1p(estimate_of(flow).relative), alike + 0.2 * 1.15 * (1.0 / 100 - 1.0 / 400), 1e-12);
  flow.pores.porosity = 0.1;  // channels of 10 voxels in solid of 90
  EXPECT_NEAR(std::log1p(estimate_of(flow).relative),
              alike + 0.2 * (1.15 * (1.0 / 8100 - 1.0 / 400) - 2.5 * (1.0 / 100 - 1.0 / 8100)), 1e-12);
}

TEST(VoxelEstimate, of_cubes_adds_what_their_edges_let_through) {
  FlowAtEnd flow = wide_pores();
  flow.measures->plane_wall_voxel2 = 1;
  EXPECT_EQ(estimate_of(flow).basis.cubes, 1);
  const double cubes = std::log1p(estimate_of(flow).relative);
  flow.measures->wall_faces = {200, 1000, 1000};  // as in flat channels
  EXPECT_EQ(estimate_of(flow).basis.cubes, 0);
  EXPECT_NEAR(std::log1p(estimate_of(flow).relative),
              cubes + 0.02 * (0.28 * 0.5 * 0.8 - 1.5) + 0.2 * 0.027 * (1 - 600.0 / 2200), 1e-12);
}

TEST(VoxelEstimate, is_not_resolved_where_throats_are_narrow_or_the_solid_is_thin_and_names_that_part) {
  FlowAtEnd flow = wide_pores();
  flow.pores.critical_radius = 3.5;
  EXPECT_FALSE(estimate_of(flow).resolved);
  EXPECT_EQ(estimate_of(flow).why_not_resolved, "throats about 7 voxels wide, below 8");
  flow.pores.critical_radius = 16;
  EXPECT_TRUE(estimate_of(flow).resolved);
  flow.pores.porosity = 0.94;  // fibres of 5 voxels: the solid is thin, and no pore is narrow
  flow.pores.specific_surface = 4 * 0.06 / 5;
  EXPECT_FALSE(estimate_of(flow).resolved);
  EXPECT_EQ(estimate_of(flow).why_not_resolved, "solid about 5 voxels thick, below 8");
  flow.measures->wall_pieces = 2;
  EXPECT_THAT(estimate_of(flow).why_not_resolved, HasSubstr(" % is above 5 %, with solid about 5 voxels thick"));
}

TEST(VoxelEstimate, is_given_only_where_it_was_fitted_and_something_flows) {
  SolverSettings settings;
  settings.magic = 0.25;
  EXPECT_GT(estimate_voxel_error(wide_pores(), settings)->relative, estimate_of(wide_pores()).relative);
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
