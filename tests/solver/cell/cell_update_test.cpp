// SPDX-License-Identifier: Apache-2.0
// The collision of one cell keeps what the equations promise, for any numbers.
#include "solver/cell/cell_update.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <tuple>

namespace perm {
namespace {

constexpr int directions = d3q19::directions;

/// Gives random deviations of about `size`.
template <class Real>
void fill_at_random(Real (&f)[directions], double size, std::mt19937& random) {
  for (Real& value : f) value = static_cast<Real>(size * (static_cast<double>(random()) / 2147483648.0 - 1));
}

template <class Real>
double density_of(const Real (&f)[directions]) {
  double sum = 0;
  for (const Real value : f) sum += static_cast<double>(value);
  return sum;
}

template <class Real>
std::array<double, 3> momentum_of(const Real (&f)[directions]) {
  std::array<double, 3> sum{};
  for (int q = 0; q < directions; ++q) {
    const d3q19::Velocity c = d3q19::velocity(q);
    const auto value = static_cast<double>(f[q]);
    sum[0] += c.x * value;
    sum[1] += c.y * value;
    sum[2] += c.z * value;
  }
  return sum;
}

/// Gives the equilibrium of the textbook, as a deviation from rest.
double equilibrium_of(Equilibrium kind, int q, double density, const std::array<double, 3>& u) {
  const d3q19::Velocity c = d3q19::velocity(q);
  const double w = d3q19::weight(q);
  const double cu = c.x * u[0] + c.y * u[1] + c.z * u[2];
  const double uu = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
  if (kind == Equilibrium::linear) return w * (density + 3 * cu);
  if (kind == Equilibrium::incompressible) {
    // <x x y y> gets u_z^2/6 more from four directions, and lower moments nothing: x and y and rest pay for it
    const std::array<double, 3> more{u[0] * u[0] / 6, u[1] * u[1] / 6, u[2] * u[2] / 6};
    const std::array<int, 3> along{c.x, c.y, c.z};
    double part = more[0] + more[1] + more[2];  // at rest
    const int straightness = c.x * c.x + c.y * c.y + c.z * c.z;
    if (straightness == 1) part = 0;
    for (std::size_t a = 0; a < 3; ++a) {
      if (straightness == 1 && along[a] == 0) part -= more[a] / 2;
      if (straightness == 2 && along[a] == 0) part = more[a] / 4;
    }
    return w * (density + 3 * cu + 4.5 * cu * cu - 1.5 * uu) + part;
  }
  return w * (1 + density) * (1 + 3 * cu + 4.5 * cu * cu - 1.5 * uu) - w;
}

template <class Real>
Moments<Real> collide_as(Equilibrium kind, Real (&f)[directions], const CollisionParameters<Real>& parameters) {
  return kind == Equilibrium::linear ? collide<Equilibrium::linear>(f, parameters)
                                     : collide<Equilibrium::quadratic>(f, parameters);
}

using Kinds = std::tuple<Collision, Equilibrium>;
class CellUpdate : public testing::TestWithParam<Kinds> {
 protected:
  static SolverSettings settings() {
    SolverSettings settings;
    settings.collision = std::get<0>(GetParam());
    settings.equilibrium = std::get<1>(GetParam());
    settings.tau = 0.7;
    settings.force = {3e-3, -2e-3, 1e-3};
    return settings;
  }

