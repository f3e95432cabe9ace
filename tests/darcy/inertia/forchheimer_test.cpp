// SPDX-License-Identifier: Apache-2.0
// The fits give back the coefficients that points were made with, and say where there is nothing to fit.
#include "darcy/inertia/forchheimer.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <span>
#include <vector>

namespace perm {
namespace {

std::vector<double> reynolds_numbers(double first, double last, int count) {
  std::vector<double> numbers;
  for (int i = 0; i < count; ++i) numbers.push_back(first * std::pow(last / first, i / (count - 1.0)));
  return numbers;
}

/// Gives points of which K0/K is 1 + w Re^2 while inertia is weak, and goes over into a line.
std::vector<ApparentPermeability> points_with(double weak, double slope, const std::vector<double>& numbers,
                                              double error = 1e-6) {
  std::vector<ApparentPermeability> points;
  for (const double re : numbers) points.push_back({re, 1 + weak * re * re / (1 + weak * re / slope), error});
  return points;
}

TEST(Forchheimer, of_a_line_is_that_line) {
  std::vector<ApparentPermeability> points;
  for (const double re : {1.0, 3.0, 10.0, 30.0, 100.0}) points.push_back({re, 0.97 + 0.2 * re, 1e-6});
  const auto fit = fit_forchheimer(points);
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->slope, 0.2, 1e-12);
  EXPECT_NEAR(fit->intercept, 0.97, 1e-12);
  EXPECT_EQ(fit->points, 5U);
  EXPECT_EQ(fit->first_reynolds, 1);
  EXPECT_EQ(fit->last_reynolds, 100);
  EXPECT_LT(fit->slope_confidence, 1e-5);
  EXPECT_GT(fit->slope_confidence, 1e-8) << "of the errors";
}

TEST(Forchheimer, leaves_out_of_its_window_what_is_weak_inertia) {
  const auto points = points_with(0.01, 0.2, reynolds_numbers(0.1, 3000, 20));
  const auto fit = fit_forchheimer(points);
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->slope / 0.2, 1, 0.02);
  EXPECT_GT(fit->first_reynolds, 10);
  EXPECT_EQ(fit->last_reynolds, points.back().reynolds);
  EXPECT_LE(fit->worst_residual, 0.03);
}

TEST(Forchheimer, has_the_true_slope_in_its_interval_in_19_of_20_scattered_sets) {
  std::mt19937 random(3);
  std::normal_distribution<double> scatter(0, 1e-3);
  int within = 0;
  for (int set = 0; set < 200; ++set) {
    std::vector<ApparentPermeability> points;
    for (const double re : {5.0, 10.0, 20.0, 40.0, 80.0}) {
      const double inertia = 0.1 * re;
      points.push_back({re, 1 + inertia * (1 + scatter(random)), 0});
    }
    const auto fit = fit_forchheimer(points);
    ASSERT_TRUE(fit);
    within += std::abs(fit->slope - 0.1) <= fit->slope_confidence ? 1 : 0;
  }
  EXPECT_GE(within, 180);
  EXPECT_LE(within, 198) << "an interval that all lie in is too wide";
}

TEST(Forchheimer, needs_four_points_with_inertia_on_a_line) {
  EXPECT_FALSE(fit_forchheimer({}));
  EXPECT_FALSE(fit_forchheimer(points_with(0.01, 0.2, reynolds_numbers(300, 3000, 3)))) << "three points";
  EXPECT_FALSE(fit_forchheimer(points_with(0.01, 0.2, reynolds_numbers(0.01, 0.1, 8), 1e-3))) << "only noise";
  EXPECT_FALSE(fit_forchheimer(points_with(0.01, 0.2, reynolds_numbers(1, 60, 5)))) << "a curve";
  EXPECT_FALSE(fit_forchheimer(points_with(0.08, 0.2, {0.1, 0.3, 1, 2}))) << "a curve so low that it is near any line";
  EXPECT_FALSE(fit_forchheimer(points_with(0.01, 0.2, reynolds_numbers(300, 300.1, 8), 1e-3))) << "no lever for a line";
  std::vector<ApparentPermeability> faster;
  for (const double re : {1.0, 2.0, 3.0, 4.0}) faster.push_back({re, 2 - 0.001 * re, 1e-6});
  EXPECT_FALSE(fit_forchheimer(faster)) << "K that grows";
}

