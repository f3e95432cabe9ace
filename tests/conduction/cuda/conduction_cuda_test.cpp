// SPDX-License-Identifier: Apache-2.0
// A GPU finds what bodies conduct with the bits of the CPU.
#include "conduction/cuda/conduction_cuda.hpp"

#include <gtest/gtest.h>

#include <string>

#include "conduction/small_bodies.hpp"

namespace perm {
namespace {

void expect_same_conduction(const Body& body, unsigned seed, const IterationShares& shares) {
  SCOPED_TRACE("seed " + std::to_string(seed) + ": " + describe(body));
  const ConductionBounds host = bound_conduction(body.pores, body.rules, body.along, shares, team_of(1));
  const ConductionBounds gpu = bound_conduction_cuda(body.pores, body.rules, body.along, shares);
  EXPECT_EQ(host.iterations, gpu.iterations);
  EXPECT_EQ(host.lower, gpu.lower);
  EXPECT_EQ(host.flux, gpu.flux);
  EXPECT_EQ(host.upper, gpu.upper);
  EXPECT_EQ(host.gain_of_walls, gpu.gain_of_walls);
  EXPECT_EQ(host.lambda, gpu.lambda);
  EXPECT_EQ(host.is_done, gpu.is_done);
}

TEST(ConductionCuda, has_the_bits_of_the_cpu_for_small_bodies) {
  for_each_small_body(300, [](const Body& body, unsigned seed) { expect_same_conduction(body, seed, 1e-4); });
}

TEST(ConductionCuda, has_them_after_few_iterations) {
  for_each_small_body(100, [](const Body& body, unsigned seed) { expect_same_conduction(body, seed, 0.1); });
}

TEST(ConductionCuda, has_them_for_bodies_of_many_blocks) {
  const OneThread one_thread;
  for (unsigned seed = 1; seed <= 24; ++seed) {
    const Body body = percolating(draw_body(seed, 80));
    if (body.pores.count_pores() > 0) expect_same_conduction(body, seed, 1e-4);
  }
}

}  // namespace
}  // namespace perm
