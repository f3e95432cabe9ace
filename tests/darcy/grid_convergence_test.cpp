// SPDX-License-Identifier: Apache-2.0
#include "darcy/grid_convergence.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace perm {
namespace {

/// f(h) = 2 (1 + 0.3 h^p) at h = 4, 2, 1.
ThreeGrids grids_of_order(double p) {
  const auto f = [p](double h) { return GridValue{2 * (1 + 0.3 * std::pow(h, p)), 0}; };
  return {f(4), f(2), f(1)};
}

TEST(ObservedOrder, is_that_of_a_power_law) {
  for (const double p : {0.5, 1.0, 2.0}) {
    const auto order = observed_order(grids_of_order(p));
    ASSERT_TRUE(order.has_value());
    EXPECT_NEAR(*order, p, 1e-12);
  }
}

TEST(ObservedOrder, of_published_drag_values_is_the_published_one) {
  // f = 0.97050, 0.96854, 0.96178 at h = 1, 2, 4 gives p = 1.786170, f0 = 0.971300 (NPARC's tutorial on grid
  // convergence)
  const ThreeGrids grids{{0.96178, 0}, {0.96854, 0}, {0.97050, 0}};
  const auto order = observed_order(grids);
  ASSERT_TRUE(order.has_value());
  EXPECT_NEAR(*order, 1.786170, 1e-6);
  EXPECT_NEAR(richardson_value(grids.medium.value, grids.fine.value, *order), 0.971300, 1e-6);
}

TEST(ObservedOrder, is_not_defined_where_the_changes_differ_in_sign) {
  EXPECT_FALSE(observed_order({{1.0, 0}, {1.2, 0}, {1.1, 0}}).has_value());
  EXPECT_FALSE(observed_order({{1.0, 0}, {1.2, 0}, {1.2, 0}}).has_value());
  EXPECT_FALSE(observed_order({{1.2, 0}, {1.2, 0}, {1.1, 0}}).has_value());
}

TEST(ObservedOrder, is_not_defined_where_placements_differ_as_much_as_grids) {
  ThreeGrids grids = grids_of_order(1);
  const double change = grids.medium.value - grids.fine.value;
  grids.fine.standard_error = 0.49 * change;
  EXPECT_TRUE(observed_order(grids).has_value());
  grids.fine.standard_error = 0.51 * change;
  EXPECT_FALSE(observed_order(grids).has_value());
}

TEST(OrderOfError, is_the_slope_over_all_resolutions) {
  const auto order = order_of_error({32, 64, 128}, {-0.08, -0.04, -0.02});
  ASSERT_TRUE(order.has_value());
  EXPECT_NEAR(*order, 1, 1e-12);
  EXPECT_NEAR(*order_of_error({10, 20}, {0.04, 0.01}), 2, 1e-12);
}

TEST(OrderOfError, is_not_defined_where_the_errors_differ_in_sign_or_stand_alone) {
  EXPECT_FALSE(order_of_error({32, 64}, {0.01, -0.01}).has_value());
  EXPECT_FALSE(order_of_error({32, 64}, {0.01, 0.0}).has_value());
  EXPECT_FALSE(order_of_error({32}, {0.01}).has_value());
}

TEST(TwoTermValue, removes_a_first_and_a_second_order_term) {
  const auto f = [](double h) { return GridValue{3 - 0.2 * h + 0.03 * h * h, 0}; };
  EXPECT_NEAR(two_term_value({f(4), f(2), f(1)}), 3, 1e-12);
}

TEST(RichardsonValue, removes_the_error_of_a_power_law) {
  for (const double p : {0.7, 1.0, 2.0}) {
    const ThreeGrids grids = grids_of_order(p);
    EXPECT_NEAR(richardson_value(grids.medium.value, grids.fine.value, p), 2, 1e-12);
  }
}

}  // namespace
}  // namespace perm
