// SPDX-License-Identifier: Apache-2.0
#include "validation/cases/grid_convergence.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace perm::validation {
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

TEST(RichardsonValue, removes_the_error_of_a_power_law) {
  for (const double p : {0.7, 1.0, 2.0}) {
    const ThreeGrids grids = grids_of_order(p);
    EXPECT_NEAR(richardson_value(grids.medium.value, grids.fine.value, p), 2, 1e-12);
  }
}

}  // namespace
}  // namespace perm::validation
