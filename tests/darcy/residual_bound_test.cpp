// SPDX-License-Identifier: Apache-2.0
// Tests the bound on what is left of K, on decays that are known.
#include "darcy/bounds/residual_bound.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace perm {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double growth = 4;  // the factor by which slower modes, not yet seen, may exceed a decay time

/// Gives the residual of one mode that decays in `time` steps; it is a square.
double residual(std::int64_t step, double time) { return 3e-4 * std::exp(-2 * static_cast<double>(step) / time); }

TEST(ResidualBound, of_one_mode_is_its_decay_time_by_its_residual) {
  constexpr double time = 170;
  constexpr double k = 2.5;
  ResidualBound bound;
  for (int look = 1; look <= 8; ++look) {
    const std::int64_t step = 40 * look;
    bound.add({step, k, residual(step, time)}, 0);
    EXPECT_EQ(bound.limit().value, k);
    if (look <= 3) {
      EXPECT_EQ(bound.limit().error, infinity) << look << " looks";
      continue;
    }
    EXPECT_NEAR(bound.seen_decay_time() / time, 1, 1e-9);
    const double before = residual(step - 40, time);  // the larger of the last two residuals
    EXPECT_NEAR(bound.limit().error / (growth * time * before / k), 1, 1e-9) << look << " looks";
  }
}

TEST(ResidualBound, takes_the_slowest_mode_that_is_expected_where_it_is_slower_than_those_seen) {
  ResidualBound bound;
  for (std::int64_t step = 40; step <= 200; step += 40) bound.add({step, 2, residual(step, 100)}, 700);
  EXPECT_NEAR(bound.seen_decay_time(), 100, 1e-6);
  EXPECT_NEAR(bound.limit().error / (growth * 700 * residual(160, 100) / 2), 1, 1e-9);
}

TEST(ResidualBound, is_infinite_without_a_positive_permeability) {
  for (const double k : {0.0, -1.0}) {
    ResidualBound bound;
    for (std::int64_t step = 40; step <= 200; step += 40) bound.add({step, k, residual(step, 100)}, 0);
    EXPECT_EQ(bound.limit().error, infinity);
    EXPECT_EQ(bound.limit().value, k);
  }
}

TEST(ResidualBound, takes_what_no_longer_decays_for_fifty_times_the_steps_made) {
  ResidualBound bound;
  for (std::int64_t step = 40; step <= 200; step += 40) bound.add({step, 1, 1e-9}, 0);
  EXPECT_DOUBLE_EQ(bound.seen_decay_time(), 50 * 200);
  EXPECT_DOUBLE_EQ(bound.limit().error, growth * 50 * 200 * 1e-9);
}

}  // namespace
}  // namespace perm
