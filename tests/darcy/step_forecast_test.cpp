// SPDX-License-Identifier: Apache-2.0
// The forecast is compared with the steps that runs take. Sizes and seeds are not those that its constants were fitted
// on.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "darcy/overlapping_spheres.hpp"
#include "darcy/steady_flow.hpp"
#include "families/family.hpp"
#include "geometry/connectivity/connectivity.hpp"

namespace perm {
namespace {

/// Gives the factor, 1 or more, between the forecast and the steps of a run.
double factor_of(const PoreSpace& image, double tolerance) {
  const PoreSlab pores = Connectivity(image).percolating(Axis::x);
  FlowOptions options;
  options.tolerance = tolerance;
  const RunEstimate estimate = estimate_run(pores, options);
  const auto steps = static_cast<double>(SteadyFlow(pores, options, estimate).run().result().steps);
  return std::max(estimate.steps / steps, steps / estimate.steps);
}

/// Gives the share of `factors` that are at most `most`.
double share_within(const std::vector<double>& factors, double most) {
  const auto within = std::ranges::count_if(factors, [most](double factor) { return factor <= most; });
  return static_cast<double>(within) / static_cast<double>(factors.size());
}

TEST(StepForecast, is_within_a_factor_of_2_in_rock_and_of_1_5_in_most_of_it) {
  std::vector<double> factors;
  for (const double porosity : {0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7})
    for (const double radius : {5.0, 7.0})
      factors.push_back(factor_of(percolating_spheres(radius < 6 ? 52 : 60, radius, porosity), 1e-3));
  EXPECT_EQ(share_within(factors, 2), 1);
  EXPECT_GE(share_within(factors, 1.5), 0.8);
}

TEST(StepForecast, is_within_a_factor_of_2_in_most_images_that_are_hard) {
  using families::Family;
  std::vector<double> factors;
  for (const Family family : {Family::parallel, Family::sparse, Family::thin, Family::noise, Family::grains})
    for (const std::uint64_t seed : {31, 32})
      factors.push_back(factor_of(families::make_image(family, seed).pores, 1e-2));
  EXPECT_GE(share_within(factors, 2), 0.8);
}

TEST(StepForecast, grows_with_the_precision_and_is_longest_for_plain_steps) {
  const PoreSlab pores = Connectivity(percolating_spheres(48, 6, 0.3)).percolating(Axis::x);
  FlowOptions options;
  double before = 0;
  for (const double tolerance : {1e-2, 1e-3, 1e-4}) {
    options.tolerance = tolerance;
    options.method = Method::pressure;
    const double steps = estimate_run(pores, options).steps;
    options.method = Method::plain;
    EXPECT_GT(steps, before);
    EXPECT_GT(estimate_run(pores, options).steps, steps);
    before = steps;
  }
  options.max_steps = 100;
  EXPECT_EQ(estimate_run(pores, options).steps, 100);
}

}  // namespace
}  // namespace perm
