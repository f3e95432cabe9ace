// SPDX-License-Identifier: Apache-2.0
#include "solver/cell/wall_force.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

namespace perm {
namespace {

using Force = std::array<double, 3>;

Force force_of(const double (&f)[d3q19::directions], SolidLinks solid) {
  const WallForce force = wall_force(f, solid, make_wall_force_parameters({}));
  return {force.before[0], force.before[1], force.before[2]};
}

// What a step sends out comes back and is what the next moment sees of it.
TEST(WallForce, of_the_next_step_is_that_which_is_seen_behind_it) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> values(-0.01, 0.01);
  for (const Equilibrium equilibrium : {Equilibrium::linear, Equilibrium::quadratic, Equilibrium::incompressible}) {
    SolverSettings settings;
    settings.tau = 0.7;
    settings.force = {1e-3, -2e-3, 3e-3};
    settings.equilibrium = equilibrium;
    double f[d3q19::directions];
    for (double& value : f) value = values(random);
    constexpr SolidLinks all = (1U << (d3q19::directions - 1)) - 1U;
    const WallForce now = wall_force(f, all, make_wall_force_parameters(settings));
    double after[d3q19::directions];
    std::copy(f, f + d3q19::directions, after);
    const auto parameters = make_collision_parameters<double>(settings);
    if (equilibrium == Equilibrium::linear)
      collide<Equilibrium::linear>(after, parameters);
    else
      collide<Equilibrium::quadratic>(after, parameters);
    for (int q = 0; q < d3q19::directions; ++q) f[q] = after[d3q19::opposite(q)];  // a cell closed all around
    const Force behind = force_of(f, all);
    for (std::size_t a = 0; a < 3; ++a) EXPECT_EQ(now.next[a], behind[a]) << to_string(equilibrium);
  }
}

TEST(WallForce, of_one_link_is_twice_the_momentum_that_comes_back_along_it) {
  double f[d3q19::directions];
  for (int q = 0; q < d3q19::directions; ++q) f[q] = 0.5 + q;
  for (int q = 1; q < d3q19::directions; ++q) {
    const d3q19::Velocity c = d3q19::velocity(q);
    const double back = 2 * f[d3q19::opposite(q)];
    EXPECT_EQ(force_of(f, 1U << (q - 1)), (Force{c.x * back, c.y * back, c.z * back})) << q;
  }
}

TEST(WallForce, of_no_link_is_none_and_of_pressure_between_two_walls_is_none) {
  double f[d3q19::directions];
  for (int q = 0; q < d3q19::directions; ++q) f[q] = d3q19::weight(q) * 0.01;
  EXPECT_EQ(force_of(f, 0), (Force{0, 0, 0}));
  EXPECT_EQ(force_of(f, (1U << (d3q19::directions - 1)) - 1U), (Force{0, 0, 0}));
}

TEST(WallForce, of_pressure_on_a_plane_wall_is_a_third_of_the_density) {
  double f[d3q19::directions];
  for (int q = 0; q < d3q19::directions; ++q) f[q] = d3q19::weight(q) * 0.01;
  SolidLinks below = 0;
  for (int q = 1; q < d3q19::directions; ++q)
    if (d3q19::velocity(q).y < 0) below |= 1U << (q - 1);
  const Force force = force_of(f, below);
  EXPECT_NEAR(force[1], -0.01 / 3, 1e-17);
  EXPECT_NEAR(force[0], 0, 1e-18);
  EXPECT_NEAR(force[2], 0, 1e-18);
}

TEST(WallForce, of_many_links_is_the_sum_over_them) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> values(-1, 1);
  for (int trial = 0; trial < 100; ++trial) {
    double f[d3q19::directions];
    for (double& value : f) value = values(random);
    const SolidLinks solid = random() & ((1U << (d3q19::directions - 1)) - 1U);
    Force sum{};
    for (int q = 1; q < d3q19::directions; ++q)
      if ((solid >> (q - 1) & 1U) != 0)
        for (std::size_t a = 0; a < 3; ++a) sum[a] += force_of(f, 1U << (q - 1))[a];
    for (std::size_t a = 0; a < 3; ++a) EXPECT_NEAR(force_of(f, solid)[a], sum[a], 1e-14);
  }
}

}  // namespace
}  // namespace perm
