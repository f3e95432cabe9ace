// SPDX-License-Identifier: Apache-2.0
// The oracle gives what is known without it: bare fluid conducts 1, ducts their share, a smaller voxel narrows both
// bounds, and a squeezed duct conducts as resistors do at most.
#include "conduction/slow_conduction.hpp"

#include <gtest/gtest.h>

#include "conduction/slow_steps.hpp"

namespace perm {
namespace {

TEST(SlowConduction, of_bare_fluid_is_1) {
  for (const Boundary boundary : {Boundary::periodic, Boundary::mirror, Boundary::sealed, Boundary::pressure})
    for (const Extent& n : {Extent{1, 1, 1}, Extent{2, 1, 3}, Extent{3, 4, 2}}) {
      PoreSpace pores(n);
      pores.fill_with_pore();
      for (const Axis along : all_axes) {
        const Body body = body_between(pores, boundary, along);
        EXPECT_NEAR(least_by_potentials(body), 1, 1e-12) << describe(body);
        EXPECT_NEAR(most_by_fluxes(body), 1, 1e-12) << describe(body);
      }
    }
}

TEST(SlowConduction, bounds_are_in_order_and_narrower_in_smaller_voxels) {
  for_each_small_body(15, [](const Body& body, unsigned) {
    const Body fine = refined(body, 2);
    const double least = least_by_potentials(body);
    const double finer_least = least_by_potentials(fine);
    const double most = most_by_fluxes(body);
    const double finer_most = most_by_fluxes(fine);
    EXPECT_LE(finer_least, least * (1 + 1e-9));
    EXPECT_LE(most, finer_most * (1 + 1e-9));
    EXPECT_LE(finer_most, finer_least * (1 + 1e-9));
    EXPECT_GT(most, 0);
  });
}

TEST(SlowConduction, of_a_plate_with_a_hole_is_below_that_of_resistors_in_a_row_without_a_way_round) {
  // Three open planes and a plane of which a quarter is open: with free ways aside, 3/4 + 1/4 * 4 resist.
  PoreSpace pores({4, 2, 2});
  for (std::int64_t x = 0; x < 4; ++x)
    for (std::int64_t y = 0; y < 2; ++y)
      for (std::int64_t z = 0; z < 2; ++z)
        if (x != 0 || (y == 0 && z == 0)) pores.set_pore(x, y, z);
  const Body body{pores, {}, Axis::x};
  EXPECT_LT(most_by_fluxes(body), 1 / 1.75);
  EXPECT_GT(most_by_fluxes(body), 0.25);
  EXPECT_GT(least_by_potentials(body), most_by_fluxes(body));
}

TEST(SlowConduction, fluxes_leave_no_voxel) {
  for_each_small_body(15, [](const Body& body, unsigned) {
    const SlowFluxes fluxes(body);
    for (const double left : fluxes.leaves(fluxes.solve())) EXPECT_NEAR(left, 0, 1e-10);
  });
}

TEST(SlowConduction, steps_stay_between_the_bounds_of_both_voxels) {
  for_each_small_body(15, [](const Body& body, unsigned) {
    const SlowPotentials potentials(body);
    const double upper = power_after_step(potentials, potentials.solve());
    EXPECT_LE(upper, least_by_potentials(body) * (1 + 1e-9));
    EXPECT_GE(upper, least_by_potentials(refined(body, 2)) * (1 - 1e-9));
    const SlowFluxes fluxes(body);
    const double lower = bound_after_step(fluxes, fluxes.solve());
    EXPECT_GE(lower, most_by_fluxes(body) * (1 - 1e-9));
    EXPECT_LE(lower, most_by_fluxes(refined(body, 2)) * (1 + 1e-9));
  });
}

}  // namespace
}  // namespace perm
