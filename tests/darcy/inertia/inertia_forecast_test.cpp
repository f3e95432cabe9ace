// SPDX-License-Identifier: Apache-2.0
// The forecast of flows with inertia: near what they take, and of twice the cells between closed faces.
#include "darcy/inertia/inertia_forecast.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "darcy/inertia/mirrored_flows.hpp"
#include "darcy/steady_flow.hpp"
#include "geometry/connectivity/connectivity.hpp"
#include "geometry/shapes/recipe.hpp"

namespace perm {
namespace {

PoreSpace spheres() {
  Recipe recipe;
  recipe.kind = GeometryKind::overlap;
  recipe.extent = {20, 18, 16};
  recipe.radius = 5;
  recipe.porosity = 0.7;
  return Connectivity(generate(recipe), face_rules({Boundary::sealed}, Axis::x, recipe.extent).closed())
      .percolating(Axis::x)
      .pores();
}

FlowOptions between(Boundary boundary) {
  FlowOptions options;
  options.boundary.boundary = boundary;
  return options;
}

TEST(InertiaForecast, is_near_what_the_flows_take) {
  const InertiaRequest request{{0.05, 0.3, 1}, {}, 0.1};
  for (const Boundary boundary : {Boundary::periodic, Boundary::sealed}) {
    const PoreSpace pores = spheres();
    const FlowOptions options = between(boundary);
    const RunEstimate estimate = estimate_run(pores, options);
    const InertiaForecast forecast = forecast_inertia(estimate, options, request);
    SolvedFlow creeping = SteadyFlow(pores, options, estimate).run();
    const FlowResult result = creeping.result();
    const InertiaForecast later = forecast_inertia(estimate, options, request, {}, &result);
    const InertialFlows flows = boundary == Boundary::periodic
                                    ? solve_inertial_flows(std::move(creeping), estimate, options, request)
                                    : solve_mirrored_flows(std::move(creeping), pores, options, request);
    ASSERT_EQ(flows.end, InertiaEnd::complete) << flows.why;
    ASSERT_EQ(forecast.flows.size(), 3U);
    double taken = 0;  // by the flows that were asked for
    for (const InertialPoint& point : flows.points)
      if (std::ranges::count(request.reynolds, point.reynolds_asked) > 0) taken += static_cast<double>(point.steps);
    EXPECT_LT(taken, 3 * forecast.steps()) << to_string(boundary);
    EXPECT_GT(taken, forecast.steps() / 3) << to_string(boundary);
    EXPECT_EQ(forecast.image, flows.image);
    ASSERT_EQ(later.flows.size(), 3U);
    EXPECT_LT(taken, 1.7 * later.steps()) << to_string(boundary) << ", the creeping flow is known";
    EXPECT_GT(taken, later.steps() / 1.7) << to_string(boundary) << ", the creeping flow is known";
    EXPECT_NEAR(later.flows.front().tau / flows.points.front().tau, 1, 0.02);
  }
}

TEST(InertiaForecast, between_closed_faces_is_that_of_twice_the_cells) {
  const PoreSpace pores = spheres();
  const FlowOptions options = between(Boundary::mirror);
  const RunEstimate estimate = estimate_run(pores, options);
  const InertiaForecast forecast = forecast_inertia(estimate, options, {{0.1}, {}, 0.1});
  const std::int64_t program = program_bytes(Device::cpu, {});
  EXPECT_EQ(forecast.own_bytes - program, 2 * (estimate.own_bytes_to_solve - program));
  EXPECT_GT(forecast.creeping_seconds, 0);
  EXPECT_DOUBLE_EQ(forecast.flows[0].seconds, 2 * estimate.seconds_a_step * forecast.flows[0].steps);
}

TEST(InertiaForecast, ends_where_a_flow_would_need_smaller_voxels) {
  const PoreSpace pores = spheres();
  FlowOptions options = between(Boundary::periodic);
  options.max_steps = 5000;
  const RunEstimate estimate = estimate_run(pores, options);
  const InertiaForecast forecast = forecast_inertia(estimate, options, {{0.1, 1, 1e4, 1e5}, {}, 0.1});
  ASSERT_EQ(forecast.flows.size(), 2U);
  EXPECT_EQ(forecast.unresolved, 1e4);
  EXPECT_GT(forecast.flows[1].steps, forecast.flows[0].steps);
  EXPECT_LT(forecast.flows[1].tau, forecast.flows[0].tau);
  EXPECT_LE(forecast.flows[1].steps, 5000);
  options.tau = 20;
  EXPECT_EQ(forecast_inertia(estimate, options, {{0.1}, {}, 0.1}).unresolved, 0.1) << "by its Mach number";
}

}  // namespace
}  // namespace perm