TEST(WeakInertia, gives_back_the_coefficient_and_the_exponent) {
  const auto points = points_with(0.01, 1e9, reynolds_numbers(0.01, 10, 10));
  const auto fit = fit_weak_inertia(points);
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->coefficient, 0.01, 1e-6);
  EXPECT_NEAR(fit->exponent, 2, 1e-3);
  EXPECT_GE(fit->points, 3U);
  EXPECT_LE(fit->last_reynolds, 1) << "beyond it K0/K - 1 is above 0.01";
  EXPECT_GT(fit->confidence, 0);
}

TEST(WeakInertia, is_that_of_the_flow_the_other_way_though_the_lattice_adds_a_term_of_another_sign) {
  std::vector<ApparentPermeability> points, flipped;
  for (const double re : {0.03, 0.05, 0.1, 0.2}) {
    points.push_back({re, 1 + 1.3e-4 * re + 0.0236 * re * re, 1e-7});
    flipped.push_back({re, 1 - 1.3e-4 * re + 0.0236 * re * re, 1e-7});
  }
  for (std::size_t count : {2U, 3U, 4U}) {
    const auto fit = fit_weak_inertia(std::span(points).first(count));
    const auto other = fit_weak_inertia(std::span(flipped).first(count));
    ASSERT_TRUE(fit && other);
    EXPECT_NEAR(fit->coefficient, 0.0236, fit->confidence);
    EXPECT_NEAR(other->coefficient, fit->coefficient, 1e-9);
    EXPECT_NEAR(fit->linear, 1.3e-4, 1e-10);
    EXPECT_NEAR(other->linear, -fit->linear, 1e-10);
    EXPECT_LT(fit->confidence, (count == 2 ? 0.15 : 0.01) * fit->coefficient);
    EXPECT_LE(fit->linear_confidence, (count == 2 ? 1.1 : 0.1) * fit->linear);
  }
}

TEST(WeakInertia, is_absent_where_points_show_another_exponent_or_none) {
  std::vector<ApparentPermeability> line;
  for (const double re : {0.01, 0.02, 0.04}) line.push_back({re, 1 + 0.1 * re, 1e-6});
  EXPECT_FALSE(fit_weak_inertia(line));
  EXPECT_FALSE(fit_weak_inertia(points_with(0.01, 0.2, {1e-4, 1e-3}))) << "below the errors";
  EXPECT_FALSE(fit_weak_inertia(points_with(0.01, 0.2, {1.0}))) << "one point";
}

TEST(ReynoldsWhereLess, lies_between_points_or_below_the_first) {
  const auto points = points_with(0.01, 1e9, {0.1, 0.3, 0.9, 3, 10});
  const auto weak = fit_weak_inertia(points);
  const double one_percent = std::sqrt((1 / 0.99 - 1) / 0.01);
  const double ten_percent = std::sqrt((1 / 0.9 - 1) / 0.01);
  EXPECT_NEAR(*reynolds_where_less(points, 0.01, weak), one_percent, 1e-5);
  EXPECT_NEAR(*reynolds_where_less(points, 0.1, weak), ten_percent, 1e-5);
  const auto from_three = points_with(0.01, 1e9, {3, 10});
  EXPECT_FALSE(reynolds_where_less(from_three, 0.01, {})) << "below all points, and nothing known";
  EXPECT_NEAR(*reynolds_where_less(from_three, 0.01, weak), one_percent, 1e-5);
  EXPECT_FALSE(reynolds_where_less(points_with(0.01, 1e9, {0.3, 1}), 0.1, weak)) << "beyond all points";
}

}  // namespace
}  // namespace perm
