// SPDX-License-Identifier: Apache-2.0
// Flows that are known: uniform, in a channel, about a block; and a solved one through a bed of spheres.
#include "report/views/flow_lines.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "darcy/steady_flow.hpp"
#include "report/views/coarse_flow.hpp"

namespace perm {
namespace {

/// Makes a flow along `axis` whose speed at a voxel is speed(x, y, z); 0 is solid.
template <class Speed>
CoarseFlow make_flow(const Extent& extent, Axis axis, const Speed& speed, std::int64_t most_cells = 160) {
  CoarseFlowMaker maker(extent, most_cells);
  for (std::int64_t z = 0; z < extent.nz; ++z) {
    std::vector<float> velocity, density;
    for (std::int64_t y = 0; y < extent.ny; ++y)
      for (std::int64_t x = 0; x < extent.nx; ++x) {
        const auto u = static_cast<float>(speed(x, y, z));
        for (const Axis one : all_axes) velocity.push_back(one == axis ? u : 0);
        density.push_back(u > 0 ? 1.0F : 0.0F);
      }
    maker.add_plane(z, velocity, density);
  }
  return maker.take(1);
}

double across(const FlowLine& line, std::size_t axis) { return static_cast<double>(line.points.front()[axis]); }

TEST(CoarseFlow, holds_share_and_mean_velocity_of_blocks_that_end_with_the_image) {
  const CoarseFlow flow = make_flow(
      {7, 4, 5}, Axis::y, [](auto x, auto, auto) { return x < 5 ? x : 0; }, 3);
  EXPECT_EQ(flow.edge, 3);
  EXPECT_EQ(flow.extent, (Extent{3, 2, 2}));
  EXPECT_NEAR(flow.share[flow.cell(0, 0, 0)], 2.0 / 3, 1e-6);  // x = 0 is solid, 1 and 2 are not
  EXPECT_NEAR(flow.velocity[flow.cell(0, 0, 0)][1], 1, 1e-6);
  EXPECT_NEAR(flow.velocity[flow.cell(1, 1, 1)][1], 7.0 / 3, 1e-6);
  EXPECT_EQ(flow.share[flow.cell(2, 1, 1)], 0);
  EXPECT_EQ(flow.velocity[flow.cell(0, 0, 0)][0], 0);
}

TEST(CoarsePores, are_pore_where_half_of_a_block_is) {
  CoarsePoresMaker maker({4, 4, 4}, 2);
  for (int z = 0; z < 4; ++z) {
    std::vector<float> density(16);
    for (std::size_t voxel = 0; voxel < 16; ++voxel)
      density[voxel] = voxel % 4 < 2 ? (z == 0 ? 1.0F : 0.0F) : (z == 0 && voxel < 12 ? 1.0F : 0.0F);
    maker.add_plane(z, density);
  }
  EXPECT_EQ(maker.edge(), 2);
  EXPECT_TRUE(maker.pores().is_pore(0, 0, 0));  // 4 of 8
  EXPECT_TRUE(maker.pores().is_pore(1, 0, 0));
  EXPECT_FALSE(maker.pores().is_pore(1, 1, 0));  // 2 of 8
  EXPECT_FALSE(maker.pores().is_pore(0, 0, 1));
}

TEST(FlowLines, of_a_uniform_flow_are_straight_and_reach_the_end) {
  for (const Axis axis : all_axes) {
    const CoarseFlow flow = make_flow({12, 10, 8}, axis, [](auto, auto, auto) { return 1; });
    const auto lines = trace_lines(flow, axis, {}, 20);
    ASSERT_EQ(lines.size(), 20U);
    const auto along = static_cast<std::size_t>(axis);
    for (const FlowLine& line : lines) {
      EXPECT_TRUE(line.reaches_end);
      EXPECT_EQ(line.points.front()[along], 0);
      EXPECT_FLOAT_EQ(line.points.back()[along], static_cast<float>(flow.extent.along(axis)));
      for (const auto& point : line.points)
        for (std::size_t k = 0; k < 3; ++k)
          if (k != along) {
            EXPECT_FLOAT_EQ(point[k], line.points.front()[k]);
          }
      EXPECT_FLOAT_EQ(line.points.front()[3], 1);
    }
  }
}

TEST(FlowLines, start_so_that_each_stands_for_an_equal_share_of_the_flow) {
  const CoarseFlow flow = make_flow({4, 16, 16}, Axis::x, [](auto, auto y, auto) { return y < 8 ? 1 : 3; });
  const auto lines = trace_lines(flow, Axis::x, {}, 400);
  ASSERT_EQ(lines.size(), 400U);
  const auto slow = std::ranges::count_if(lines, [](const FlowLine& line) { return across(line, 1) < 8; });
  EXPECT_NEAR(static_cast<double>(slow), 100, 2);
  for (int quarter = 0; quarter < 4; ++quarter) {  // and evenly within
    const auto there = std::ranges::count_if(lines, [&](const FlowLine& line) {
      return across(line, 1) >= 8 && static_cast<int>(across(line, 2)) / 4 == quarter;
    });
    EXPECT_NEAR(static_cast<double>(there), 75, 6);
  }
}

TEST(FlowLines, come_back_through_a_periodic_face_with_a_mark) {
  CoarseFlow flow = make_flow({30, 6, 6}, Axis::x, [](auto, auto, auto) { return 1; });
  for (auto& velocity : flow.velocity) velocity = {1, 0.5F, 0};
  int marks = 0;
  for (const FlowLine& line : trace_lines(flow, Axis::x, {}, 10)) {
    EXPECT_TRUE(line.reaches_end);
    for (std::size_t i = 1; i < line.points.size(); ++i) {
      const auto& point = line.points[i];
      EXPECT_GE(point[1], 0);
      EXPECT_LE(std::abs(point[1]), 6.5F);
      if (point[3] < 0) {
        ++marks;
        EXPECT_NEAR(-1 - point[3], std::sqrt(1.25), 1e-5);
        EXPECT_GT(std::abs(point[1] - line.points[i - 1][1]), 4);
      } else {
        EXPECT_LT(std::abs(point[1] - line.points[i - 1][1]), 2);
      }
    }
  }
  EXPECT_GE(marks, 20);
}

TEST(FlowLines, are_none_where_nothing_enters) {
  EXPECT_TRUE(trace_lines(make_flow({5, 5, 5}, Axis::x, [](auto, auto, auto) { return 0; }), Axis::x, {}, 9).empty());
}

TEST(FlowLines, of_a_solved_flow_about_spheres_stay_in_the_pores_and_nearly_all_arrive) {
  PoreSpace pores({24, 24, 24});
  pores.fill_with_pore();
  for (std::int64_t z = 0; z < 24; ++z)
    for (std::int64_t y = 0; y < 24; ++y)
      for (std::int64_t x = 0; x < 24; ++x) {
        const auto squared = [&](std::int64_t cx, std::int64_t cy, std::int64_t cz) {
          return (x - cx) * (x - cx) + (y - cy) * (y - cy) + (z - cz) * (z - cz);
        };
        if (squared(7, 8, 9) < 36 || squared(17, 14, 15) < 40 || squared(12, 20, 4) < 16) pores.set_solid(x, y, z);
      }
  FlowOptions options;
  options.tau = 1;
  options.tolerance = 1e-3;
  SolvedFlow solved = SteadyFlow(pores, options, estimate_run(pores, options)).run();
  const CapturedFields fields = solved.capture_fields();
  CoarseFlowMaker maker(pores.extent(), 160);
  std::vector<float> velocity(3 * 576), density(576);
  for (std::int64_t z = 0; z < 24; ++z) {
    fields.read_plane(z, velocity, density);
    maker.add_plane(z, velocity, density);
  }
  const CoarseFlow flow = maker.take(std::abs(solved.result().mean_velocity[0]));
  const auto lines = trace_lines(flow, Axis::x, {}, 100);
  ASSERT_EQ(lines.size(), 100U);
  EXPECT_GE(std::ranges::count_if(lines, &FlowLine::reaches_end), 97);
  for (const FlowLine& line : lines)
    for (const auto& point : line.points) {
      const auto cell = [&point](std::size_t k) {
        return std::min<std::int64_t>(static_cast<std::int64_t>(point[k]), 23);
      };
      EXPECT_TRUE(pores.is_pore(cell(0), cell(1), cell(2))) << point[0] << " " << point[1] << " " << point[2];
    }
}

}  // namespace
}  // namespace perm
