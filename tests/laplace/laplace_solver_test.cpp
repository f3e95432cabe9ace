// SPDX-License-Identifier: Apache-2.0
#include "laplace/laplace_solver.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "laplace/slow_graph.hpp"

namespace perm {
namespace {

/// Gives what leaves each piece, of the links between cells, where the cells of a piece have its potential.
std::vector<double> flux_of_pieces(const RandomGraph& random, std::span<const std::uint32_t> piece_of,
                                   std::span<const float> potential) {
  std::vector<double> flux(potential.size());
  for (SlowLink link : slow_links(random.pores, random.rules, random.widths, RandomGraph::of_edge)) {
    const bool leads_outside = link.cell == link.neighbour;
    const std::uint32_t own = piece_of[link.cell];
    const std::uint32_t other = piece_of[link.neighbour];
    flux[own] += link.quanta * (potential[own] - (leads_outside ? 0.0 : potential[other]));
  }
  return flux;
}

std::vector<float> values_of_pieces(const LaplaceSolver& solver, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<float> values(solver.pieces());
  for (float& value : values) value = static_cast<float>(random() % 2001) / 1000 - 1;
  return values;
}

TEST(LaplaceSolver, finds_the_potential_of_a_known_flux) {
  unsigned seed = 40;
  for (const double porosity : {0.3, 0.6, 1.0})
    for (int rules = 0; rules < 4; ++rules) {
      SCOPED_TRACE("porosity " + std::to_string(porosity) + ", rules " + std::to_string(rules));
      const RandomGraph random({25, 18, 14}, porosity, rules_for_tests(rules), seed++);
      LaplaceSolver solver = random.solver();
      const std::vector<std::uint32_t> piece_of = random.piece_of();
      const std::vector<float> known = values_of_pieces(solver, 6);
      const std::vector<double> flux = flux_of_pieces(random, piece_of, known);
      double power = 0;
      for (std::size_t i = 0; i < flux.size(); ++i) power += flux[i] * double{known[i]};
      const std::vector<float> rounded(flux.begin(), flux.end());
      std::vector<float> potential(flux.size());
      const LaplaceSolution solution = solver.solve(rounded, potential, 1e-8);
      EXPECT_LT(solution.iterations, 40);
      EXPECT_NEAR(solution.power, power, 1e-4 * power);
      const std::vector<double> found = flux_of_pieces(random, piece_of, potential);
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
    LaplaceSolver solver = random.solver(threads);
    potentials.emplace_back(solver.pieces());
    solver.solve(values_of_pieces(solver, 2), potentials.back(), 1e-4);
  }
  EXPECT_EQ(potentials[0], potentials[1]);
  EXPECT_EQ(potentials[0], potentials[2]);
}

TEST(LaplaceSolver, says_that_a_flux_that_is_no_number_has_no_solution) {
  const RandomGraph random({6, 6, 6}, 0.6, {}, 9);
  LaplaceSolver solver = random.solver();
  std::vector<float> flux = values_of_pieces(solver, 2);
  flux[3] = std::numeric_limits<float>::quiet_NaN();
  std::vector<float> potential(flux.size());
  EXPECT_TRUE(std::isnan(solver.solve(flux, potential, 1e-4).power));
}

TEST(LaplaceSolver, gives_no_potential_where_nothing_flows) {
  const RandomGraph random({6, 6, 6}, 0.6, {}, 9);
  LaplaceSolver solver = random.solver();
  std::vector<float> potential(solver.pieces(), 1.0F);
  EXPECT_EQ(solver.solve(std::vector<float>(solver.pieces()), potential, 1e-4).power, 0);
  EXPECT_EQ(std::ranges::count(potential, 0.0F), std::ssize(potential));
}

TEST(LaplaceSolver, leaves_no_finite_rest_where_the_equations_are_not_positive) {
  const auto team = std::make_shared<const ThreadTeam>(1);
  for (const Quanta between : {Quanta{1}, Quanta{-2}}) {
    JoinedNodes triangle{{3, 1, 1}, {0, 3}, {0, 1, 2}, LargeArray<std::uint64_t>(4), {}};
    for (std::size_t node = 0; node < 4; ++node) triangle.first_link[node] = 2 * node;
    triangle.links = {{1, 3}, {2, 3}, {0, 3}, {2, between}, {0, 3}, {1, between}};
    LaplaceSolver solver(BlockGraph(*team, std::move(triangle)), team);
    const std::vector<float> flux{0, 1, -1};
    std::vector<float> potential(3);
    EXPECT_EQ(std::isfinite(solver.solve(flux, potential, 1e-12).left), between > 0);
  }
}

}  // namespace
}  // namespace perm
