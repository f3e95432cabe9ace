// SPDX-License-Identifier: Apache-2.0
#include "darcy/evaluation/grid_convergence.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace perm {
namespace {

/// Gives f(h) = 2 (1 + 0.3 h^p) at h = 4, 2, 1.
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
  // The values f = 0.97050, 0.96854, 0.96178 at h = 1, 2, 4 give p = 1.786170 and f0 = 0.971300 (NPARC's tutorial on
  // grid convergence).
  const ThreeGrids grids{{0.96178, 0}, {0.96854, 0}, {0.97050, 0}};
  const auto order = observed_order(grids);
  ASSERT_TRUE(order.has_value());
  EXPECT_NEAR(*order, 1.786170, 1e-6);
  EXPECT_NEAR(richardson_value(grids.medium.value, grids.fine.value, *order), 0.971300, 1e-6);
}

TEST(GridConvergenceIndex, of_published_drag_values_is_the_published_one) {
  // The same tutorial gives GCI12 = 0.103083 % with a factor of safety of 1.25, and 0.356249 % for the medium grid.
  // Their ratio is 2^p, except for a factor f1/f2.
  const double order = *observed_order({{0.96178, 0}, {0.96854, 0}, {0.97050, 0}});
  const double fine = grid_convergence_index(0.96854, 0.97050, order, safety_of_three_grids);
  EXPECT_NEAR(100 * fine / 0.97050, 0.103083, 5e-7);
  const double medium = grid_convergence_index(0.96178, 0.96854, order, safety_of_three_grids);
  EXPECT_NEAR(100 * medium / 0.96854, 0.356249, 5e-7);
  EXPECT_NEAR(medium, fine * std::exp2(order), 1e-15);
  EXPECT_NEAR(order, 1.786170, 5e-7);
  EXPECT_NEAR(richardson_value(0.96854, 0.97050, order), 0.971300, 5e-7);
}

TEST(GridConvergenceIndex, bounds_the_error_of_a_power_law_with_its_factor_of_safety) {
  for (const double p : {0.5, 1.0, 2.0}) {
    const ThreeGrids grids = grids_of_order(p);
    EXPECT_NEAR(grid_convergence_index(grids.medium.value, grids.fine.value, p, 3), 3 * 2 * 0.3, 1e-12);
    EXPECT_NEAR(grid_convergence_index(2 * (1 + 0.3 * std::pow(1.5, p)), grids.fine.value, p, 1.25, 1.5),
                1.25 * 2 * 0.3, 1e-12);
  }
}

TEST(ObservedOrder, is_found_where_the_ratios_differ) {
  for (const double p : {0.5, 1.0, 1.7, 2.5})
    for (const double coarse_ratio : {1.3, 1.5, 2.0, 3.0})
      for (const double fine_ratio : {1.4, 2.0, 2.5}) {
        const auto f = [p](double h) { return GridValue{2 * (1 + 0.3 * std::pow(h, p)), 0}; };
        const ThreeGrids grids{f(coarse_ratio * fine_ratio), f(fine_ratio), f(1), coarse_ratio, fine_ratio};
        const auto order = observed_order(grids);
        ASSERT_TRUE(order.has_value()) << p << " " << coarse_ratio << " " << fine_ratio;
        EXPECT_NEAR(*order, p, 1e-9) << coarse_ratio << " " << fine_ratio;
        EXPECT_NEAR(richardson_value(grids.medium.value, grids.fine.value, *order, fine_ratio), 2, 1e-8);
      }
}

TEST(ObservedOrder, is_negative_where_the_changes_grow) {
  const auto order = observed_order({{1.0, 0}, {1.1, 0}, {1.3, 0}});
  ASSERT_TRUE(order.has_value());
  EXPECT_NEAR(*order, -1, 1e-9);
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
