// SPDX-License-Identifier: Apache-2.0
#include "laplace/laplace_solver.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "laplace/slow_graph.hpp"

namespace perm {
namespace {

TEST(LaplaceSolver, finds_the_potential_of_a_known_flux) {
  unsigned seed = 40;
  for (const double porosity : {0.3, 0.6, 1.0})
    for (int rules = 0; rules < 4; ++rules) {
      SCOPED_TRACE("porosity " + std::to_string(porosity) + ", rules " + std::to_string(rules));
      const RandomGraph random({25, 18, 14}, porosity, rules_for_tests(rules), seed++);
      const CellGraph graph = random.graph();
      const std::vector<SlowLink> links = slow_links(random.pores, random.rules, random.widths, RandomGraph::of_edge);
      std::vector<float> known = random.random_values(6);
      const std::vector<double> flux = slow_flux(links, known);
      double power = 0;
      for (std::size_t i = 0; i < flux.size(); ++i) power += flux[i] * double{known[i]};
      std::vector<float> left(flux.begin(), flux.end());
      std::vector<float> potential(flux.size());
      const LaplaceSolution solution = LaplaceSolver(graph).solve(left, potential, 1e-8);
      EXPECT_LT(solution.iterations, 40);
      EXPECT_NEAR(solution.power, power, 1e-4 * power);
      const std::vector<double> found = slow_flux(links, potential);
      double error = 0;
      double whole = 0;
      for (std::size_t i = 0; i < flux.size(); ++i) {
        error += (found[i] - flux[i]) * (found[i] - flux[i]);
        whole += flux[i] * flux[i];
      }
      EXPECT_LT(error, 1e-6 * whole);
    }
}

TEST(LaplaceSolver, gives_the_same_bits_for_every_number_of_threads) {
  const RandomGraph random({40, 33, 30}, 0.4, {}, 9);
  std::vector<std::vector<float>> potentials;
  for (const int threads : {1, 2, 5}) {
    const CellGraph graph = random.graph(threads);
    std::vector<float> flux = random.random_values(2);
    potentials.emplace_back(flux.size());
    LaplaceSolver(graph).solve(flux, potentials.back(), 1e-4);
  }
  EXPECT_EQ(potentials[0], potentials[1]);
  EXPECT_EQ(potentials[0], potentials[2]);
}

TEST(LaplaceSolver, goes_on_to_what_it_would_have_found_at_once) {
  const RandomGraph random({40, 33, 30}, 0.4, {}, 9);
  const CellGraph graph = random.graph();
  std::vector<float> flux = random.random_values(2);
  std::vector<float> left = flux;
  std::vector<float> potential(flux.size());
  const LaplaceSolution at_once = LaplaceSolver(graph).solve(left, potential, 1e-6);
  std::vector<float> in_two(flux.size());
  LaplaceSolver solver(graph);
  EXPECT_LT(solver.solve(flux, in_two, 1e-2).iterations, at_once.iterations);
  std::ranges::fill(solver.room(), 5.0F);  // others may use it meanwhile
  const LaplaceSolution solution = solver.go_on(flux, in_two, 1e-6);
  EXPECT_EQ(solution.iterations, at_once.iterations);
  EXPECT_EQ(solution.power, at_once.power);
  EXPECT_EQ(in_two, potential);
  EXPECT_EQ(flux, left);
  EXPECT_EQ(solver.go_on(flux, in_two, 1e-6).iterations, at_once.iterations);  // nothing is left to do
}

TEST(LaplaceSolver, says_that_a_flux_that_is_no_number_has_no_solution) {
  const RandomGraph random({6, 6, 6}, 0.6, {}, 9);
  const CellGraph graph = random.graph();
  std::vector<float> flux = random.random_values(2);
  flux[3] = std::numeric_limits<float>::quiet_NaN();
  std::vector<float> potential(flux.size());
  EXPECT_TRUE(std::isnan(LaplaceSolver(graph).solve(flux, potential, 1e-4).power));
}

TEST(LaplaceSolver, gives_no_potential_where_nothing_flows) {
  const RandomGraph random({6, 6, 6}, 0.6, {}, 9);
  const CellGraph graph = random.graph();
  std::vector<float> flux(graph.nodes());
  std::vector<float> potential(flux.size(), 1.0F);
  EXPECT_EQ(LaplaceSolver(graph).solve(flux, potential, 1e-4).power, 0);
  EXPECT_EQ(std::ranges::count(potential, 0.0F), std::ssize(potential));
}

}  // namespace
}  // namespace perm
