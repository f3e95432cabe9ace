// SPDX-License-Identifier: Apache-2.0
#include "validation/cases/power_law.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

#include "core/errors.hpp"

namespace perm::validation {
namespace {

TEST(PowerLaw, through_points_of_a_power_law_is_that_law) {
  std::vector<PowerLawPoint> points;
  for (const double porosity : {0.1, 0.2, 0.25, 0.4}) points.push_back({porosity, 7 * std::pow(porosity, 3.8)});
  const auto fit = fit_power_law(points);
  ASSERT_TRUE(fit.has_value());
  EXPECT_NEAR(fit->exponent, 3.8, 1e-12);
  EXPECT_NEAR(fit->factor, 7, 1e-11);
  EXPECT_NEAR(fit->confidence_95, 0, 1e-12);
  EXPECT_EQ(fit->points, 4);
}

TEST(PowerLaw, has_the_interval_of_student) {
  // ln porosity is -3, -2, -1 and ln K is 0, 3, 3: the slope is 3/2, the residuals -1/2, 1, -1/2, their squares add up
  // to 3/2, and the standard error is sqrt(3/2 / 1 / 2); t(0.975, 1) is that of Cauchy's distribution.
  const std::vector<PowerLawPoint> points{
      {std::exp(-3.0), 1}, {std::exp(-2.0), std::exp(3.0)}, {std::exp(-1.0), std::exp(3.0)}};
  const auto fit = fit_power_law(points);
  ASSERT_TRUE(fit.has_value());
  EXPECT_NEAR(fit->exponent, 1.5, 1e-12);
  EXPECT_NEAR(fit->confidence_95, std::tan(0.475 * std::acos(-1.0)) * std::sqrt(0.75), 1e-8);
}

TEST(PowerLaw, has_the_wider_interval_the_fewer_its_points) {
  // The residuals of four points, 1 -1 -1 1 at ln porosity -3 -1 1 3, do not turn the line: its slope is 2, the squares
  // add up to 4, and the standard error is sqrt(4 / 2 / 20); t(0.975, 2) is 0.95 sqrt(2 / (1 - 0.95^2)).
  std::vector<PowerLawPoint> points;
  for (const auto& [x, residual] : {std::pair{-3.0, 1.0}, {-1.0, -1.0}, {1.0, -1.0}, {3.0, 1.0}})
    points.push_back({std::exp(x), std::exp(2 * x + residual)});
  const auto fit = fit_power_law(points);
  ASSERT_TRUE(fit.has_value());
  EXPECT_NEAR(fit->exponent, 2, 1e-12);
  EXPECT_NEAR(fit->confidence_95, 0.95 * std::sqrt(2 / (1 - 0.95 * 0.95)) * std::sqrt(0.1), 1e-9);
}

TEST(PowerLaw, needs_three_points_of_more_than_one_porosity) {
  EXPECT_FALSE(fit_power_law({}).has_value());
  EXPECT_FALSE(fit_power_law(std::vector<PowerLawPoint>{{0.1, 1}, {0.2, 2}}).has_value());
  EXPECT_FALSE(fit_power_law(std::vector<PowerLawPoint>{{0.2, 1}, {0.2, 2}, {0.2, 2}}).has_value());
  EXPECT_THROW(fit_power_law(std::vector<PowerLawPoint>{{0.1, 1}, {0.2, 0}, {0.3, 1}}), InputError);
}

}  // namespace
}  // namespace perm::validation
