// SPDX-License-Identifier: Apache-2.0
// Periods are found in series that were watched at unequal times, and only where there are some.
#include "darcy/inertia/oscillation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

namespace perm {
namespace {

struct Samples {
  std::vector<double> times, values;
  explicit Samples(const std::function<double(double)>& at, double last = 1000) {
    for (double time = 0; time < last; time += 2 + std::fmod(time, 3)) {
      times.push_back(time);
      values.push_back(at(time));
    }
  }
  TimeSeries series() const { return {times, values}; }
};

double wave(double t, double period) { return std::cos(2 * std::numbers::pi * t / period); }

TEST(Oscillation, has_the_period_of_oscillations_that_die_or_drift) {
  for (const double period : {60.0, 123.0, 240.0}) {
    const auto expect = [&](const std::function<double(double)>& at) {
      const Samples samples(at);
      const auto found = find_period(samples.series(), 0);
      ASSERT_TRUE(found) << period;
      EXPECT_NEAR(*found / period, 1, 0.01);
    };
    expect([&](double t) { return wave(t, period); });
    expect([&](double t) { return 7 + std::exp(-t / 2000) * wave(t, period); });
    expect([&](double t) { return t / 100 + wave(t, period) + 0.3 * wave(t, period / 2); });
  }
}

TEST(Oscillation, has_no_period_without_four_that_are_alike) {
  for (const auto& at : std::vector<std::function<double(double)>>{
           [](double) { return 3.0; }, [](double t) { return std::exp(-t / 300); }, [](double t) { return t * t; },
           [](double t) { return wave(t, 400); }, [](double t) { return wave(t, 100) + wave(t, 161.8); }})
    EXPECT_FALSE(find_period(Samples(at).series(), 0));
}

TEST(Oscillation, leaves_nothing_in_a_smooth_mean) {
  const Samples samples([](double t) { return 5 + wave(t, 100); });
  EXPECT_NEAR(smooth_mean(samples.series(), 960, 200), 5, 1e-3);
  EXPECT_NEAR(smooth_mean(samples.series(), 960, 206), 5, 1e-2);  // the period is wrong by 3 %
  EXPECT_NEAR(mean_between(samples.series(), 350, 850), 5, 1e-2);
}

TEST(Oscillation, resembles_itself_at_its_period_alone) {
  const Samples samples([](double t) { return wave(t, 100) + 5 * wave(t, 900); });
  EXPECT_FALSE(resembles_itself(samples.series(), 400, 100, 0))
      << "a slow oscillation resembles itself at any short lag";
  const Samples alone([](double t) { return wave(t, 100); });
  EXPECT_TRUE(resembles_itself(alone.series(), 400, 100, 0));
  EXPECT_FALSE(resembles_itself(alone.series(), 400, 70, 0));
  EXPECT_TRUE(resembles_itself(alone.series(), 400, 70, 2)) << "what is too little does not count";
  EXPECT_NEAR(static_cast<double>(count_crossings(alone.series(), 0)), 20, 1);
}

}  // namespace
}  // namespace perm
