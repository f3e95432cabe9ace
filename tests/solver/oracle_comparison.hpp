// SPDX-License-Identifier: Apache-2.0
// Compares the fast solver with the oracle, distribution by distribution, on pore spaces of awkward sizes.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "geometry/random_pores.hpp"
#include "oracle/slow_lbm.hpp"
#include "solver/state_bits.hpp"
#include "solver/test_device.hpp"

namespace perm {

struct OracleCase {
  Extent extent;
  double porosity;
};
inline constexpr std::array<OracleCase, 14> oracle_cases{{{{7, 5, 3}, 0.6},
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

/// Gives the largest difference of any distribution after `steps` steps, relative to the largest deviation from rest.
inline double worst_difference(const OracleCase& c, const SolverSettings& settings, int steps) {
  std::mt19937 random(42);
  const PoreSpace pores = random_pores(c.extent, c.porosity, random);
  if (pores.count_pores() == 0) return 0;
  const auto backend = make_test_backend(pores, settings);
  const double tau_minus =
      settings.collision == Collision::bgk ? settings.tau : 0.5 + settings.magic / (settings.tau - 0.5);
  reference::SlowLbm slow(
      static_cast<int>(c.extent.nx), static_cast<int>(c.extent.ny), static_cast<int>(c.extent.nz),
      [&](int x, int y, int z) { return !pores.is_pore(x, y, z); },
      {settings.tau, tau_minus, static_cast<reference::Equilibrium>(settings.equilibrium), settings.force});
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

/// Steps every case 50 times. The tolerance is 1e-12 in float64 and 1e-5 in float32.
inline void expect_agreement_with_the_oracle(SolverSettings settings) {
  settings.tau = 0.8;
  settings.threads = 2;
  settings.force = {2e-2, -8e-3, 6e-3};
  for (const OracleCase& c : oracle_cases)
    EXPECT_LT(worst_difference(c, settings, 50), settings.precision == Precision::float64 ? 1e-12 : 1e-5)
        << to_string(c.extent) << " porosity " << c.porosity;
}

}  // namespace perm
