// SPDX-License-Identifier: Apache-2.0
// Tests the permeability corrected to second order on a flow whose limit is known.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "darcy/bounds/residual_bound.hpp"
#include "geometry/connectivity/connectivity.hpp"
#include "geometry/shapes/recipe.hpp"
#include "solver/test_device.hpp"

namespace perm {
namespace {

/// Holds one look at a flow from rest through overlapping spheres, as a run looks at it.
struct Look {
  std::int64_t step;
  double raw;        ///< nu <u>/g over its limit, less 1
  double corrected;  ///< nu <u>/g over its limit, less 1, after the correction
  Limit limit;       ///< the bound on it; its value is divided by the true limit
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
  // At this porosity one mode is left in the end, and the error of nu <u>/g is a measure of the error of the flow.
  constexpr double curvature = 1.45;  // the largest ratio of corrected error to squared raw error that was measured
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

TEST(CorrectedPermeability, is_far_better_than_that_of_the_mean_velocity_where_sound_makes_it_oscillate) {
  const std::vector<Look> looks = look_at_flow(0.4);
  int seen = 0;
  for (std::size_t i = 0; i < looks.size(); ++i) {
    double amplitude = 0;  // where the raw error passes zero the flow is no nearer to its limit
    for (std::size_t later = i; later < looks.size(); ++later)
      amplitude = std::max(amplitude, std::abs(looks[later].raw));
    if (amplitude < 1e-3 || amplitude > 3e-2) continue;
    ++seen;
    // The largest ratio that was measured is 0.018.
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
