// SPDX-License-Identifier: Apache-2.0
#include "darcy/evaluation/permeability_tensor.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include "darcy/steady_flow.hpp"
#include "geometry/connectivity/connectivity.hpp"
#include "geometry/random_pores.hpp"
#include "solver/test_device.hpp"

namespace perm {
namespace {

/// Gives converged flows whose tensor is `raw`, with tau 1 (nu = 1/6) and a force of 1e-6. Nothing is extrapolated.
std::vector<FlowResult> flows_of(const Matrix3& raw) {
  std::vector<FlowResult> flows;
  for (const Axis axis : all_axes) {
    const auto j = static_cast<std::size_t>(axis);
    FlowResult& flow = flows.emplace_back();
    flow.direction = axis;
    flow.stop = StopReason::converged;
    flow.tau = 1;
    flow.force = 1e-6;
    flow.iteration_error = 1e-3;
    flow.permeability_voxel2 = raw[j][j];
    for (std::size_t i = 0; i < 3; ++i) flow.mean_velocity[i] = 6e-6 * raw[i][j];
  }
  return flows;
}

TEST(PermeabilityTensor, has_a_row_a_component_of_flow_and_a_column_a_direction_of_force) {
  const Matrix3 raw{{{4, 1, 0.5}, {0.8, 3, -0.2}, {0.4, -0.3, 2}}};
  std::vector<FlowResult> flows = flows_of(raw);
  std::swap(flows[0], flows[2]);  // in any order
  const auto tensor = make_permeability_tensor(flows);
  ASSERT_TRUE(tensor);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      EXPECT_NEAR(tensor->raw[i][j], raw[i][j], 1e-14);
      EXPECT_NEAR(tensor->symmetric[i][j], (raw[i][j] + raw[j][i]) / 2, 1e-14);
    }
  const double norm2 = 16 + 1 + 0.25 + 0.64 + 9 + 0.04 + 0.16 + 0.09 + 4;
  EXPECT_NEAR(tensor->asymmetry, std::sqrt(2 * (0.2 * 0.2 + 0.1 * 0.1 + 0.1 * 0.1) / norm2), 1e-14);
}

TEST(PermeabilityTensor, has_the_limit_on_its_diagonal_and_the_last_look_beside_it) {
  std::vector<FlowResult> flows = flows_of({{{4, 1, 0}, {1, 3, 0}, {0, 0, 2}}});
  flows[0].permeability_voxel2 = 4.04;
  flows[1].cross_flow = CrossFlow{{12e-6, 0, 0}};  // samples after the look do not count
  const auto tensor = make_permeability_tensor(flows);
  EXPECT_EQ(tensor->raw[0][0], 4.04);
  EXPECT_NEAR(tensor->raw[1][0], 1, 1e-14);
  EXPECT_NEAR(tensor->raw[0][1], 2, 1e-14);
}

TEST(PermeabilityTensor, bounds_each_term_by_the_size_of_one_flow_and_the_change_of_another) {
  std::vector<FlowResult> flows = flows_of({{{4, 1, 0}, {1, 9, 0}, {0, 0, 2}}});
  flows[0].cross_flow = CrossFlow{{}, 5, 60, 1e-4, 2e-4};
  flows[1].cross_flow = CrossFlow{{}, 7, 90, 3e-4, 4e-4};
  const auto tensor = make_permeability_tensor(flows);
  EXPECT_NEAR(tensor->error[0][0], 4e-3, 1e-15);
  EXPECT_NEAR(tensor->error[0][1], 5 * 3e-4 + 60 * 4e-4 / 6 + 6e-3, 1e-15);
  EXPECT_NEAR(tensor->error[1][0], 7 * 1e-4 + 90 * 2e-4 / 6 + 6e-3, 1e-15);
  EXPECT_EQ(tensor->error[2][0], std::numeric_limits<double>::infinity()) << "there was no look along z";
}

TEST(PermeabilityTensor, finds_principal_values_largest_first_and_their_axes) {
  // The principal values are 1, 4 and 2 along (3, 4, 0)/5, (-4, 3, 0)/5 and z.
  const auto tensor = make_permeability_tensor(flows_of({{{2.92, -1.44, 0}, {-1.44, 2.08, 0}, {0, 0, 2}}}));
  EXPECT_NEAR(tensor->principal[0], 4, 1e-13);
  EXPECT_NEAR(tensor->principal[1], 2, 1e-13);
  EXPECT_NEAR(tensor->principal[2], 1, 1e-13);
  const Matrix3 axes{{{0.8, -0.6, 0}, {0, 0, 1}, {-0.6, -0.8, 0}}};  // right-handed
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t a = 0; a < 3; ++a) EXPECT_NEAR(tensor->axes[k][a], axes[k][a], 1e-13) << k << a;
}

