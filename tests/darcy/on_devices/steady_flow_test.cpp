// SPDX-License-Identifier: Apache-2.0
// A flow that goes on with the lattice of an earlier one is the flow of a new lattice, and flows side by side do not
// know of each other.
#include "darcy/steady_flow.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <thread>
#include <utility>
#include <vector>

#include "darcy/overlapping_spheres.hpp"
#include "solver/test_device.hpp"

namespace perm {
namespace {

TEST(SteadyFlow, that_goes_on_along_another_axis_is_that_of_a_new_lattice) {
  const PoreSpace pores = percolating_spheres(32, 5, 0.4);
  const PoreSurvey survey{PoreSlab(pores)};
  const auto options_along = [](Axis axis) {
    FlowOptions options;
    options.tolerance = 1e-3;
    options.method = Method::plain;
    options.solver.precision = Precision::float32;
    options.solver.device = device_under_test();
    options.direction = axis;
    return options;
  };
  const RunEstimate along_x = estimate_run(pores, survey, options_along(Axis::x));
  SolvedFlow solved = SteadyFlow(pores, options_along(Axis::x), along_x).run();
  EXPECT_EQ(along_x.tau, estimate_run(pores, options_along(Axis::x)).tau);
  for (const Axis axis : {Axis::y, Axis::z, Axis::x}) {
    const RunEstimate estimate = estimate_run(pores, survey, options_along(axis));
    ASSERT_TRUE(solved.can_serve(options_along(axis)));
    solved = SteadyFlow(std::move(solved), pores, options_along(axis), estimate).run();
    const FlowResult& again = solved.result();
    const FlowResult fresh = SteadyFlow(pores, options_along(axis), estimate).run().result();
    EXPECT_EQ(again.direction, axis);
    EXPECT_EQ(again.permeability_voxel2, fresh.permeability_voxel2);
    EXPECT_EQ(again.mean_velocity, fresh.mean_velocity);
    EXPECT_EQ(again.steps, fresh.steps);
    EXPECT_EQ(again.plane_flux, fresh.plane_flux);
    EXPECT_EQ(again.measures->dissipation_voxel2, fresh.measures->dissipation_voxel2);
  }
}

TEST(SteadyFlow, side_by_side_gives_what_it_gives_alone) {
  constexpr std::size_t flows = 8;
  std::vector<PoreSpace> pores;
  for (std::size_t i = 0; i < flows; ++i) pores.push_back(percolating_spheres(20 + 3 * static_cast<int>(i), 5, 0.5));
  const auto solve = [&pores](std::size_t i) {
    FlowOptions options;
    options.direction = std::array{Axis::x, Axis::y, Axis::z}[i % 3];
    options.solver.device = device_under_test();
    options.solver.threads = 1;
    return SteadyFlow(pores[i], options, estimate_run(pores[i], options)).run().result();
  };
  std::vector<FlowResult> together(flows);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < flows; ++i) threads.emplace_back([&, i] { together[i] = solve(i); });
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < flows; ++i) {
    SCOPED_TRACE(i);
    const FlowResult alone = solve(i);
    EXPECT_EQ(together[i].permeability_voxel2, alone.permeability_voxel2);
    EXPECT_EQ(together[i].mean_velocity, alone.mean_velocity);
    EXPECT_EQ(together[i].steps, alone.steps);
    EXPECT_EQ(together[i].plane_flux, alone.plane_flux);
    EXPECT_EQ(together[i].measures->dissipation_voxel2, alone.measures->dissipation_voxel2);
  }
}

}  // namespace
}  // namespace perm
