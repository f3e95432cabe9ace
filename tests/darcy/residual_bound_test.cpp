// SPDX-License-Identifier: Apache-2.0
// The bound by itself, on decays that are known; and K corrected to second order, on a flow whose limit is known.
#include "darcy/residual_bound.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "geometry/connectivity/connectivity.hpp"
#include "geometry/shapes/recipe.hpp"
#include "solver/test_device.hpp"

namespace perm {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double growth = 4;  // what slower modes that are still to show may make of a decay time

/// The residual of one mode that decays in `time` steps; it is a square.
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
    const double before = residual(step - 40, time);  // the larger of the last two
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

/// A flow from rest through overlapping spheres, looked at as a run does, and its limit.
struct Look {
  std::int64_t step;
  double raw;        ///< nu <u>/g over its limit, less 1
  double corrected;  ///< the same, corrected
  Limit limit;       ///< what the bound says of it; its value over the true limit
};

std::vector<Look> look_at_flow(double porosity) {
  Recipe recipe;
  recipe.kind = GeometryKind::overlap;
  recipe.extent = {24, 24, 24};
  recipe.radius = 5;
  recipe.porosity = porosity;
  SolverSettings settings;
  settings.precision = Precision::float64;
  settings.tau = 0.8;
  settings.force = {1e-6, 0, 0};
  const auto backend = make_test_backend(Connectivity(generate(recipe)).percolating(Axis::x).pores(), settings);
  const double g = settings.force[0];
  const double nu = viscosity(settings.tau);
  std::vector<Look> looks;
  ResidualBound bound;
  double raw = 0;
  for (int i = 0; i < 80; ++i) {
    backend->advance(16);
    const ChangingFlow flow = backend->advance_and_watch();
    raw = nu * flow.sample.mean_velocity[0] / g;
    const double corrected = raw + nu / (g * g) * flow.rates.action;
    bound.add(
        {flow.sample.step, corrected, nu / (g * g) * (flow.rates.velocity_residual + flow.rates.pressure_residual)}, 0);
    looks.push_back({flow.sample.step, raw, corrected, bound.limit()});
  }
  const double limit = looks.back().corrected;
  EXPECT_NEAR(raw / limit, 1, 1e-6) << "not steady yet";
  for (Look& look : looks) {
    look.raw = look.raw / limit - 1;
    look.corrected = look.corrected / limit - 1;
    look.limit.value /= limit;
  }
  return looks;
}

TEST(CorrectedPermeability, is_stationary_so_that_its_error_falls_as_the_square_of_the_flows) {
  // At this porosity one mode is left in the end, and the error of nu <u>/g is a measure of the flow's.
  constexpr double curvature = 1.45;  // largest corrected error over raw error squared, measured
  int seen = 0;
  for (const Look& look : look_at_flow(0.6)) {
    const double raw = std::abs(look.raw);
    if (raw < 1e-3 || raw > 3e-2) continue;
    ++seen;
    EXPECT_LT(std::abs(look.corrected), 0.3 * raw) << "step " << look.step;
    EXPECT_LT(std::abs(look.corrected), 3 * curvature * raw * raw) << "step " << look.step;
  }
  EXPECT_GE(seen, 8);
}

TEST(CorrectedPermeability, is_far_better_than_that_of_the_mean_velocity_where_sound_makes_it_swing) {
  const std::vector<Look> looks = look_at_flow(0.4);
  int seen = 0;
  for (std::size_t i = 0; i < looks.size(); ++i) {
    double amplitude = 0;  // where the raw error passes zero the flow is no nearer to its limit
    for (std::size_t later = i; later < looks.size(); ++later)
      amplitude = std::max(amplitude, std::abs(looks[later].raw));
    if (amplitude < 1e-3 || amplitude > 3e-2) continue;
    ++seen;
    // 0.018 at most, measured.
    EXPECT_LT(std::abs(looks[i].corrected), 3 * 0.018 * amplitude) << "step " << looks[i].step;
  }
  EXPECT_GE(seen, 4);
}

TEST(CorrectedPermeability, is_within_the_bound) {
  for (const double porosity : {0.4, 0.6})
    for (const Look& look : look_at_flow(porosity)) {
      if (look.limit.error < 1e-6) continue;  // the limit itself is known no better
      EXPECT_LE(std::abs(look.limit.value - 1), look.limit.error) << "porosity " << porosity << " step " << look.step;
    }
}

}  // namespace
}  // namespace perm
