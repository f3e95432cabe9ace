// SPDX-License-Identifier: Apache-2.0
// The looks at a flow tell flows that come to rest from flows that never do, and bound what is missing.
#include "darcy/inertia/steadiness.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>

namespace perm {
namespace {

constexpr double slowest = 500;
constexpr double turn = 2 * std::numbers::pi;

/// What is seen of a flow at a step: its residual, and K, or 0 where it has none.
struct Seen {
  double rate{0};
  double value{0};
};

/// How a flow ended that was watched until it was steady, called unsteady, or the steps were over.
struct Course {
  double steady_at{0};    ///< 0: never
  double unsteady_at{0};  ///< 0: never
  FlowJudgement last;
};
Course watch(const std::function<Seen(double)>& flow, double tolerance, std::int64_t steps = 100'000,
             double rounding = rounding_of_float32) {
  Steadiness steadiness(slowest, rounding);
  Course course;
  std::int64_t judged_next = 20;
  for (std::int64_t step = 20; step < steps;
       step += std::min(std::max<std::int64_t>(20, step / 40), longest_between_looks(step))) {
    const Seen seen = flow(static_cast<double>(step));
    steadiness.add({step, seen.rate, seen.value});
    if (step < judged_next) continue;
    judged_next = step + step / 40;
    course.last = steadiness.judge(tolerance);
    if (course.last.error <= tolerance) course.steady_at = static_cast<double>(step);
    if (course.last.is_unsteady) course.unsteady_at = static_cast<double>(step);
    if (course.last.error <= tolerance || course.last.is_unsteady) break;
  }
  return course;
}

/// An oscillation A with a period, whose amplitude goes from `first` to `end` (0 or more) in some time, as beside a
/// threshold (Landau 1944), and K that shifts by A^2.
struct Landau {
  double period{0};
  double first{0};
  double end{0};
  double time{0};  ///< in which a small amplitude grows by e, or falls where the end is 0
  double in_k{0};  ///< share of the amplitude that K oscillates by
  double amplitude(double t) const {
    if (end == 0) return first * std::exp(-t / time);
    return end / std::sqrt(1 + (end * end / (first * first) - 1) * std::exp(-2 * t / time));
  }
  Seen operator()(double t) const {
    const double a = amplitude(t), phase = turn * t / period;
    const double rate = a * turn / period * std::sqrt(1 + 0.4 * std::cos(2 * phase)) + std::exp(-t / 400) / 400;
    return {rate, 1 + in_k * a * std::cos(phase) - 5 * a * a + 0.3 * std::exp(-t / 400)};
  }
};

TEST(Steadiness, of_a_flow_that_decays_is_reached_when_what_is_missing_is_below_the_tolerance) {
  for (const double time : {100.0, 500.0, 1500.0, 8000.0})
    for (const double tolerance : {1e-2, 1e-4}) {
      const Course course = watch(
          [&](double t) {
            return Seen{std::exp(-t / time) / time, 0};
          },
          tolerance, 200'000, 1e-11);
      EXPECT_EQ(course.unsteady_at, 0) << time;
      ASSERT_GT(course.steady_at, 0) << time;
      EXPECT_LE(std::exp(-course.steady_at / time), tolerance) << "what is missing at " << course.steady_at;
    }
}

TEST(Steadiness, is_denied_within_a_few_periods_to_a_flow_that_oscillates_for_ever) {
  for (const double period : {300.0, 1000.0, 2500.0})
    for (const double in_k : {0.0, 0.5}) {
      const Course course = watch(Landau{period, 0.05, 0.05, 3000, in_k}, 1e-3);
      EXPECT_EQ(course.steady_at, 0) << period;
      ASSERT_GT(course.unsteady_at, 0) << period << ' ' << in_k;
      EXPECT_LT(course.unsteady_at, std::max(9 * period, 14 * slowest)) << period << ' ' << in_k;
      ASSERT_TRUE(course.last.oscillation);
      EXPECT_TRUE(course.last.oscillation->is_regular);
      if (in_k == 0) continue;
      EXPECT_NEAR(course.last.oscillation->period / period, 1, 0.02);
      EXPECT_NEAR(course.last.oscillation->size, 2 * in_k * 0.05, 0.005);
    }
}

TEST(Steadiness, is_not_denied_to_a_flow_whose_oscillations_die_slowly_and_its_bound_is_true) {
  for (const double time : {1500.0, 5000.0, 20'000.0})
    for (const double period : {300.0, 1500.0})
      for (const double in_k : {0.0, 0.02, 0.5}) {
        const Landau flow{period, 0.05, 0, time, in_k};
        const Course course = watch(flow, 1e-3, 400'000);
        EXPECT_EQ(course.unsteady_at, 0) << time << ' ' << period << ' ' << in_k;
        ASSERT_GT(course.steady_at, 0) << time << ' ' << period << ' ' << in_k;
        EXPECT_LE(std::abs(course.last.value - 1), course.last.error) << time << ' ' << period << ' ' << in_k;
      }
}

TEST(Steadiness, comes_sooner_to_the_K_of_oscillations_that_die_slowly_than_velocities_come_to_rest) {
  const Landau flow{1000, 0.01, 0, 50'000, 0.01};
  const Course course = watch(flow, 1e-3);
  ASSERT_GT(course.steady_at, 0);
  EXPECT_LT(course.steady_at, 30'000);
  EXPECT_GT(flow.amplitude(course.steady_at), 5e-3);
  EXPECT_LE(std::abs(course.last.value - 1), course.last.error);
}

TEST(Steadiness, is_not_that_of_a_flow_that_leaves_a_steady_state_slowly) {
  for (const double growth : {1500.0, 6000.0}) {
    const Landau flow{700, 1e-3, 0.1, growth, 0.1};
    const Course course = watch(flow, 1e-3, 400'000);
    EXPECT_EQ(course.steady_at, 0) << growth;
    ASSERT_GT(course.unsteady_at, 0) << growth;
    EXPECT_GT(flow.amplitude(course.unsteady_at), 0.05) << growth;
  }
  // The same holds where nothing oscillates, for instance where a jet leans to one side.
  const auto leaning = [](double t) {
    const double a = 5e-3 * std::exp(t / 3000);
    return Seen{a / 3000 + std::exp(-t / 300) / 300, 1 - a + std::exp(-t / 300)};
  };
  EXPECT_EQ(watch(leaning, 1e-3, 10'000).steady_at, 0);
}

TEST(Steadiness, is_not_denied_while_two_oscillations_that_die_beat) {
  for (const double other : {1.05, 1.3, 2.7}) {
    const auto flow = [&](double t) {
      const double a = 0.05 * std::exp(-t / 4000), x = turn * t / 600, y = x / other;
      const double rate = a * std::hypot(std::cos(x) + std::cos(y), 0.7 * (std::sin(x) + std::sin(y))) * turn / 600;
      return Seen{rate, 1 + 0.1 * a * (std::cos(x) + std::cos(y))};
    };
    const Course course = watch(flow, 1e-3);
    EXPECT_EQ(course.unsteady_at, 0) << other;
    EXPECT_GT(course.steady_at, 0) << other;
  }
}

TEST(Steadiness, is_denied_to_chaos) {
  std::array<double, 3> x{1, 1, 20};  // Lorenz 1963, a turn of which takes 300 steps
  double now = 0;
  const auto flow = [&](double t) {
    std::array<double, 3> d{};
    for (; now < t; now += 1) {
      d = {10 * (x[1] - x[0]), x[0] * (28 - x[2]) - x[1], x[0] * x[1] - 8.0 / 3 * x[2]};
      for (std::size_t i = 0; i < 3; ++i) x[i] += d[i] / 400;
    }
    return Seen{1e-4 * std::hypot(d[0], d[1], d[2]) / 100, 1 + x[2] / 500};
  };
  const Course course = watch(flow, 1e-3);
  EXPECT_EQ(course.steady_at, 0);
  ASSERT_GT(course.unsteady_at, 0);
  EXPECT_LT(course.unsteady_at, 20'000);
  ASSERT_TRUE(course.last.oscillation);
  EXPECT_NEAR(course.last.oscillation->period, 300, 100);
  EXPECT_GT(course.last.oscillation->size, 0.03);
  EXPECT_LT(course.last.oscillation->size, 0.1);  // the whole attractor: 48 of 500
}

TEST(Steadiness, is_not_denied_for_rounding_that_does_not_decay) {
  Steadiness steadiness(slowest);
  for (std::int64_t step = 20; step < 50'000; step += std::max<std::int64_t>(20, step / 40)) {
    steadiness.add({step, std::exp(-static_cast<double>(step) / 300) / 300 + 1e-8, 1});
    EXPECT_FALSE(steadiness.judge(1e-6).is_unsteady) << step;
  }
  EXPECT_LT(steadiness.judge(1e-6).error, 1e-6);
}

TEST(Steadiness, of_a_flow_that_is_faster_than_the_looks_at_it_has_a_true_bound) {
  Steadiness steadiness(10);
  for (std::int64_t step = 20; step < 2000; step += 20) {
    const double missing = std::exp(-static_cast<double>(step) / 150);
    steadiness.add({step, missing / 150, 1 + missing});
    const FlowJudgement judged = steadiness.judge(1e-7);
    EXPECT_LE(missing, judged.error) << step;
    EXPECT_LE(std::abs(judged.value - 1), judged.value_error) << step;
  }
}

TEST(Steadiness, is_not_known_from_one_look) {
  Steadiness steadiness(slowest);
  steadiness.add({20, 1e-12, 1});
  EXPECT_EQ(steadiness.judge(1e-3).error, std::numeric_limits<double>::infinity());
  EXPECT_FALSE(steadiness.judge(1e-3).is_unsteady);
}

}  // namespace
}  // namespace perm
