// SPDX-License-Identifier: Apache-2.0
// The residual tells flows that come to rest from flows that never do, and bounds what is missing.
#include "darcy/inertia/steadiness.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

namespace perm {
namespace {

constexpr double slowest = 500;

/// Watches a flow whose velocities change by rate(t) a step, until it is steady to `tolerance`, is called unsteady, or
/// 100,000 steps are over.
struct Course {
  double steady_at{0};    ///< 0: never
  double unsteady_at{0};  ///< 0: never
};
Course watch(const std::function<double(double)>& rate, double tolerance) {
  Steadiness steadiness(slowest);
  std::int64_t step = 0;
  while (step < 100'000) {
    step += std::max<std::int64_t>(20, step / 40);
    steadiness.add({step, rate(static_cast<double>(step))});
    if (steadiness.error() <= tolerance) return {static_cast<double>(step), 0};
    if (steadiness.is_unsteady(tolerance)) return {0, static_cast<double>(step)};
  }
  return {};
}

TEST(Steadiness, of_a_flow_that_decays_is_reached_when_what_is_missing_is_below_the_tolerance) {
  for (const double time : {100.0, 500.0, 1500.0})
    for (const double tolerance : {1e-2, 1e-4}) {
      const Course course = watch([&](double t) { return std::exp(-t / time) / time; }, tolerance);
      EXPECT_EQ(course.unsteady_at, 0) << time;
      ASSERT_GT(course.steady_at, 0) << time;
      EXPECT_LE(std::exp(-course.steady_at / time), tolerance) << "what is missing at " << course.steady_at;
    }
}

TEST(Steadiness, is_never_that_of_a_flow_that_swings_for_ever) {
  for (const double period : {300.0, 2000.0}) {
    const Course course =
        watch([&](double t) { return 1e-4 * (1.2 + std::cos(6.283 * t / period)) + std::exp(-t / 400) / 400; }, 1e-3);
    EXPECT_EQ(course.steady_at, 0) << period;
    EXPECT_GT(course.unsteady_at, 8 * slowest) << period;
    EXPECT_LT(course.unsteady_at, 40 * slowest) << period;
  }
}

TEST(Steadiness, comes_to_a_flow_whose_swings_die_slowly) {
  const Course course = watch([](double t) { return 1e-3 * std::exp(-t / 1500) * (1.2 + std::cos(t / 80)); }, 1e-3);
  EXPECT_EQ(course.unsteady_at, 0);
  EXPECT_GT(course.steady_at, 0);
}

TEST(Steadiness, is_not_denied_for_rounding_that_does_not_decay) {
  Steadiness steadiness(slowest);
  for (std::int64_t step = 20; step < 50'000; step += std::max<std::int64_t>(20, step / 40)) {
    steadiness.add({step, std::exp(-static_cast<double>(step) / 300) / 300 + 1e-8});
    EXPECT_FALSE(steadiness.is_unsteady(1e-4)) << step;
  }
  EXPECT_LT(steadiness.error(), 1e-4);
}

TEST(Steadiness, is_not_known_from_one_look) {
  Steadiness steadiness(slowest);
  EXPECT_EQ(steadiness.error(), std::numeric_limits<double>::infinity());
  steadiness.add({20, 1e-12});
  EXPECT_EQ(steadiness.error(), std::numeric_limits<double>::infinity());
  EXPECT_FALSE(steadiness.is_unsteady(1e-3));
}

}  // namespace
}  // namespace perm
