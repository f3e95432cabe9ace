// SPDX-License-Identifier: Apache-2.0
// The least dissipation in networks that are made of an image, and the error that slow pressure makes of K.
#include "darcy/pressure/unsteady_pressure.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>

#include "darcy/steady_flow.hpp"
#include "families/family.hpp"

namespace perm {
namespace {

/// Three cubes in a row along z, joined by ducts of one voxel; nothing wraps around.
PoreSpace chain() {
  PoreSpace pores({8, 8, 32});
  const auto open = [&pores](std::int64_t low, std::int64_t high, std::int64_t first, std::int64_t last) {
    for (std::int64_t z = first; z < last; ++z)
      for (std::int64_t y = low; y < high; ++y)
        for (std::int64_t x = low; x < high; ++x) pores.set_pore(x, y, z);
  };
  open(1, 6, 1, 7);
  open(3, 4, 7, 12);
  open(1, 6, 12, 18);
  open(3, 4, 18, 24);
  open(1, 6, 24, 30);
  return pores;
}

struct Chain {
  PoreSpace pores{chain()};
  PoreNetwork network{pores, map_squared_distances(pores), {}};

  LeastDissipation dissipation() const {
    return LeastDissipation(std::make_shared<const NetworkSolver>(network.cells(), network.throats()));
  }

  /// Gives rates that are spread over the cells of each cube; `of_cube` are the rates of the three.
  std::vector<double> rates(const std::array<double, 3>& of_cube) const {
    std::vector<double> cells(network.cells().size());
    std::vector<double> rates(network.cells().size());
    std::size_t cell = 0;
    for (std::int64_t z = 0; z < 32; ++z)
      for (std::int64_t y = 0; y < 8; ++y)
        for (std::int64_t x = 0; x < 8; ++x)
          if (pores.is_pore(x, y, z)) {
            const std::size_t body = network.body_of_voxel()[cell++];
            if (z < 7) rates[body] += of_cube[0] / 150;
            if (z >= 12 && z < 18) rates[body] += of_cube[1] / 150;
            if (z >= 24) rates[body] += of_cube[2] / 150;
          }
    return rates;
  }
};

TEST(LeastDissipation, of_a_chain_adds_up_and_goes_with_the_square_of_the_rates) {
  const Chain chain;
  const double first = chain.dissipation().of(chain.rates({1, -1, 0}));
  const double second = chain.dissipation().of(chain.rates({0, 1, -1}));
  const double both = chain.dissipation().of(chain.rates({1, 0, -1}));
  ASSERT_GT(first, 0);
  // The duct is 5 and 6 voxels long; what remains are its mouths, and the flow within the cubes.
  EXPECT_GT(second, first);
  EXPECT_NEAR(both / (first + second), 1, 0.1);
  EXPECT_NEAR(chain.dissipation().of(chain.rates({3, -3, 0})) / (9 * first), 1, 0.02);
  // 1/G of a duct of one voxel: 5/0.0351, and two mouths of 1.5/0.5^3.
  EXPECT_GT(first, 0.5 * (5 / 0.0351 + 24));
  EXPECT_LT(first, 2 * (5 / 0.0351 + 24));
}

TEST(LeastDissipation, leaves_out_what_a_closed_part_takes_up_on_the_whole) {
  const Chain chain;
  std::vector<double> rates = chain.rates({1, 0, -1});
  const double balanced = chain.dissipation().of(rates);
  for (std::size_t body = 0; body < rates.size(); ++body)
    rates[body] += 1e-3 * static_cast<double>(chain.network.cells()[body]);
  EXPECT_NEAR(chain.dissipation().of(rates) / balanced, 1, 0.02);
  EXPECT_EQ(chain.dissipation().of(std::vector<double>(rates.size())), 0);
}

TEST(LeastDissipation, is_nothing_where_all_bodies_take_up_alike) {
  const Chain chain;
  std::vector<double> rates;
  for (const std::int64_t cells : chain.network.cells()) rates.push_back(1e-9 * static_cast<double>(cells) / 3);
  EXPECT_EQ(chain.dissipation().of(rates), 0);
}

/// A tree of throats, whose fluxes follow from the rates: each throat carries what its branch takes up.
struct Tree {
  std::vector<std::int64_t> cells;
  std::vector<Throat> throats;  ///< throat i joins body i + 1 to its parent

