// SPDX-License-Identifier: Apache-2.0
// The measures of a flow know its momentum and the force that its walls take, by the oracle, which knows no such force.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>
#include <utility>

#include "geometry/random_pores.hpp"
#include "oracle/slow_lbm.hpp"
#include "solver/test_device.hpp"

namespace perm {
namespace {

SolverSettings settings_with(const std::array<double, 3>& force) {
  SolverSettings settings;
  settings.precision = Precision::float64;
  settings.force = force;
  settings.tau = 0.8;
  settings.threads = 2;
  return settings;
}

/// Gives the momentum of all cells of the oracle.
std::array<double, 3> momentum_of(const reference::SlowLbm& slow, const PoreSpace& pores) {
  std::array<double, 3> momentum{};
  for (int z = 0; z < pores.extent().nz; ++z)
    for (int y = 0; y < pores.extent().ny; ++y)
      for (int x = 0; x < pores.extent().nx; ++x) {
        if (!pores.is_pore(x, y, z)) continue;
        for (int q = 1; q < d3q19::directions; ++q) {
          const d3q19::Velocity c = d3q19::velocity(q);
          const double f = slow.distribution(x, y, z, c.x, c.y, c.z) - d3q19::weight(q);
          momentum[0] += c.x * f;
          momentum[1] += c.y * f;
          momentum[2] += c.z * f;
        }
      }
  return momentum;
}

// The oracle takes one step at a time, and so tells the force of each.
TEST(WallForces, of_a_step_are_what_the_momentum_of_the_oracle_lacks) {
  std::mt19937 random(59);
  const PoreSpace pores = random_pores({19, 13, 11}, 0.7, random);
  for (const auto& [equilibrium, of_oracle] : {std::pair{Equilibrium::linear, reference::Equilibrium::linear},
                                               {Equilibrium::quadratic, reference::Equilibrium::quadratic},
                                               {Equilibrium::incompressible, reference::Equilibrium::incompressible}}) {
    SolverSettings settings = settings_with({1e-4, -3e-5, 2e-5});
    settings.equilibrium = equilibrium;
    reference::SlowLbm slow(static_cast<int>(pores.extent().nx), static_cast<int>(pores.extent().ny),
                            static_cast<int>(pores.extent().nz),
                            [&](int x, int y, int z) { return !pores.is_pore(x, y, z); },
                            {settings.tau, 0.5 + settings.magic / (settings.tau - 0.5), of_oracle, settings.force});
    const auto backend = make_test_backend(pores, settings);
    const auto cells = static_cast<double>(pores.count_pores());
    std::array<double, 3> before{};
    for (int step = 1; step <= 8; ++step) {
      slow.step();
      const std::array<double, 3> now = momentum_of(slow, pores);
      reference::SlowLbm next = slow;
      next.step();
      const std::array<double, 3> behind = momentum_of(next, pores);
      if (step % 2 == 0) {
        backend->advance(2);
        const FlowMeasures measures = backend->measure();
        for (std::size_t a = 0; a < 3; ++a) {
          const double driven = settings.force[a] * cells;
          EXPECT_NEAR(measures.momentum[a], now[a], 1e-9 * std::abs(driven)) << step;
          EXPECT_NEAR(2 * measures.wall_force[a] - measures.next_wall_force[a], driven - (now[a] - before[a]),
                      1e-9 * std::abs(driven))
              << step;
          EXPECT_NEAR(measures.next_wall_force[a], driven - (behind[a] - now[a]), 1e-9 * std::abs(driven)) << step;
        }
      }
      before = now;
    }
  }
}

TEST(WallForces, count_faces_that_are_sealed_as_walls) {
  std::mt19937 random(5);
  const PoreSpace pores = random_pores({9, 8, 7}, 0.9, random);
  PoreSpace walled({9, 9, 8});  // the same with a layer of solid beside it across y and z
  for (std::int64_t z = 0; z < 7; ++z)
    for (std::int64_t y = 0; y < 8; ++y)
      for (std::int64_t x = 0; x < 9; ++x)
        if (pores.is_pore(x, y, z)) walled.set_pore(x, y, z);
  SolverSettings settings = settings_with({1e-4, 0, 0});
  const Domain sealed({9, 8, 7}, FaceRules({FaceRule::periodic, FaceRule::sealed, FaceRule::sealed}));
  settings.device = device_under_test();
  const auto backend = make_backend(sealed, pores, settings);
  const auto other = make_test_backend(walled, settings);
  backend->advance(20);
  other->advance(20);
  EXPECT_EQ(backend->measure().wall_force, other->measure().wall_force);
  EXPECT_EQ(backend->measure().momentum, other->measure().momentum);
  EXPECT_GT(backend->measure().wall_force[0], 0);
}

}  // namespace
}  // namespace perm
