// SPDX-License-Identifier: Apache-2.0
// Every streaming scheme moves distributions as the oracle does, on boxes of odd sizes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "geometry/random_pores.hpp"
#include "geometry/shapes/recipe.hpp"
#include "oracle/slow_lbm.hpp"
#include "solver/test_device.hpp"
#include "streaming/make_streaming_lattice.hpp"

namespace perm {
namespace {

/// Gives all distributions of the oracle, as deviations from rest. Every scheme is held against the same ones, so they
/// are kept by `name`.
const std::vector<double>& oracle(const std::string& name, const PoreSpace& pores, const SolverSettings& settings,
                                  int steps) {
  static std::map<std::string, std::vector<double>> known;
  if (const auto found = known.find(name); found != known.end()) return found->second;
  const Extent& n = pores.extent();
  const double tau_minus =
      settings.collision == Collision::bgk ? settings.tau : 0.5 + settings.magic / (settings.tau - 0.5);
  reference::SlowLbm slow(
      static_cast<int>(n.nx), static_cast<int>(n.ny), static_cast<int>(n.nz),
      [&](int x, int y, int z) { return !pores.is_pore(x, y, z); },
      {settings.tau, tau_minus, static_cast<reference::Equilibrium>(settings.equilibrium), settings.force});
  for (int i = 0; i < steps; ++i) slow.step();
  std::vector<double>& values = known[name];
  for (int z = 0; z < n.nz; ++z)
    for (int y = 0; y < n.ny; ++y)
      for (int x = 0; x < n.nx; ++x)
        for (int q = 0; q < d3q19::directions && pores.is_pore(x, y, z); ++q) {
          const d3q19::Velocity v = d3q19::velocity(q);
          values.push_back(slow.distribution(x, y, z, v.x, v.y, v.z) - d3q19::weight(q));
        }
  return values;
}

class Streaming : public testing::TestWithParam<StreamingScheme> {
 protected:
  static bool is_bgk_only(StreamingScheme scheme) { return scheme >= StreamingScheme::ntemp1; }
  void expect_agreement(const PoreSpace& pores, int steps) const {
    for (const Equilibrium equilibrium : {Equilibrium::linear, Equilibrium::quadratic, Equilibrium::incompressible})
      for (const Collision collision : {Collision::trt, Collision::bgk}) {
        if (collision == Collision::trt && is_bgk_only(GetParam())) continue;
        SolverSettings settings;
        settings.precision = Precision::float64;
        settings.equilibrium = equilibrium;
        settings.collision = collision;
        settings.tau = 0.8;
        settings.threads = 1;
        settings.force = {2e-4, -8e-5, 6e-5};
        const std::string name = to_string(pores.extent()) + " " + std::to_string(pores.count_pores()) + " " +
                                 to_string(equilibrium) + " " + to_string(collision);
        settings.device = device_under_test();
        const auto lattice = make_streaming_lattice(pores, settings, {GetParam(), 96});
        lattice->advance(steps);
        const std::vector<double> found = lattice->arrived();
        const std::vector<double>& expected = oracle(name, pores, settings, steps);
        ASSERT_EQ(found.size(), expected.size());
        double worst = 0;
        for (std::size_t i = 0; i < found.size(); ++i) worst = std::max(worst, std::abs(found[i] - expected[i]));
        EXPECT_LT(worst, 1e-13) << name;
      }
  }
};

TEST_P(Streaming, moves_distributions_as_the_oracle_does) {
  std::mt19937 random(42);  // the same pores for every scheme
  for (const Extent& extent : {Extent{11, 9, 5}, Extent{2, 3, 1}, Extent{5, 4, 35}})
    for (const double porosity : {0.5, 1.0}) {
      const PoreSpace pores = random_pores(extent, porosity, random);
      if (pores.count_pores() > 0) expect_agreement(pores, 100);
    }
}

TEST_P(Streaming, moves_distributions_between_spheres_as_the_oracle_does) {
  Recipe recipe;
  recipe.kind = GeometryKind::overlap;
  recipe.extent = {13, 17, 5};
  recipe.porosity = 0.6;
  recipe.radius = 2.5;
  expect_agreement(generate(recipe), 100);
}

INSTANTIATE_TEST_SUITE_P(Scheme, Streaming, testing::ValuesIn([] {
                           std::vector<StreamingScheme> schemes;
                           for (const auto& named : names_of<StreamingScheme>)
                             if (named.value != StreamingScheme::compact) schemes.push_back(named.value);
                           return schemes;
                         }()),
                         [](const auto& named) {
                           std::string name = to_string(named.param);
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace perm