  /// The parent of a body is one of the `reach` bodies before it; conductances differ by a factor of up to `spread`.
  Tree(std::uint32_t bodies, std::uint32_t reach, double spread, std::mt19937& random) : cells(bodies, 100) {
    std::uniform_real_distribution<double> exponent(-std::log(spread), 0);
    for (std::uint32_t body = 1; body < bodies; ++body) {
      const std::uint32_t parent = body - 1 - static_cast<std::uint32_t>(random() % std::min(reach, body));
      throats.push_back({parent, body, std::exp(exponent(random))});
    }
  }
  double dissipation(std::vector<double> rates) const {
    double sum = 0;
    for (std::size_t body = rates.size() - 1; body > 0; --body) {
      const Throat& throat = throats[body - 1];
      sum += rates[body] * rates[body] / throat.conductance;
      rates[throat.first] += rates[body];
    }
    return sum;
  }
};

TEST(LeastDissipation, is_right_to_a_thousandth_in_chains_and_trees) {
  std::mt19937 random(3);
  for (const std::uint32_t bodies : {30U, 3000U, 30000U})
    for (const std::uint32_t reach : {1U, 2U, 10U, bodies})
      for (const double spread : bodies > 3000 ? std::vector{1.0} : std::vector{1.0, 1e3, 1e6})
        for (const bool at_the_ends : {false, true}) {
          SCOPED_TRACE(testing::Message() << bodies << " bodies, reach " << reach << ", spread " << spread);
          const Tree tree(bodies, reach, spread, random);
          std::vector<double> rates(bodies);
          std::uniform_real_distribution<double> rate(-1, 1);
          if (at_the_ends) {
            rates.front() = 1;
            rates.back() = -1;
          } else {
            double sum = 0;
            for (double& one : rates) sum += one = rate(random);
            for (double& one : rates) one -= sum / static_cast<double>(bodies);
          }
          LeastDissipation found(std::make_shared<const NetworkSolver>(tree.cells, tree.throats));
          EXPECT_NEAR(found.of(rates) / tree.dissipation(rates), 1, 1e-3);
        }
}

/// Solves one of the images that slow pressure made bounds false on.
void expect_true_bound(families::Family family, std::uint64_t seed) {
  const PoreSpace pores = families::make_image(family, seed).pores;
  const auto solve = [&](double tolerance, Precision precision, std::optional<double> tau) {
    FlowOptions options;
    options.tolerance = tolerance;
    options.solver.precision = precision;
    options.tau = tau;
    return SteadyFlow(pores, options, estimate_run(pores, options)).run().result();
  };
  const FlowResult truth = solve(1e-6, Precision::float64, 0.55);
  ASSERT_EQ(truth.stop, StopReason::converged);
  for (const double tolerance : {1e-2, 1e-3, 1e-4}) {
    const FlowResult flow = solve(tolerance, Precision::float32, {});
    EXPECT_EQ(flow.stop, StopReason::converged);
    EXPECT_LE(flow.iteration_error, tolerance);
    EXPECT_NEAR(*flow.permeability_voxel2 / *truth.permeability_voxel2, 1, flow.iteration_error + truth.iteration_error)
        << "seed " << seed << " at " << tolerance;
  }
}

TEST(UnsteadyPressure, in_vugs_beside_an_open_channel_is_part_of_the_bound) {
  for (const std::uint64_t seed : {2U, 9U}) expect_true_bound(families::Family::parallel, seed);
}

TEST(UnsteadyPressure, in_vugs_that_one_voxel_joins_to_the_channel_is_part_of_the_bound) {
  for (const std::uint64_t seed : {1U, 9U, 12U}) expect_true_bound(families::Family::joined, seed);
}

}  // namespace
}  // namespace perm
