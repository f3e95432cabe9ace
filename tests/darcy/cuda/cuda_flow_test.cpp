// SPDX-License-Identifier: Apache-2.0
// On a GPU the main job gives the CPU's result to the bit, and a flow begun in float16 says how wrong float16 was.
#include <gtest/gtest.h>

#include <cmath>

#include "darcy/overlapping_spheres.hpp"
#include "darcy/steady_flow.hpp"
#include "geometry/connectivity/connectivity.hpp"
#include "geometry/shapes/recipe.hpp"

namespace perm {
namespace {

FlowResult solve(const PoreSpace& pores, Device device, Precision precision, Boundary boundary = Boundary::periodic) {
  FlowOptions options;
  options.boundary.boundary = boundary;
  options.solver.device = device;
  options.solver.precision = precision;
  return SteadyFlow(pores, options, estimate_run(pores, options)).run().result();
}

TEST(CudaFlow, gives_the_permeability_of_the_cpu_to_the_bit) {
  const PoreSpace pores = percolating_spheres(64, 7, 0.4);
  for (const Boundary boundary : {Boundary::periodic, Boundary::mirror, Boundary::sealed, Boundary::pressure}) {
    SCOPED_TRACE(to_string(boundary));
    const FlowResult cpu = solve(pores, Device::cpu, Precision::float32, boundary);
    const FlowResult cuda = solve(pores, Device::cuda, Precision::float32, boundary);
    EXPECT_EQ(cuda.stop, StopReason::converged);
    EXPECT_EQ(cuda.permeability_voxel2, cpu.permeability_voxel2);
    EXPECT_EQ(cuda.steps, cpu.steps);
    EXPECT_EQ(cuda.plane_flux, cpu.plane_flux);
    EXPECT_FALSE(cuda.float16_difference);
  }
}

TEST(CudaFlow, between_closed_faces_may_be_begun_in_float16) {
  const PoreSpace pores = percolating_spheres(64, 7, 0.4);
  for (const Boundary boundary : {Boundary::mirror, Boundary::pressure}) {
    SCOPED_TRACE(to_string(boundary));
    const FlowResult float32 = solve(pores, Device::cuda, Precision::float32, boundary);
    const FlowResult float16 = solve(pores, Device::cuda, Precision::float16, boundary);
    EXPECT_EQ(float16.stop, StopReason::converged);
    EXPECT_GT(float16.float16_steps, 0);
    EXPECT_NEAR(*float16.permeability_voxel2 / *float32.permeability_voxel2, 1, 2e-3);
  }
}

TEST(CudaFlow, begun_in_float16_ends_within_the_tolerance_and_tells_the_difference) {
  const PoreSpace pores = percolating_spheres(64, 7, 0.4);
  const FlowResult float32 = solve(pores, Device::cuda, Precision::float32);
  const FlowResult float16 = solve(pores, Device::cuda, Precision::float16);
  EXPECT_EQ(float16.stop, StopReason::converged);
  EXPECT_LE(float16.iteration_error, 1e-3);
  EXPECT_NEAR(*float16.permeability_voxel2 / *float32.permeability_voxel2, 1, 2e-3);
  EXPECT_GT(float16.float16_steps, 0);
  EXPECT_LT(float16.float16_steps, float16.steps);
  ASSERT_TRUE(float16.float16_difference);
  EXPECT_LT(std::abs(*float16.float16_difference), 0.05);
}

}  // namespace
}  // namespace perm
