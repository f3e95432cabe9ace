// SPDX-License-Identifier: Apache-2.0
// The permeability does not depend on tau, the force, the precision, or how the image is mirrored or repeated.
#include <gtest/gtest.h>

#include <cmath>

#include "darcy/overlapping_spheres.hpp"
#include "darcy/steady_flow.hpp"
#include "geometry/connectivity/connectivity.hpp"
#include "geometry/shapes/recipe.hpp"
#include "solver/test_device.hpp"

namespace perm {
namespace {

double permeability(const PoreSpace& pores, const FlowOptions& options) {
  const FlowResult result = SteadyFlow(pores, options, estimate_run(pores, options)).run().result();
  EXPECT_EQ(result.stop, StopReason::converged);
  return result.permeability_voxel2.value_or(0);
}

FlowOptions precise() {
  FlowOptions options;
  options.tolerance = 1e-6;
  options.tau = 1.0;
  options.solver.precision = Precision::float64;
  options.solver.device = device_under_test();
  return options;
}

TEST(Permeability, with_trt_is_the_same_for_tau_055_07_1_and_2_to_1e_4) {
  const PoreSpace pores = percolating_spheres(32, 5, 0.4);
  const double at_one = permeability(pores, precise());
  for (const double tau : {0.55, 0.7, 2.0}) {
    FlowOptions options = precise();
    options.tau = tau;
    EXPECT_NEAR(permeability(pores, options) / at_one, 1, 1e-4) << "tau " << tau;
  }
}

TEST(Permeability, with_bgk_depends_on_tau) {
  const PoreSpace pores = percolating_spheres(32, 5, 0.4);
  FlowOptions options = precise();
  options.solver.collision = Collision::bgk;
  options.tau = 0.6;
  const double low = permeability(pores, options);
  options.tau = 1.5;
  EXPECT_GT(permeability(pores, options) / low, 1.05);
}

TEST(Permeability, with_the_linear_equilibrium_does_not_depend_on_the_force_to_1e_6) {
  const PoreSpace pores = percolating_spheres(32, 5, 0.4);
  for (const Precision precision : {Precision::float32, Precision::float64}) {
    FlowOptions options = precise();
    options.solver.precision = precision;
    options.tolerance = 1e-3;  // the same samples decide, whatever the force
    const double reference = permeability(pores, options);
    for (const double force : {1e-12, 3.7e-3, 0.1, -1e-6}) {
      options.force = force;
      EXPECT_NEAR(permeability(pores, options) / reference, 1, 1e-6) << to_string(precision) << " force " << force;
    }
  }
}

TEST(Permeability, with_the_quadratic_equilibrium_approaches_that_of_the_linear_at_small_force) {
  const PoreSpace pores = percolating_spheres(32, 5, 0.5);
  FlowOptions options = precise();
  const double linear = permeability(pores, options);
  options.solver.equilibrium = Equilibrium::quadratic;
  options.force = 1e-8;
  EXPECT_NEAR(permeability(pores, options) / linear, 1, 1e-5);
}

TEST(Permeability, in_float32_agrees_with_float64_to_1e_5) {
  const PoreSpace pores = percolating_spheres(32, 5, 0.3);
  FlowOptions options = precise();
  options.tolerance = 1e-5;
  const double in_float64 = permeability(pores, options);
  options.solver.precision = Precision::float32;
  EXPECT_NEAR(permeability(pores, options) / in_float64, 1, 1e-5);
}

TEST(Permeability, is_that_of_the_mirrored_image) {
  const PoreSpace pores = percolating_spheres(32, 5, 0.4);
  const Extent extent = pores.extent();
  PoreSpace mirrored(extent);
  for (std::int64_t z = 0; z < extent.nz; ++z)
    for (std::int64_t y = 0; y < extent.ny; ++y)
      for (std::int64_t x = 0; x < extent.nx; ++x)
        if (pores.is_pore(x, y, z)) mirrored.set_pore(extent.nx - 1 - x, extent.ny - 1 - y, extent.nz - 1 - z);
  EXPECT_NEAR(permeability(mirrored, precise()) / permeability(pores, precise()), 1, 1e-6);
}

TEST(Permeability, of_the_image_repeated_is_that_of_the_image) {
  const PoreSpace pores = percolating_spheres(32, 5, 0.4);
  const Extent extent = pores.extent();
  PoreSpace repeated({2 * extent.nx, extent.ny, extent.nz});
  for (std::int64_t z = 0; z < extent.nz; ++z)
    for (std::int64_t y = 0; y < extent.ny; ++y)
      for (std::int64_t x = 0; x < 2 * extent.nx; ++x)
        if (pores.is_pore(x % extent.nx, y, z)) repeated.set_pore(x, y, z);
  EXPECT_NEAR(permeability(repeated, precise()) / permeability(pores, precise()), 1, 1e-6);
}

}  // namespace
}  // namespace perm
