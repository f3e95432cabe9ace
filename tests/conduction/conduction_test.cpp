// SPDX-License-Identifier: Apache-2.0
// The bounds lie where the oracle says: the upper one between the least powers of the voxels and of half their size,
// the lower one below what fluxes of half their size say at most.
#include "conduction/conduction.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "conduction/slow_conduction.hpp"

namespace perm {
namespace {

TEST(ConductionBounds, lie_between_those_of_the_oracle_for_the_same_and_for_half_the_voxel_size) {
  double least_ratio = 1e9;
  double most_ratio = 0;
  for_each_small_body(75, [&](const Body& body, unsigned) {
    const ConductionBounds bounds = bound_conduction(body.pores, body.rules, body.along, 1e-7, team_of(1));
    EXPECT_LE(bounds.upper, least_by_potentials(body) * (1 + 1e-5));
    EXPECT_GE(bounds.upper, least_by_potentials(refined(body, 2)) * (1 - 1e-5));
    EXPECT_LE(bounds.lower, most_by_fluxes(refined(body, 2)) * (1 + 1e-6));
    EXPECT_LE(bounds.lower, bounds.upper * (1 + 1e-6));
    EXPECT_TRUE(bounds.is_done);
    // Their start is not the best of its kind (OpenFaces). In 4000 bodies the step always made good for it: 1 to 1.2.
    const double ratio = bounds.lower / most_by_fluxes(body);
    EXPECT_GE(ratio, 1 - 1e-5);
    least_ratio = std::min(least_ratio, ratio);
    most_ratio = std::max(most_ratio, ratio);
  });
  RecordProperty("least_ratio", std::to_string(least_ratio));
  RecordProperty("most_ratio", std::to_string(most_ratio));
}

TEST(ConductionBounds, know_the_mean_flux_of_the_oracle) {
  for_each_small_body(25, [](const Body& body, unsigned) {
    const ConductionBounds bounds = bound_conduction(body.pores, body.rules, body.along, 1e-7, team_of(1));
    const auto along = static_cast<std::size_t>(body.along);
    EXPECT_GT(bounds.flux[along], 0);
    EXPECT_LE(bounds.flux[along], bounds.upper * (1 + 1e-5));
    EXPECT_GE(bounds.flux[along], 0.8 * bounds.lower);
    const SlowFluxes fluxes(body);
    const Values best = fluxes.solve();
    for (std::size_t axis = 0; axis < 3; ++axis)
      EXPECT_NEAR(bounds.flux[axis], slow_dot(fluxes.means(axis), best) / fluxes.voxels.volume(), 0.25 * bounds.upper);
  });
}

TEST(ConductionBounds, are_wider_and_still_true_where_the_iteration_leaves_more) {
  for_each_small_body(15, [](const Body& body, unsigned) {
    const ConductionBounds near = bound_conduction(body.pores, body.rules, body.along, 1e-7, team_of(1));
    const ConductionBounds far = bound_conduction(body.pores, body.rules, body.along, 0.1, team_of(1));
    EXPECT_LE(far.iterations, near.iterations);
    EXPECT_LE(far.lower, least_by_potentials(refined(body, 2)) * (1 + 1e-6));
    EXPECT_GE(far.upper, most_by_fluxes(refined(body, 2)) * (1 - 1e-6));
    EXPECT_LE(far.lower, near.upper * (1 + 1e-6));
    EXPECT_GE(far.upper, near.lower * (1 - 1e-6));
  });
}

TEST(ConductionBounds, turn_with_the_image) {
  const OneThread one_thread;
  for (unsigned seed = 1; seed < 15; ++seed) {
    std::mt19937 random(seed);
    const PoreSpace pores = random_pores({6, 5, 4}, 0.7, random);
    PoreSpace turned({4, 6, 5});  // x, y, z become y, z, x
    for (std::int64_t z = 0; z < 4; ++z)
      for (std::int64_t y = 0; y < 5; ++y)
        for (std::int64_t x = 0; x < 6; ++x)
          if (pores.is_pore(x, y, z)) turned.set_pore(z, x, y);
    for (const Boundary boundary : {Boundary::periodic, Boundary::mirror}) {
      const Body body = percolating(body_between(pores, boundary, Axis::x));
      const Body other = percolating(body_between(turned, boundary, Axis::y));
      if (body.pores.count_pores() == 0) continue;
      const ConductionBounds one = bound_conduction(body.pores, body.rules, Axis::x, 1e-8, team_of(1));
      const ConductionBounds two = bound_conduction(other.pores, other.rules, Axis::y, 1e-8, team_of(1));
      EXPECT_NEAR(one.lower, two.lower, 1e-5 * one.upper) << seed;
      EXPECT_NEAR(one.upper, two.upper, 1e-5 * one.upper) << seed;
      EXPECT_NEAR(one.gain_of_walls, two.gain_of_walls, 1e-3 * one.upper) << seed;
      for (std::size_t axis = 0; axis < 3; ++axis)
        EXPECT_NEAR(one.flux[axis], two.flux[(axis + 1) % 3], 1e-3 * one.upper) << seed;
    }
  }
}

}  // namespace
}  // namespace perm
