// SPDX-License-Identifier: Apache-2.0
#include "validation/references/thermal/heated_layer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

namespace perm::reference {
namespace {

constexpr double of_boussinesq = 1707.762;  // at k H = 3.117, between rigid walls (Reid and Harris 1958)

double critical_rayleigh(double difference, double wavenumber) {
  HeatedLayer layer{1, 0, 1e-3 * difference, 1, 1 + difference / 2, 1 - difference / 2};
  layer.gravity = critical_gravity(layer, wavenumber);
  return rayleigh_number(layer);
}

TEST(HeatedLayer, convects_from_the_rayleigh_number_of_boussinesq_on) {
  const double small = critical_rayleigh(0.01, 3.117), large = critical_rayleigh(0.1, 3.117);
  EXPECT_NEAR(small, of_boussinesq, 3e-5 * of_boussinesq);
  EXPECT_NEAR((of_boussinesq - large) / of_boussinesq, 0.0017, 1e-4);
  EXPECT_NEAR((of_boussinesq - large) / (of_boussinesq - small), 100, 10);
}

TEST(HeatedLayer, convects_first_at_the_wavenumber_of_boussinesq) {
  const double middle = 3.117, by = 0.1;
  const std::array around{critical_rayleigh(0.01, middle - by), critical_rayleigh(0.01, middle),
                          critical_rayleigh(0.01, middle + by)};
  const double curvature = around[0] - 2 * around[1] + around[2];
  EXPECT_GT(curvature, 0);
  EXPECT_NEAR(middle + by * (around[0] - around[2]) / (2 * curvature), 3.117, 3e-3);
}

TEST(HeatedLayer, carries_the_same_heat_everywhere) {
  for (const double gravity : {0.0, 0.01, 1.0, 4.0}) {
    const HeatedLayer heated{1.5, gravity, 1e-3, 2, 1.3, 0.8};
    const GasLayer layer = conducting_layer(heated);
    // the heat of the bottom, by a one-sided difference, then p' = -p g/T and T' = heat/p by Runge-Kutta
    const auto t = [&](int i) { return layer.temperature(1e-3 * i); };
    const double heat = 2 * (-25 * t(0) + 48 * t(1) - 36 * t(2) + 16 * t(3) - 3 * t(4)) / 12e-3;
    std::array<double, 2> state{2, 1.3};
    const auto rate = [&](const std::array<double, 2>& at) {
      return std::array{-at[0] * gravity / at[1], heat / at[0]};
    };
    const int steps = 300;
    const double h = heated.height / steps;
    for (int i = 0; i < steps; ++i) {
      const auto moved = [&](const std::array<double, 2>& along, double by) {
        return std::array{state[0] + by * along[0], state[1] + by * along[1]};
      };
      const auto a = rate(state), b = rate(moved(a, h / 2)), c = rate(moved(b, h / 2)), d = rate(moved(c, h));
      for (std::size_t j = 0; j < 2; ++j) state[j] += h / 6 * (a[j] + 2 * b[j] + 2 * c[j] + d[j]);
      EXPECT_NEAR(layer.temperature(std::min(heated.height, (i + 1) * h)), state[1], 1e-8);
    }
    EXPECT_NEAR(state[1], 0.8, 1e-8);
  }
}

TEST(HeatedLayer, grows_alike_with_twice_the_points_at_all_rayleigh_numbers) {
  for (const double gravity : {0.003, 0.03, 0.1}) {
    const GasLayer layer = conducting_layer({1, gravity, 1e-3, 1, 1.2, 0.8});
    const double growth = fastest_mode(layer, 3.1, 48).growth;
    EXPECT_NEAR(fastest_mode(layer, 3.1, 96).growth, growth, 1e-9);
    EXPECT_EQ(growth > 0, rayleigh_number({1, gravity, 1e-3, 1, 1.2, 0.8}) > of_boussinesq);
  }
}

TEST(HeatedLayer, is_marginal_where_its_growth_changes_sign) {
  HeatedLayer layer{200, 0, 0.1, 1, 0.9, 0.6};
  const double k = 3.117 / layer.height, gravity = critical_gravity(layer, k);
  for (const double factor : {1 - 1e-6, 1 + 1e-6}) {
    layer.gravity = factor * gravity;
    EXPECT_EQ(fastest_mode(conducting_layer(layer), k).growth > 0, factor > 1);
  }
}

TEST(HeatedLayer, refuses_what_cannot_convect) {
  const HeatedLayer layer{1, 0.01, 1e-3, 1, 1.1, 0.9};
  EXPECT_THROW(critical_gravity({1, 0, 1e-3, 1, 0.9, 1.1}, 3), std::domain_error);
  EXPECT_THROW(critical_gravity({1, 0, 0.1, 1, 1.1, 0.9}, 3), std::domain_error);
  EXPECT_THROW(critical_gravity(layer, 0), std::domain_error);
  EXPECT_THROW(conducting_layer({0, 0, 1e-3, 1, 1.1, 0.9}), std::domain_error);
  EXPECT_THROW(conducting_layer({1, 0, 1e-3, 1, 0, 0.9}), std::domain_error);
  EXPECT_THROW(conducting_layer({1, -1, 1e-3, 1, 1.1, 0.9}), std::domain_error);
  EXPECT_THROW(conducting_layer({1, 18.1, 1e-3, 1, 1.1, 0.9}), std::domain_error);
  EXPECT_NO_THROW(conducting_layer({1, 17.9, 1e-3, 1, 1.1, 0.9}));
}

}  // namespace
}  // namespace perm::reference
