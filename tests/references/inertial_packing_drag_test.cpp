// SPDX-License-Identifier: Apache-2.0
#include "validation/references/inertial_packing_drag.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "validation/references/sphere_drag.hpp"

namespace perm::reference {
namespace {

TEST(InertialPackingDrag, begins_with_that_of_creeping_flow) {
  for (const double c : {0.1, 0.2, 0.3, 0.4, 0.5}) {
    EXPECT_NEAR(beetstra_drag(c, 1e-12) * 18 * c * van_der_hoef(c), 1, 1e-9);
    EXPECT_NEAR(tenneti_drag(c, 0) * 18 * c * tenneti(c), 1, 1e-12);
    EXPECT_NEAR(hill_koch_ladd_drag(c, 0) * 18 * c * hill_koch_ladd(c), 1, 1e-12);
  }
  // At c = 0.4 the papers' own values of the drag at rest are 19.7, 18.1 and 18.5.
  EXPECT_NEAR(beetstra_drag(0.4, 0), 19.7, 0.05);
  EXPECT_NEAR(tenneti_drag(0.4, 0), 18.1, 0.05);
  EXPECT_NEAR(hill_koch_ladd_drag(0.4, 0), 18.5, 0.05);
}

TEST(InertialPackingDrag, of_tenneti_is_that_of_one_sphere_where_there_is_nearly_no_solid) {
  for (const double reynolds : {1.0, 20.0, 200.0})
    EXPECT_NEAR(tenneti_drag(1e-9, reynolds) / (schiller_naumann(reynolds) * reynolds / 24), 1, 1e-2) << reynolds;
}

TEST(InertialPackingDrag, grows_with_the_reynolds_number_and_without_a_leap) {
  for (const double c : {0.1, 0.2, 0.3, 0.4, 0.5}) {
    for (double reynolds = 0.1; reynolds < 150; reynolds *= 1.02) {
      for (const auto drag : {beetstra_drag, tenneti_drag, hill_koch_ladd_drag}) {
        const double now = drag(c, reynolds), next = drag(c, 1.02 * reynolds);
        EXPECT_GT(next, now) << c << ' ' << reynolds;
        EXPECT_LT(next, 1.04 * now) << c << ' ' << reynolds;
      }
    }
  }
}

TEST(InertialPackingDrag, differs_by_no_more_than_a_third_among_the_fits) {
  for (const double c : {0.1, 0.2, 0.3, 0.4})
    for (const double reynolds : {1.0, 10.0, 100.0}) {
      const Band band = packing_drag_band(c, reynolds);
      EXPECT_LT(band.low, band.high);
      EXPECT_LT(band.high / band.low, 1.34) << c << ' ' << reynolds;
    }
}

TEST(InertialPackingDrag, refuses_what_is_no_packing_and_no_reynolds_number) {
  EXPECT_THROW(beetstra_drag(0, 1), std::domain_error);
  EXPECT_THROW(tenneti_drag(1, 1), std::domain_error);
  EXPECT_THROW(hill_koch_ladd_drag(0.3, -1), std::domain_error);
  EXPECT_THROW(beetstra_drag(0.3, std::numeric_limits<double>::infinity()), std::domain_error);
}

TEST(SphereDrag, of_schiller_and_naumann_is_that_of_stokes_in_slow_flow_and_near_what_was_measured) {
  EXPECT_NEAR(schiller_naumann(1e-6) * 1e-6 / 24, 1, 1e-4);
  for (const SphereDrag& measured : roos_willmarth())
    EXPECT_NEAR(schiller_naumann(measured.reynolds) / measured.coefficient, 1, 0.1) << measured.reynolds;
  EXPECT_THROW(schiller_naumann(0), std::domain_error);
  EXPECT_THROW(schiller_naumann(1001), std::domain_error);
  EXPECT_EQ(sphere_drag_band(20).high, 2.85);
  EXPECT_NEAR(sphere_drag_band(20).low, 2.61, 0.005);
  EXPECT_THROW(sphere_drag_band(21), std::domain_error);
}

}  // namespace
}  // namespace perm::reference
