// SPDX-License-Identifier: Apache-2.0
// The fast solver against the oracle, distribution by distribution, on pore spaces of awkward sizes.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "geometry/random_pores.hpp"
#include "oracle/slow_lbm.hpp"
#include "solver/cpu/step_table.hpp"
#include "solver/state_bits.hpp"
#include "solver/test_device.hpp"

namespace perm {
namespace {

struct Case {
  Extent extent;
  double porosity;
};
constexpr std::array<Case, 14> cases{{{{7, 5, 3}, 0.6},
                                      {{33, 31, 5}, 0.3},
                                      {{13, 11, 9}, 0.9},
                                      {{64, 3, 2}, 0.5},
                                      {{1, 17, 19}, 0.7},
                                      {{17, 1, 5}, 0.7},
                                      {{40, 7, 1}, 0.4},
                                      {{2, 2, 2}, 0.8},
                                      {{31, 7, 6}, 1.0},
                                      {{97, 5, 4}, 0.05},
                                      {{129, 6, 3}, 0.15},
                                      {{32, 9, 8}, 0.8},
                                      {{63, 2, 9}, 0.2},
                                      {{1, 1, 1}, 1.0}}};

using Parameters = std::tuple<InstructionSet, Precision, Collision, Equilibrium>;
class Oracle : public testing::TestWithParam<Parameters> {};

/// Largest difference of any distribution after `steps` steps, relative to the largest deviation from rest.
double worst_difference(const Case& c, const SolverSettings& settings, int steps) {
  std::mt19937 random(42);
  const PoreSpace pores = random_pores(c.extent, c.porosity, random);
  if (pores.count_pores() == 0) return 0;
  const auto backend = make_test_backend(pores, settings);
  const double tau_odd =
      settings.collision == Collision::bgk ? settings.tau : 0.5 + settings.magic / (settings.tau - 0.5);
  reference::SlowLbm slow(static_cast<int>(c.extent.nx), static_cast<int>(c.extent.ny), static_cast<int>(c.extent.nz),
                          [&](int x, int y, int z) { return !pores.is_pore(x, y, z); },
                          {settings.tau, tau_odd, settings.equilibrium == Equilibrium::quadratic, settings.force});
  backend->advance(steps);
  for (int i = 0; i < steps; ++i) slow.step();
  double worst = 0;
  double largest = 0;
  const std::vector<double> f = all_distributions(*backend);
  std::size_t next = 0;  // cells come in memory order
  for (int z = 0; z < c.extent.nz; ++z)
    for (int y = 0; y < c.extent.ny; ++y)
      for (int x = 0; x < c.extent.nx; ++x) {
        if (!pores.is_pore(x, y, z)) continue;
        for (int q = 0; q < d3q19::directions; ++q, ++next) {
          const d3q19::Velocity v = d3q19::velocity(q);
          const double expected = slow.distribution(x, y, z, v.x, v.y, v.z) - d3q19::weight(q);
          worst = std::max(worst, std::abs(f[next] - expected));
          largest = std::max(largest, std::abs(expected));
        }
      }
  return worst / largest;
}

TEST_P(Oracle, agrees_with_the_fast_solver_on_odd_sized_random_pore_spaces_for_50_steps) {
  const auto [instructions, precision, collision, equilibrium] = GetParam();
  if (!is_supported(instructions)) GTEST_SKIP() << "this processor has no " << to_string(instructions);
  SolverSettings settings;
  settings.instructions = instructions;
  settings.precision = precision;
  settings.collision = collision;
  settings.equilibrium = equilibrium;
  settings.tau = 0.8;
  settings.threads = 2;
  settings.force = {2e-2, -8e-3, 6e-3};
  for (const Case& c : cases)
    EXPECT_LT(worst_difference(c, settings, 50), precision == Precision::float64 ? 1e-12 : 1e-5)
        << to_string(c.extent) << " porosity " << c.porosity;
}

INSTANTIATE_TEST_SUITE_P(Every, Oracle,
                         testing::Combine(testing::Values(InstructionSet::avx512, InstructionSet::avx2,
                                                          InstructionSet::plain),
                                          testing::Values(Precision::float32, Precision::float64),
                                          testing::Values(Collision::trt, Collision::bgk),
                                          testing::Values(Equilibrium::linear, Equilibrium::quadratic)),
                         [](const auto& named) {
                           return to_string(std::get<0>(named.param)) + "_" + to_string(std::get<1>(named.param)) +
                                  "_" + to_string(std::get<2>(named.param)) + "_" + to_string(std::get<3>(named.param));
                         });

}  // namespace
}  // namespace perm