TEST(PermeabilityTensor, has_a_row_and_a_column_of_zeros_where_nothing_percolates) {
  std::vector<FlowResult> flows = flows_of({{{4, 0, 0.5}, {0.3, 0, 0.4}, {0.5, 0, 2}}});
  flows[1] = FlowResult{};
  flows[1].direction = Axis::y;
  flows[1].stop = StopReason::not_percolating;
  flows[1].permeability_voxel2 = 0.0;
  const auto tensor = make_permeability_tensor(flows);
  ASSERT_TRUE(tensor);
  for (std::size_t i = 0; i < 3; ++i) {
    for (const double value : {tensor->raw[i][1], tensor->raw[1][i], tensor->error[i][1], tensor->error[1][i]})
      EXPECT_EQ(value, 0);
  }
  EXPECT_NEAR(tensor->principal[2], 0, 1e-14);
  for (FlowResult& flow : flows) {
    flow.stop = StopReason::not_percolating;
    flow.permeability_voxel2 = 0.0;
  }
  EXPECT_EQ(make_permeability_tensor(flows)->asymmetry, 0);
}

TEST(PermeabilityTensor, does_not_exist_for_a_flow_that_diverged_or_was_not_asked_for) {
  std::vector<FlowResult> flows = flows_of({{{4, 0, 0}, {0, 3, 0}, {0, 0, 2}}});
  flows[2].stop = StopReason::diverged;
  flows[2].permeability_voxel2.reset();
  EXPECT_FALSE(make_permeability_tensor(flows));
  flows.resize(1);
  EXPECT_FALSE(make_permeability_tensor(flows));
}

TEST(PermeabilityTensor, of_two_flows_has_what_they_know_and_no_number_elsewhere) {
  const Matrix3 raw{{{4, 1, 0.5}, {0.8, 3, -0.2}, {0.4, -0.3, 2}}};
  for (std::size_t missing = 0; missing < 3; ++missing) {
    std::vector<FlowResult> flows = flows_of(raw);
    flows.erase(flows.begin() + static_cast<std::ptrdiff_t>(missing));
    const auto tensor = make_permeability_tensor(flows);
    ASSERT_TRUE(tensor);
    double difference2 = 0;
    double norm2 = 0;
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) {
        EXPECT_TRUE(std::isnan(tensor->axes[i][j]));
        if (i == missing || j == missing) {
          EXPECT_TRUE(std::isnan(tensor->raw[i][j])) << i << j;
          EXPECT_TRUE(std::isnan(tensor->symmetric[i][j])) << i << j;
          continue;
        }
        EXPECT_NEAR(tensor->raw[i][j], raw[i][j], 1e-14);
        EXPECT_NEAR(tensor->symmetric[i][j], (raw[i][j] + raw[j][i]) / 2, 1e-14);
        difference2 += (raw[i][j] - raw[j][i]) * (raw[i][j] - raw[j][i]);
        norm2 += raw[i][j] * raw[i][j];
      }
    EXPECT_NEAR(tensor->asymmetry, std::sqrt(difference2 / norm2), 1e-14);
    EXPECT_TRUE(std::isnan(tensor->principal[0]));
    const std::size_t known = (missing + 1) % 3;
    EXPECT_TRUE(std::isnan(tensor->error[missing][known]) && std::isnan(tensor->error[known][missing]));
    EXPECT_FALSE(std::isnan(tensor->error[known][known]));
  }
}

FlowOptions precise(Axis axis) {
  FlowOptions options;
  options.direction = axis;
  options.tau = 0.9;
  options.tolerance = 1e-9;
  options.goal = Goal::flow;
  options.solver.precision = Precision::float64;
  options.solver.threads = 1;
  options.solver.device = device_under_test();
  return options;
}

PermeabilityTensor solve_tensor(const PoreSpace& pores, Method method = Method::pressure) {
  std::vector<FlowResult> flows;
  for (const Axis axis : all_axes) {
    const PoreSpace conducting = Connectivity(pores).percolating(axis).pores();
    FlowOptions options = precise(axis);
    options.method = method;
    flows.push_back(SteadyFlow(conducting, options, estimate_run(conducting, options)).run().result());
    EXPECT_EQ(flows.back().stop, StopReason::converged);
  }
  return *make_permeability_tensor(flows);
}

