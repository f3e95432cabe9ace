// SPDX-License-Identifier: Apache-2.0
// The forces on the grains of an image add up to what drives the flow, and give the drag coefficients that go with K.
#include "run/grain_meter.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>

#include "core/errors.hpp"
#include "geometry/shapes/recipe.hpp"
#include "run/run.hpp"

namespace perm {
namespace {

Recipe recipe_of(GeometryKind kind, std::int64_t size, double porosity) {
  Recipe recipe;
  recipe.kind = kind;
  recipe.extent = {size, size, size};
  recipe.porosity = porosity;
  if (kind == GeometryKind::packing) recipe.radius = 5;
  return recipe;
}

RunRequest request_for(const Recipe& recipe, double tolerance) {
  RunRequest request;
  request.flow.solver.precision = Precision::float64;
  request.flow.tolerance = tolerance;
  request.seams = SeamCheck::skip;
  request.grains = spheres_of(recipe, {});
  return request;
}

/// Gives the sum over grains and the rest of what a flow exerts along an axis.
double sum_of(const ForcesOfFlow& flow, std::size_t axis) {
  return std::accumulate(flow.on_grains.begin(), flow.on_grains.end(), flow.on_rest[axis],
                         [axis](double sum, const auto& force) { return sum + force[axis]; });
}

/// Gives the mean of F with the pressure gradient over d^2/(18 c K), which is 1 for equal spheres.
double drag_times_k(const RunReport& report, const FlowReport& flow, const ForcesOfFlow& forces) {
  double drag = 0, share = 0;
  for (std::size_t i = 0; i < report.grains.size(); ++i) {
    const double diameter = 2 * report.grains[i].radius;
    drag += flow.grain_forces->total_drag(forces, i, flow.result.direction, diameter) /
            static_cast<double>(report.grains.size());
    share += std::numbers::pi / 6 * std::pow(diameter, 3) / static_cast<double>(report.image.extent.voxels());
  }
  return drag * 18 * share * forces.permeability_voxel2 / std::pow(2 * report.grains[0].radius, 2);
}

TEST(GrainForces, of_an_sc_array_are_what_drives_the_flow_and_give_the_drag_that_goes_with_k) {
  const Recipe recipe = recipe_of(GeometryKind::sc, 16, 0.6);
  RunRequest request = request_for(recipe, 1e-8);
  request.directions = {Axis::x, Axis::y, Axis::z};
  request.inertia = InertiaChoice{{0.5}};
  const RunReport report = run_flows(generate(recipe), request);
  EXPECT_TRUE(report.warnings.empty());
  for (const FlowReport& flow : report.flows) {
    const auto along = static_cast<std::size_t>(flow.result.direction);
    ASSERT_TRUE(flow.grain_forces);
    EXPECT_EQ(flow.grain_forces->voxels, std::vector<std::int64_t>{16 * 16 * 16 - report.image.pore_voxels});
    EXPECT_EQ(flow.grain_forces->rest_voxels, 0);
    ASSERT_EQ(flow.grain_forces->flows.size(), 2U);
    EXPECT_EQ(flow.grain_forces->flows[0].reynolds, 0);
    EXPECT_NEAR(flow.grain_forces->flows[1].reynolds, 0.5, 0.01);
    for (const ForcesOfFlow& forces : flow.grain_forces->flows) {
      EXPECT_NEAR(forces.on_grains[0][along], 1, 1e-6);
      EXPECT_NEAR(forces.on_grains[0][(along + 1) % 3], 0, 1e-9);
      EXPECT_NEAR(drag_times_k(report, flow, forces), 1, 1e-6);
    }
    EXPECT_NEAR(
        flow.grain_forces->drag(flow.grain_forces->flows[0], 0, flow.result.direction, 2 * report.grains[0].radius) /
            flow.grain_forces->total_drag(flow.grain_forces->flows[0], 0, flow.result.direction,
                                          2 * report.grains[0].radius),
        report.image.porosity(), 1e-6);
  }
}

TEST(GrainForces, of_a_bcc_array_are_equal_along_the_flow) {
  const Recipe recipe = recipe_of(GeometryKind::bcc, 16, 0.5);
  const RunReport report = run_flows(generate(recipe), request_for(recipe, 1e-7));
  const ForcesOfFlow& forces = report.flows[0].grain_forces->flows[0];
  ASSERT_EQ(forces.on_grains.size(), 2U);
  EXPECT_NEAR(forces.on_grains[0][0], 0.5, 1e-5);
  EXPECT_NEAR(forces.on_grains[1][0], 0.5, 1e-5);
  EXPECT_EQ(forces.on_rest, (std::array<double, 3>{}));
}

TEST(GrainForces, of_a_packing_add_up_and_their_mean_drag_goes_with_k) {
  const Recipe recipe = recipe_of(GeometryKind::packing, 24, 0.5);
  RunRequest request = request_for(recipe, 1e-5);
  request.directions = {Axis::z};
  const RunReport report = run_flows(generate(recipe), request);
  const FlowReport& flow = report.flows[0];
  const ForcesOfFlow& forces = flow.grain_forces->flows[0];
  ASSERT_GT(forces.on_grains.size(), 8U);
  const std::array<double, 3>& whole = flow.result.measures->wall_force;
  for (std::size_t a = 0; a < 3; ++a)
    EXPECT_NEAR(sum_of(forces, a), whole[a] / (flow.result.force * static_cast<double>(flow.result.fluid_cells)), 1e-9);
  EXPECT_NEAR(sum_of(forces, 2), 1, 1e-3);
  EXPECT_NEAR(drag_times_k(report, flow, forces), 1, 1e-3);
  for (std::size_t i = 0; i < forces.on_grains.size(); ++i)
    EXPECT_GT(flow.grain_forces->total_drag(forces, i, Axis::z, 10), 0) << i;
}

TEST(GrainForces, on_solid_of_no_grain_are_those_on_the_rest) {
  const Recipe recipe = recipe_of(GeometryKind::bcc, 16, 0.6);
  RunRequest request = request_for(recipe, 1e-6);
  request.grains.pop_back();
  const RunReport report = run_flows(generate(recipe), request);
  const GrainForces& forces = *report.flows[0].grain_forces;
  EXPECT_NEAR(forces.flows[0].on_grains[0][0], 0.5, 1e-4);
  EXPECT_NEAR(forces.flows[0].on_rest[0], 0.5, 1e-4);
  EXPECT_NEAR(static_cast<double>(forces.rest_voxels) / static_cast<double>(forces.voxels[0]), 1, 0.01);
}

TEST(GrainForces, are_refused_where_the_grains_are_not_where_the_solid_is) {
  const Recipe recipe = recipe_of(GeometryKind::sc, 16, 0.6);
  RunRequest request = request_for(recipe, 1e-2);
  request.grains[0].x += 8;
  EXPECT_THAT([&] { run_flows(generate(recipe), request); },
              testing::ThrowsMessage<InputError>(testing::HasSubstr("The grains do not fit the image")));
  request.grains = {{0, 0, 0, 0.7}};
  EXPECT_THROW(run_flows(generate(recipe), request), InputError);
  request.grains = {{8, 8, 8, 6}, {0, 0, 0, 0.7}};
  const RunReport report = run_flows(generate(recipe), request);
  EXPECT_THAT(report.warnings, testing::ElementsAre(testing::HasSubstr("1 of 2 grains, grain 2 first")));
}

}  // namespace
}  // namespace perm
