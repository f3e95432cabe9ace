// SPDX-License-Identifier: Apache-2.0
// Bounds are those of the body, not of its voxels: in voxels of a quarter of the size they lie within those of the
// image, for noise and for contacts by edges and corners, between all faces.
#include <gtest/gtest.h>

#include "conduction/conduction.hpp"
#include "conduction/small_bodies.hpp"

namespace perm {
namespace {

TEST(ConductionBounds, hold_the_values_of_finer_voxels_of_the_same_body) {
  const OneThread one_thread;
  int found = 0;
  for (unsigned seed = 1000; found < 40; ++seed) {
    const Body body = percolating(draw_body(seed, 6));
    const Body fine = percolating(refined(draw_body(seed, 6), 4));
    ASSERT_EQ(body.pores.count_pores() * 64, fine.pores.count_pores()) << seed;
    if (body.pores.count_pores() == 0) continue;
    ++found;
    SCOPED_TRACE("seed " + std::to_string(seed) + ": " + describe(body));
    const ConductionBounds a = bound_conduction(body.pores, body.rules, body.along, 1e-7, team_of(1));
    const ConductionBounds b = bound_conduction(fine.pores, fine.rules, fine.along, 1e-7, team_of(1));
    const double rounding = 1e-6 * b.upper;
    EXPECT_LE(a.lower, b.lower + rounding);
    EXPECT_LE(b.lower, b.upper + rounding);
    EXPECT_LE(b.upper, a.upper + rounding);
    EXPECT_GT(a.lower, 0);
    EXPECT_TRUE(a.is_done && b.is_done);
  }
}

}  // namespace
}  // namespace perm
