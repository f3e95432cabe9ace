// SPDX-License-Identifier: Apache-2.0
#include "solver/scaling/benchmark.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace perm {
namespace {

TEST(Benchmark, of_an_empty_box_gives_positive_numbers_that_fit_together) {
  PoreSpace pores({128, 128, 128});
  pores.fill_with_pore();
  SolverSettings settings;
  settings.threads = 2;
  const BenchmarkResult result = run_benchmark(pores, settings, 0.3);
  EXPECT_EQ(result.fluid_cells, 128 * 128 * 128);
  EXPECT_GE(result.steps, 2);
  EXPECT_EQ(result.steps % 2, 0);
  EXPECT_GE(result.seconds, 0.1);
  EXPECT_GT(result.mflups, 0);
  EXPECT_GT(result.bandwidth_gb_s, 0);
  EXPECT_TRUE(std::isfinite(result.mflups));
  EXPECT_TRUE(std::isfinite(result.bandwidth_gb_s));
  // A step reads and writes 19 float32; every other step reads link bitmasks of 2.25 bytes, and 8 bytes for 32 voxels.
  EXPECT_NEAR(result.bytes_per_update, 2 * 19 * 4 + (2.25 + 0.25) / 2, 1e-12);
  EXPECT_NEAR(result.fraction_of_limit, result.mflups * 1e6 * result.bytes_per_update / (result.bandwidth_gb_s * 1e9),
              1e-9);
  EXPECT_GE(result.bytes_per_fluid_cell, 19 * 4 + 2);
  EXPECT_LE(result.bytes_per_fluid_cell, 84);
  EXPECT_EQ(result.device, "cpu");
  EXPECT_NE(result.description.find("2 threads"), std::string::npos) << result.description;
}

}  // namespace
}  // namespace perm
