// SPDX-License-Identifier: Apache-2.0
// Whenever the bound allows a run to end, it covers the true error.
#include "darcy/bounds/convergence.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "darcy/steady_flow.hpp"
#include "geometry/connectivity/connectivity.hpp"
#include "geometry/shapes/recipe.hpp"

namespace perm {
namespace {

constexpr double limit_of_tails = 0.25;

struct Stop {
  std::int64_t step{0};
  Limit limit;
};

/// Samples `history` as a run does until the bound meets the tolerance.
Stop stop_of(const std::function<double(double)>& history, double tolerance, double flux_spread = 0) {
  Convergence convergence;
  for (std::int64_t step = 20; step < 2'000'000; step += std::max<std::int64_t>(20, step / 40)) {
    convergence.add(step, history(static_cast<double>(step)), flux_spread);
    if (convergence.limit().error <= tolerance) return {step, convergence.limit()};
  }
  return {};
}

void expect_true(const std::function<double(double)>& history) {
  for (const double tolerance : {1e-2, 1e-3, 1e-4}) {
    const Stop stop = stop_of(history, tolerance);
    ASSERT_GT(stop.step, 0);
    EXPECT_LE(std::abs(stop.limit.value / limit_of_tails - 1), tolerance) << "at step " << stop.step;
  }
}

TEST(Convergence, of_one_exponential_is_true_and_earlier_than_without_extrapolation) {
  for (const double decay : {300.0, 1000.0, 20000.0}) {
    const auto history = [&](double t) { return limit_of_tails * (1 - std::exp(-t / decay)); };
    expect_true(history);
    EXPECT_LT(static_cast<double>(stop_of(history, 1e-3).step), std::log(1e3) * decay);
  }
}

TEST(Convergence, of_several_exponentials_is_true) {
  expect_true([](double t) { return limit_of_tails * (1 + 2 * std::exp(-t / 300) + 0.5 * std::exp(-t / 1100)); });
  expect_true([](double t) { return limit_of_tails * (1 - 0.8 * std::exp(-t / 2000) - 0.2 * std::exp(-t / 500)); });
  expect_true([](double t) {
    double sum = 0;  // pressure diffuses in modes n with decay times T/n^2
    for (int n = 1; n < 20; n += 2) sum += std::exp(-t * n * n / 3000.0) / (n * n);
    return limit_of_tails * (1 + 0.8 * sum);
  });
}

TEST(Convergence, of_a_rise_followed_by_a_slow_fall_is_true_when_the_flux_says_that_pressure_still_builds_up) {
  const auto history = [](double t) { return limit_of_tails * (1 - std::exp(-t / 60) + 0.05 * std::exp(-t / 3000)); };
  Convergence convergence;
  for (std::int64_t step = 20; step < 100'000; step += std::max<std::int64_t>(20, step / 40)) {
    const auto t = static_cast<double>(step);
    convergence.add(step, history(t), 0.1 * std::exp(-t / 3000));
    if (convergence.limit().error > 1e-3) continue;
    EXPECT_LE(std::abs(convergence.limit().value / limit_of_tails - 1), 1e-3);
    return;
  }
  FAIL() << "never stopped";
}

TEST(Convergence, has_no_bound_before_there_is_a_tail) {
  Convergence convergence;
  for (std::int64_t step = 20; step <= 80; step += 20) {
    convergence.add(step, static_cast<double>(step), 0);
    EXPECT_TRUE(std::isinf(convergence.limit().error));
  }
}

TEST(Convergence, of_values_at_rest_is_immediate) {
  EXPECT_LT(stop_of([](double) { return 0.25; }, 1e-6).step, 300);
}

TEST(Convergence, of_values_at_rest_has_a_bound_above_zero) {
  EXPECT_GT(stop_of([](double) { return 0.25; }, 1e-6).limit.error, 0);
}

TEST(Convergence, of_noise_in_the_ninth_digit_ends_and_says_what_such_noise_could_hide) {
  // In noise tails are found that seem to last for ever, and a flux spread that rests is rounding too.
  const auto noisy = [](double t) { return 0.25 * (1 + 4e-9 * std::sin(0.37 * t) * std::cos(1.93 * t)); };
  const Stop stop = stop_of(noisy, 2e-6, 1e-3);
  ASSERT_GT(stop.step, 0);
  EXPECT_LT(stop.step, 2000);
  EXPECT_NEAR(stop.limit.value, 0.25, 2e-9);
  EXPECT_GT(stop.limit.error, 1e-7);
}

TEST(Convergence, does_not_take_a_slow_change_for_rest) {
  const auto slow = [](double t) { return limit_of_tails * (1 + 0.01 * std::exp(-t / 30000.0)); };
  const Stop stop = stop_of(slow, 1e-5);
  ASSERT_GT(stop.step, 0);
  EXPECT_LE(std::abs(stop.limit.value / limit_of_tails - 1), 1e-5);
}

class Media : public testing::TestWithParam<std::tuple<GeometryKind, double, double>> {};

TEST_P(Media, tolerance_1e_3_gives_k_within_1e_3_of_the_converged_value_and_the_bound_covers_the_error) {
  const auto [kind, porosity, tau] = GetParam();
  Recipe recipe;
  recipe.kind = kind;
  recipe.extent = {40, 40, 40};
  recipe.porosity = porosity;
  if (kind == GeometryKind::overlap || kind == GeometryKind::packing) recipe.radius = 5;
  const PoreSpace pores = Connectivity(generate(recipe)).percolating(Axis::x).pores();
  FlowOptions options;
  if (tau > 0) options.tau = tau;
  const FlowResult result = SteadyFlow(pores, options, estimate_run(pores, options)).run().result();
  FlowOptions long_run = options;
  long_run.tolerance = 2e-6;
  long_run.solver.precision = Precision::float64;
  const FlowResult converged = SteadyFlow(pores, long_run, estimate_run(pores, long_run)).run().result();
  ASSERT_EQ(result.stop, StopReason::converged);
  ASSERT_EQ(converged.stop, StopReason::converged);
  const double error = std::abs(*result.permeability_voxel2 / *converged.permeability_voxel2 - 1);
  EXPECT_LE(result.iteration_error, 1e-3);
  EXPECT_LE(error, result.iteration_error + 2e-6);
}

INSTANTIATE_TEST_SUITE_P(
    Solved, Media,
    testing::Values(std::tuple{GeometryKind::overlap, 0.15, 0.0}, std::tuple{GeometryKind::overlap, 0.15, 1.0},
                    std::tuple{GeometryKind::overlap, 0.4, 0.0}, std::tuple{GeometryKind::overlap, 0.4, 0.6},
                    std::tuple{GeometryKind::sc, 0.9, 0.0}, std::tuple{GeometryKind::fcc, 0.27, 0.0},
                    std::tuple{GeometryKind::fcc, 0.27, 0.55}, std::tuple{GeometryKind::bcc, 0.6, 1.0},
                    std::tuple{GeometryKind::packing, 0.45, 0.0}));

}  // namespace
}  // namespace perm
