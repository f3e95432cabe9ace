// SPDX-License-Identifier: Apache-2.0
// What a flow says of its end is true: "converged" only under a bound that met the tolerance, an estimate where inertia
// allows no bound, no K where there cannot be one, and K of BGK at the viscosity that it names.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <vector>

#include "core/errors.hpp"
#include "darcy/evaluation/permeability_tensor.hpp"
#include "darcy/overlapping_spheres.hpp"
#include "darcy/steady_flow.hpp"
#include "families/family.hpp"
#include "geometry/connectivity/connectivity.hpp"
#include "solver/test_device.hpp"

namespace perm {
namespace {

FlowResult solve(const PoreSpace& pores, FlowOptions options) {
  options.solver.device = device_under_test();
  return SteadyFlow(pores, options, estimate_run(pores, options)).run().result();
}

TEST(StatedLimits, of_bgk_are_those_at_tau_1_whatever_the_start_and_the_tolerance) {
  const PoreSpace pores = percolating_spheres(40, 5, 0.25);
  FlowOptions options;
  options.solver.collision = Collision::bgk;
  options.tau = 1.0;
  options.tolerance = 1e-4;
  const FlowResult known = solve(pores, options);
  options.tau.reset();
  for (const double tolerance : {1e-2, 1e-3}) {
    options.tolerance = tolerance;
    const FlowResult flow = solve(pores, options);
    EXPECT_EQ(flow.tau, 1);
    EXPECT_LE(std::abs(*flow.permeability_voxel2 / *known.permeability_voxel2 - 1),
              flow.iteration_error + known.iteration_error)
        << tolerance;
  }
}

TEST(StatedLimits, of_flows_with_weak_inertia_hold_where_slow_pressure_hides) {
  const PoreSpace pores = families::make_image(families::Family::cavity, 4).pores;
  constexpr double truth = 0.01105878381832024;  // to 1e-6, by the equations: validation/results/hard_cases_truth.csv
  FlowOptions options;
  options.solver.equilibrium = Equilibrium::quadratic;
  options.tolerance = 1e-2;
  const FlowResult flow = solve(pores, options);
  EXPECT_EQ(flow.stop, StopReason::converged);
  EXPECT_LE(std::abs(*flow.permeability_voxel2 / truth - 1), flow.iteration_error);
}

TEST(StatedLimits, of_a_flow_with_strong_inertia_are_an_estimate) {
  FlowOptions options;
  options.solver.equilibrium = Equilibrium::quadratic;
  options.tau = 0.6;
  options.force = 1e-3;
  const FlowResult flow = solve(percolating_spheres(24, 5, 0.6), options);
  EXPECT_EQ(flow.stop, StopReason::estimated);
  EXPECT_GT(*flow.permeability_voxel2, 0);
  EXPECT_EQ(flow.iteration_error, std::numeric_limits<double>::infinity());
}

TEST(StatedLimits, are_missed_by_a_bound_that_is_mostly_rounding) {
  PoreSpace pores(Extent{24, 24, 24});
  for (std::int64_t i = 1; i < pores.extent().voxels(); ++i) pores.set_pore(i % 24, i / 24 % 24, i / 576);
  FlowOptions options;
  options.tolerance = 2e-5;
  const FlowResult flow = solve(pores, options);
  EXPECT_GT(flow.iteration_error, options.tolerance);
  EXPECT_EQ(flow.stop, StopReason::rounding);
  options.solver.precision = Precision::float64;
  EXPECT_EQ(solve(pores, options).stop, StopReason::converged);
}

TEST(StatedLimits, are_none_where_k_is_still_below_0) {
  const PoreSpace pores = families::make_image(families::Family::cavity, 4).pores;
  FlowOptions options;
  options.tau = 0.8;
  bool was_below = false;
  for (const std::int64_t steps : {4, 10}) {
    options.max_steps = steps;
    const FlowResult flow = solve(pores, options);
    EXPECT_EQ(flow.stop, StopReason::step_limit);
    was_below = was_below || !flow.permeability_voxel2;
    if (flow.permeability_voxel2) {
      EXPECT_GT(*flow.permeability_voxel2, 0) << steps;
    } else {
      EXPECT_EQ(flow.iteration_error, std::numeric_limits<double>::infinity());
    }
  }
  EXPECT_TRUE(was_below) << "the image no longer shows what it was made for";
}

TEST(StatedLimits, of_a_force_too_small_for_float32_are_refused) {
  FlowOptions options;
  const PoreSpace pores = percolating_spheres(16, 4, 0.5);
  const double known = *solve(pores, options).permeability_voxel2;
  options.force = 1e-20;
  EXPECT_NEAR(*solve(pores, options).permeability_voxel2 / known, 1, 1e-5);
  for (const double force : {1e-29, -1e-44, 0.0}) {
    options.force = force;
    EXPECT_THROW(solve(pores, options), InputError) << force;
  }
}

/// Gives the tensor of an image whose faces are periodic.
PermeabilityTensor tensor_of(const PoreSpace& pores, double tolerance, Precision precision) {
  std::vector<FlowResult> flows;
  for (const Axis axis : all_axes) {
    const PoreSpace conducting = Connectivity(pores).percolating(axis).pores();
    FlowResult& flow = flows.emplace_back();
    flow.direction = axis;
    flow.stop = StopReason::not_percolating;
    flow.permeability_voxel2 = 0;
    flow.iteration_error = 0;
    if (conducting.count_pores() == 0) continue;
    FlowOptions options;
    options.direction = axis;
    options.goal = Goal::flow;
    options.tolerance = tolerance;
    options.solver.precision = precision;
    flow = solve(conducting, options);
  }
  return *make_permeability_tensor(flows);
}

/// Closes the plane x = 0 but for some holes, given as y.
PoreSpace with_closed_plane(PoreSpace pores, std::initializer_list<std::int64_t> holes) {
  for (std::int64_t z = 0; z < pores.extent().nz; ++z)
    for (std::int64_t y = 0; y < pores.extent().ny; ++y) pores.set_solid(0, y, z);
  for (const std::int64_t y : holes) {
    const std::int64_t n = pores.extent().nx;
    for (const std::int64_t x : {n - 2, n - 1, std::int64_t{0}, std::int64_t{1}}) pores.set_pore(x, y, y);
  }
  return pores;
}

TEST(StatedLimits, of_terms_across_the_force_hold_behind_planes_that_are_closed_or_nearly_so) {
  for (const std::uint64_t seed : {1U, 2U})
    for (const bool has_holes : {false, true}) {
      const PoreSpace spheres = percolating_spheres(15, 3, 0.55, seed);
      const PoreSpace pores = has_holes ? with_closed_plane(spheres, {4, 10}) : with_closed_plane(spheres, {});
      const PermeabilityTensor known = tensor_of(pores, 1e-7, Precision::float64);
      const PermeabilityTensor tensor = tensor_of(pores, 1e-2, Precision::float32);
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) {
          SCOPED_TRACE(testing::Message() << "seed " << seed << " holes " << has_holes << ' ' << i << j);
          EXPECT_LE(std::abs(tensor.raw[i][j] - known.raw[i][j]), tensor.error[i][j] + known.error[i][j]);
          EXPECT_LT(tensor.error[i][j], 0.3 * tensor.principal[0]);
          if (!has_holes && (i == 0 || j == 0)) {
            EXPECT_EQ(tensor.error[i][j], 0) << "nothing crosses the plane";
          }
        }
    }
}

}  // namespace
}  // namespace perm