  template <class Real>
  static void expect_conservation() {
    const double rounding = 40 * 0.05 * static_cast<double>(std::numeric_limits<Real>::epsilon());
    const auto parameters = make_collision_parameters<Real>(settings());
    std::mt19937 random(11);
    for (int trial = 0; trial < 1000; ++trial) {
      Real f[directions];
      fill_at_random(f, 0.05, random);
      const double density = density_of(f);
      const std::array<double, 3> momentum = momentum_of(f);
      collide_as(settings().equilibrium, f, parameters);
      ASSERT_NEAR(density_of(f), density, rounding);
      for (std::size_t a = 0; a < 3; ++a)
        ASSERT_NEAR(momentum_of(f)[a] - momentum[a], settings().force[a], rounding) << "axis " << a;
    }
  }
};

TEST_P(CellUpdate, keeps_the_mass_and_adds_the_force_to_the_momentum_in_float64) { expect_conservation<double>(); }

TEST_P(CellUpdate, keeps_the_mass_and_adds_the_force_to_the_momentum_in_float32) { expect_conservation<float>(); }

TEST_P(CellUpdate, leaves_the_equilibrium_as_it_is_when_there_is_no_force) {
  SolverSettings without_force = settings();
  without_force.force = {};
  const auto parameters = make_collision_parameters<double>(without_force);
  const std::array<double, 3> u{0.03, -0.05, 0.02};
  double f[directions];
  for (int q = 0; q < directions; ++q) f[q] = equilibrium_of(without_force.equilibrium, q, 0.08, u);
  collide_as(without_force.equilibrium, f, parameters);
  for (int q = 0; q < directions; ++q)
    EXPECT_NEAR(f[q], equilibrium_of(without_force.equilibrium, q, 0.08, u), 1e-16) << "direction " << q;
}

TEST_P(CellUpdate, reaches_the_equilibrium_at_once_when_both_times_are_one) {
  SolverSettings one = settings();
  one.tau = 1;
  one.magic = 0.25;
  one.force = {};
  std::mt19937 random(7);
  double f[directions];
  fill_at_random(f, 0.05, random);
  const Moments<double> m = collide_as(one.equilibrium, f, make_collision_parameters<double>(one));
  for (int q = 0; q < directions; ++q)
    EXPECT_NEAR(f[q], equilibrium_of(one.equilibrium, q, m.density, {m.velocity[0], m.velocity[1], m.velocity[2]}),
                1e-15)
        << "direction " << q;
}

TEST_P(CellUpdate, gives_the_moments_before_the_collision_with_half_of_the_force) {
  std::mt19937 random(13);
  double f[directions];
  fill_at_random(f, 0.05, random);
  const double density = density_of(f);
  const std::array<double, 3> momentum = momentum_of(f);
  const Moments<double> m = collide_as(settings().equilibrium, f, make_collision_parameters<double>(settings()));
  EXPECT_NEAR(m.density, density, 1e-15);
  const double rho = settings().equilibrium == Equilibrium::quadratic ? 1 + density : 1;
  for (std::size_t a = 0; a < 3; ++a)
    EXPECT_NEAR(m.velocity[a], (momentum[a] + settings().force[a] / 2) / rho, 1e-15) << "axis " << a;
}

TEST_P(CellUpdate, in_float32_agrees_with_float64) {
  const auto in_double = make_collision_parameters<double>(settings());
  const auto in_float = make_collision_parameters<float>(settings());
  std::mt19937 random(17);
  for (int trial = 0; trial < 1000; ++trial) {
    float f[directions];
    double g[directions];
    fill_at_random(f, 0.05, random);
    std::copy(std::begin(f), std::end(f), std::begin(g));
    const Moments<float> m = collide_as(settings().equilibrium, f, in_float);
    const Moments<double> n = collide_as(settings().equilibrium, g, in_double);
    for (int q = 0; q < directions; ++q) ASSERT_NEAR(static_cast<double>(f[q]), g[q], 1e-7) << "direction " << q;
    ASSERT_NEAR(static_cast<double>(m.density), n.density, 1e-7);
    for (int a = 0; a < 3; ++a) ASSERT_NEAR(static_cast<double>(m.velocity[a]), n.velocity[a], 1e-7) << "axis " << a;
  }
}

TEST_P(CellUpdate, of_a_vector_gives_the_bits_of_each_number_alone) {
  typedef float Vector __attribute__((vector_size(16)));
  const auto parameters = make_collision_parameters<float>(settings());
  std::mt19937 random(19);
  float alone[4][directions];
  Vector together[directions];
  for (int lane = 0; lane < 4; ++lane) {
    fill_at_random(alone[lane], 0.05, random);
    for (int q = 0; q < directions; ++q) together[q][lane] = alone[lane][q];
  }
  if (settings().equilibrium == Equilibrium::linear)
    collide<Equilibrium::linear>(together, parameters);
  else
    collide<Equilibrium::quadratic>(together, parameters);
  for (int lane = 0; lane < 4; ++lane) {
    collide_as(settings().equilibrium, alone[lane], parameters);
    for (int q = 0; q < directions; ++q)
      EXPECT_EQ(together[q][lane], alone[lane][q]) << "lane " << lane << " direction " << q;
  }
}

TEST_P(CellUpdate, sees_no_velocity_and_no_density_deviation_at_rest_under_the_force) {
  const auto parameters = make_collision_parameters<double>(settings());
  double f[directions];
  for (int q = 0; q < directions; ++q) f[q] = rest_distribution(q, parameters.force);
  const Moments<double> m = collide_as(settings().equilibrium, f, parameters);
  EXPECT_EQ(m.density, 0);
  for (int a = 0; a < 3; ++a) EXPECT_NEAR(m.velocity[a], 0, 1e-18) << "axis " << a;
}

TEST_P(CellUpdate, turns_rest_under_the_force_round_so_that_walls_give_it_back) {
  const auto parameters = make_collision_parameters<double>(settings());
  double f[directions];
  for (int q = 0; q < directions; ++q) f[q] = rest_distribution(q, parameters.force);
  collide_as(settings().equilibrium, f, parameters);
  for (int q = 0; q < directions; ++q)
    EXPECT_NEAR(f[q], rest_distribution(d3q19::opposite(q), parameters.force), 1e-18) << "direction " << q;
}

INSTANTIATE_TEST_SUITE_P(
    Of, CellUpdate,
    testing::Combine(testing::Values(Collision::trt, Collision::bgk),
                     testing::Values(Equilibrium::linear, Equilibrium::quadratic, Equilibrium::incompressible)),
    [](const auto& named) { return to_string(std::get<0>(named.param)) + "_" + to_string(std::get<1>(named.param)); });

TEST(CellUpdate, with_the_linear_equilibrium_scales_with_its_input_bit_for_bit) {
  SolverSettings small;
  small.force = {3e-3, -2e-3, 1e-3};
  SolverSettings large = small;
  for (double& component : large.force) component *= 1024;
  std::mt19937 random(23);
  double f[directions];
  double g[directions];
  fill_at_random(f, 0.05, random);
  for (int q = 0; q < directions; ++q) g[q] = 1024 * f[q];
  collide<Equilibrium::linear>(f, make_collision_parameters<double>(small));
  collide<Equilibrium::linear>(g, make_collision_parameters<double>(large));
  for (int q = 0; q < directions; ++q) EXPECT_EQ(g[q], 1024 * f[q]) << "direction " << q;
}

TEST(CollisionParameters, of_trt_have_the_magic_parameter_and_of_bgk_one_rate) {
  SolverSettings settings;
  settings.tau = 0.6;
  settings.magic = 0.25;
  const auto trt = make_collision_parameters<double>(settings);
  EXPECT_DOUBLE_EQ((1 / trt.omega_plus - 0.5) * (1 / trt.omega_minus - 0.5), 0.25);
  EXPECT_DOUBLE_EQ(1 / trt.omega_plus, 0.6);
  settings.collision = Collision::bgk;
  const auto bgk = make_collision_parameters<double>(settings);
  EXPECT_EQ(bgk.omega_plus, bgk.omega_minus);
  EXPECT_DOUBLE_EQ(1 / bgk.omega_plus, 0.6);
}

}  // namespace
}  // namespace perm
