// SPDX-License-Identifier: Apache-2.0
// The equilibrium has the moments of a Maxwellian, and a collision keeps what it must keep.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/errors.hpp"
#include "streaming/thermal/random_gas.hpp"
#include "streaming/thermal/sites/gas_site.hpp"
#include "streaming/thermal/sites/require_gas.hpp"

namespace perm::thermal {
namespace {

/// Gives the mean of c^n over a Gaussian of this mean and variance.
double gaussian_moment(int n, double mean, double variance) {
  if (n == 0) return 1;
  double before = 1;
  double moment = mean;
  for (int i = 2; i <= n; ++i) {
    const double next = mean * moment + (i - 1) * variance * before;
    before = moment;
    moment = next;
  }
  return moment;
}

TEST(GasEquilibrium, has_the_moments_of_a_maxwellian_up_to_the_fourth_order) {
  for (const auto& [density, ux, uy, temperature] :
       {std::array{1.0, 0.0, 0.0, reference_temperature}, std::array{0.7, 0.2, -0.1, 0.5},
        std::array{1.6, -0.3, 0.25, 1.1}}) {
    const GasEquilibrium<double> equilibrium(density, ux, uy, temperature);
    for (int m = 0; m <= 4; ++m)
      for (int n = 0; m + n <= 4; ++n) {
        double sum = 0;
        for (int q = 0; q < directions; ++q)
          sum += std::pow(velocity(q).x, m) * std::pow(velocity(q).y, n) * equilibrium.population(q);
        EXPECT_NEAR(sum, density * gaussian_moment(m, ux, temperature) * gaussian_moment(n, uy, temperature), 1e-13)
            << "moment " << m << ", " << n;
      }
  }
}

TEST(GasCollision, keeps_mass_and_adds_the_momentum_and_the_work_of_gravity) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> off(-0.2, 0.2);
  const GasParameters gas = make_gas_parameters(0.7, 2e-3, -5e-3);
  for (int trial = 0; trial < 20; ++trial) {
    double before[directions];
    for (int q = 0; q < directions; ++q) before[q] = weight(q) * (1 + off(random));
    double after[directions];
    std::ranges::copy(before, after);
    collide(after, gas);
    const GasMoments<double> a = moments_of(before);
    const GasMoments<double> b = moments_of(after);
    EXPECT_NEAR(b.density, a.density, 1e-15);
    double work = 0;
    for (int i = 0; i < 2; ++i) {
      EXPECT_NEAR(b.velocity[i], a.velocity[i] + gas.gravity[i], 1e-15);
      work += gas.gravity[i] * (a.velocity[i] + b.velocity[i]) / 2;
    }
    const auto energy = [](const GasMoments<double>& m) {
      return (m.velocity[0] * m.velocity[0] + m.velocity[1] * m.velocity[1]) / 2 + m.temperature;
    };
    EXPECT_NEAR(energy(b) - energy(a), work, 1e-15);
    EXPECT_NEAR(fields_after_collision(after, gas).velocity[1], (a.velocity[1] + b.velocity[1]) / 2, 1e-16);
  }
}

TEST(GasCollision, leaves_an_equilibrium_as_it_is) {
  const GasEquilibrium<double> equilibrium(1.2, 0.1, -0.05, 0.8);
  double f[directions];
  for (int q = 0; q < directions; ++q) f[q] = equilibrium.population(q);
  collide(f, make_gas_parameters(0.6, 0, 0));
  for (int q = 0; q < directions; ++q) EXPECT_NEAR(f[q], equilibrium.population(q), 1e-15);
}

/// A number that counts what is done with it.
struct Counted {
  Counted(double given = 0) : value(given) {}
  double value;
  static inline int operations = 0;
};
Counted count(double value) {
  ++Counted::operations;
  return value;
}
Counted operator+(const Counted& a, const Counted& b) { return count(a.value + b.value); }
Counted operator-(const Counted& a, const Counted& b) { return count(a.value - b.value); }
Counted operator*(const Counted& a, const Counted& b) { return count(a.value * b.value); }
Counted operator/(const Counted& a, const Counted& b) { return count(a.value / b.value); }
Counted& operator+=(Counted& a, const Counted& b) { return a = a + b; }

TEST(GasCollision, has_as_many_operations_as_are_named) {
  Counted f[directions];
  for (int q = 0; q < directions; ++q) f[q] = weight(q);
  Counted::operations = 0;
  collide(f, make_gas_parameters(0.6, 0, -1e-4));
  EXPECT_EQ(Counted::operations, collision_operations);
  EXPECT_NEAR(f[0].value, weight(0), 1e-6);
}

/// The named limits are those of a positive equilibrium at rest, to a part in ten thousand.
TEST(GasLimits, are_where_the_equilibrium_at_rest_loses_its_sign) {
  const auto least = [](double temperature) {
    const GasEquilibrium<double> equilibrium(1, 0, 0, temperature);
    double smallest = 1;
    for (int q = 0; q < directions; ++q) smallest = std::min(smallest, equilibrium.population(q));
    return smallest;
  };
  EXPECT_GT(least(least_temperature), 0);
  EXPECT_LT(least(least_temperature - 1e-4), 0);
  EXPECT_GT(least(most_temperature), 0);
  EXPECT_LT(least(most_temperature + 1e-4), 0);
}

std::string refusal(const GasBox& box, const GasChoice& choice) {
  try {
    require_gas(box, choice);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(GasLimits, refuse_in_one_line_what_cannot_be_stepped) {
  EXPECT_EQ(refusal({}, {}), "");
  GasBox box;
  box.nx = 2;
  EXPECT_NE(refusal(box, {}).find("2 sites along x"), std::string::npos);
  box = {};
  for (const double tau : {0.5, 0.3, -1.0, 20.0, std::nan("")}) {
    box.tau = tau;
    EXPECT_NE(refusal(box, {}).find("relaxation time"), std::string::npos) << tau;
  }
  box = {};
  for (const double temperature : {0.3, 2.0, -1.0, std::nan("")}) {
    box.walls = {0.7, temperature};
    EXPECT_NE(refusal(box, {}).find("wall above"), std::string::npos) << temperature;
  }
  box = {};
  box.gravity = {0, -0.1};
  EXPECT_NE(refusal(box, {}).find("gravity"), std::string::npos);
  GasChoice choice;
  choice.tiles_x = 2;
  EXPECT_NE(refusal({}, choice).find("2 x 1 tiles"), std::string::npos);
  choice = {};
  choice.block = 100;
  EXPECT_NE(refusal({}, choice).find("100 threads"), std::string::npos);
}

}  // namespace
}  // namespace perm::thermal
