// SPDX-License-Identifier: Apache-2.0
#include "darcy/evaluation/power_law.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/errors.hpp"

namespace perm {
namespace {

/// Gives the integral of Student's density from 0 to t by Simpson's rule: the definition, without the series.
double integral_of_density(double t, int degrees) {
  const double front =
      std::exp(std::lgamma((degrees + 1) / 2.0) - std::lgamma(degrees / 2.0)) / std::sqrt(degrees * std::acos(-1.0));
  const auto density = [&](double x) { return front * std::pow(1 + x * x / degrees, -(degrees + 1) / 2.0); };
  constexpr int intervals = 200000;
  const double step = t / intervals;
  double sum = density(0) + density(t);
  for (int i = 1; i < intervals; ++i) sum += (i % 2 == 1 ? 4 : 2) * density(i * step);
  return sum * step / 3;
}

TEST(StudentQuantile, leaves_the_asked_probability_below_it) {
  for (const int degrees : {1, 2, 3, 4, 5, 6, 7, 10, 31, 120})
    for (const double probability : {0.6, 0.9, 0.975})
      EXPECT_NEAR(0.5 + integral_of_density(student_quantile(probability, degrees), degrees), probability, 1e-8)
          << degrees << " " << probability;
}

TEST(StudentQuantile, is_known_exactly_for_one_and_two_degrees_of_freedom) {
  EXPECT_NEAR(student_quantile(0.975, 1), std::tan(0.475 * std::acos(-1.0)), 1e-9);  // Cauchy's distribution
  EXPECT_NEAR(student_quantile(0.975, 2), 0.95 * std::sqrt(2 / (1 - 0.95 * 0.95)), 1e-9);
}

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

TEST(PowerLaw, needs_three_points_of_more_than_one_porosity) {
  EXPECT_FALSE(fit_power_law({}).has_value());
  EXPECT_FALSE(fit_power_law(std::vector<PowerLawPoint>{{0.1, 1}, {0.2, 2}}).has_value());
  EXPECT_FALSE(fit_power_law(std::vector<PowerLawPoint>{{0.2, 1}, {0.2, 2}, {0.2, 2}}).has_value());
  EXPECT_THROW(fit_power_law(std::vector<PowerLawPoint>{{0.1, 1}, {0.2, 0}, {0.3, 1}}), InputError);
}

}  // namespace
}  // namespace perm