/// Makes noise of cuboids of 2 x 1 x 3 voxels, which is small and very anisotropic.
PoreSpace anisotropic_noise() {
  std::mt19937 random(83);
  const PoreSpace noise = random_pores({7, 11, 4}, 0.62, random);
  PoreSpace pores({14, 11, 12});
  for (std::int64_t z = 0; z < 12; ++z)
    for (std::int64_t y = 0; y < 11; ++y)
      for (std::int64_t x = 0; x < 14; ++x)
        if (noise.is_pore(x / 2, y, z / 3)) pores.set_pore(x, y, z);
  return pores;
}

/// Turns an image: axis a of the turned image is axis from[a] of the image before, reversed where sign is -1.
struct Turn {
  const char* name;
  std::array<std::size_t, 3> from;
  std::array<int, 3> sign;
};

PoreSpace turned(const PoreSpace& pores, const Turn& turn) {
  const std::array<std::int64_t, 3> n{pores.extent().nx, pores.extent().ny, pores.extent().nz};
  PoreSpace image({n[turn.from[0]], n[turn.from[1]], n[turn.from[2]]});
  for (std::int64_t z = 0; z < n[2]; ++z)
    for (std::int64_t y = 0; y < n[1]; ++y)
      for (std::int64_t x = 0; x < n[0]; ++x) {
        if (!pores.is_pore(x, y, z)) continue;
        const std::array<std::int64_t, 3> from{x, y, z};
        std::array<std::int64_t, 3> to{};
        for (std::size_t a = 0; a < 3; ++a)
          to[a] = turn.sign[a] > 0 ? from[turn.from[a]] : n[turn.from[a]] - 1 - from[turn.from[a]];
        image.set_pore(to[0], to[1], to[2]);
      }
  return image;
}

TEST(PermeabilityTensor, of_a_turned_or_mirrored_image_is_the_turned_or_mirrored_tensor) {
  const PoreSpace pores = anisotropic_noise();
  const PermeabilityTensor tensor = solve_tensor(pores, Method::plain);
  EXPECT_GT(std::abs(tensor.raw[0][1]), 1e-3 * tensor.raw[0][0]);  // there is something to turn
  EXPECT_GT(std::abs(tensor.raw[0][2]), 1e-3 * tensor.raw[0][0]);
  EXPECT_GT(std::abs(tensor.raw[1][2]), 1e-3 * tensor.raw[0][0]);
  for (const Turn& turn : {Turn{"about x", {0, 2, 1}, {1, -1, 1}}, Turn{"about y", {2, 1, 0}, {1, 1, -1}},
                           Turn{"about z", {1, 0, 2}, {-1, 1, 1}}, Turn{"mirrored along x", {0, 1, 2}, {-1, 1, 1}}}) {
    SCOPED_TRACE(turn.name);
    // Blocks of the pressure of voxels begin at a corner of the image, which is another one when it is turned.
    for (const auto& [method, near] : {std::pair(Method::plain, 1e-10), std::pair(Method::pressure, 1e-8)}) {
      const PermeabilityTensor image = solve_tensor(turned(pores, turn), method);
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
          EXPECT_NEAR(image.raw[i][j], turn.sign[i] * turn.sign[j] * tensor.raw[turn.from[i]][turn.from[j]],
                      near * tensor.principal[0]);
      for (std::size_t k = 0; k < 3; ++k)
        EXPECT_NEAR(image.principal[k], tensor.principal[k], near * tensor.principal[0]);
    }
  }
}

TEST(PermeabilityTensor, of_a_periodic_image_is_symmetric_as_far_as_its_flows_are_steady) {
  EXPECT_LT(solve_tensor(anisotropic_noise()).asymmetry, 1e-8);
}

TEST(PermeabilityTensor, of_gaps_across_the_diagonal_is_that_of_smooth_gaps_along_them_and_0_across) {
  PoreSpace pores({12, 12, 5});
  for (std::int64_t z = 0; z < 5; ++z)
    for (std::int64_t y = 0; y < 12; ++y)
      for (std::int64_t x = 0; x < 12; ++x)
        if ((x - y + 12) % 12 < 6) pores.set_pore(x, y, z);
  const PermeabilityTensor tensor = solve_tensor(pores);
  const double half = std::sqrt(0.5);
  // Along z the gaps are smooth, along (1, 1, 0) they are stairs, of which the flow knows nothing.
  const std::array<double, 3> across{-half, half, 0};
  for (std::size_t a = 0; a < 3; ++a) EXPECT_NEAR(std::abs(tensor.axes[2][a]), std::abs(across[a]), 1e-6) << a;
  EXPECT_NEAR(tensor.axes[2][0], -tensor.axes[2][1], 1e-6);
  EXPECT_NEAR(tensor.principal[2], 0, 1e-9 * tensor.principal[0]);
  EXPECT_NEAR(tensor.principal[1], tensor.principal[0], 1e-8 * tensor.principal[0]);
}

}  // namespace
}  // namespace perm
