// SPDX-License-Identifier: Apache-2.0
// Networks that are made up: their steady pressure is found, and pressure is corrected where throats are not known
// well.
#include "darcy/pressure/pressure_correction.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <random>
#include <span>
#include <vector>

#include "darcy/pressure/body_blocks.hpp"
#include "darcy/pressure/unsteady_pressure.hpp"

namespace perm {
namespace {

double uniform(std::mt19937& random) { return static_cast<double>(random()) / 4294967296.0; }

/// Gives a conductance between 1e-6 and 1.
double any_conductance(std::mt19937& random) { return std::pow(10, -6 * uniform(random)); }

/// Joins bodies on a cubic grid of `edge` in each direction.
std::vector<Throat> grid_of(std::uint32_t edge, std::mt19937& random) {
  std::vector<Throat> throats;
  for (std::uint32_t z = 0; z < edge; ++z)
    for (std::uint32_t y = 0; y < edge; ++y)
      for (std::uint32_t x = 0; x < edge; ++x) {
        const std::uint32_t body = (z * edge + y) * edge + x;
        if (x + 1 < edge) throats.push_back({body, body + 1, any_conductance(random)});
        if (y + 1 < edge) throats.push_back({body, body + edge, any_conductance(random)});
        if (z + 1 < edge) throats.push_back({body, body + edge * edge, any_conductance(random)});
      }
  return throats;
}

std::vector<double> any_flux(std::size_t bodies, std::mt19937& random) {
  std::vector<double> flux(bodies);
  double sum = 0;
  for (double& one : flux) sum += one = uniform(random) - 0.5;
  for (double& one : flux) one -= sum / static_cast<double>(bodies);
  return flux;
}

LeastDissipation dissipation_in(std::span<const std::int64_t> cells, std::span<const Throat> throats) {
  return LeastDissipation(std::make_shared<const NetworkSolver>(cells, throats));
}

/// Gives the pressure that drives a flux out of bodies that throats join to one part, by Gaussian elimination. The
/// pressure of the first body is 0.
std::vector<double> eliminate(std::size_t bodies, std::span<const Throat> throats, std::span<const double> flux) {
  std::vector<std::vector<double>> matrix(bodies, std::vector<double>(bodies));
  std::vector<double> pressure(flux.begin(), flux.end());
  for (const Throat& throat : throats) {
    const auto conductance = static_cast<double>(static_cast<float>(throat.conductance));
    matrix[throat.first][throat.first] += conductance;
    matrix[throat.second][throat.second] += conductance;
    matrix[throat.first][throat.second] -= conductance;
    matrix[throat.second][throat.first] -= conductance;
  }
  pressure[0] = 0;
  for (std::size_t last = bodies; last-- > 1;)
    for (std::size_t row = 1; row < last; ++row) {
      const double factor = matrix[row][last] / matrix[last][last];
      for (std::size_t column = 1; column < last; ++column) matrix[row][column] -= factor * matrix[last][column];
      pressure[row] -= factor * pressure[last];
    }
  for (std::size_t row = 1; row < bodies; ++row) {
    for (std::size_t column = 1; column < row; ++column) pressure[row] -= matrix[row][column] * pressure[column];
    pressure[row] /= matrix[row][row];
  }
  return pressure;
}

TEST(NetworkMultigrid, is_symmetric_and_positive) {
  std::mt19937 random(3);
  for (const std::uint32_t edge : {3U, 9U, 24U}) {  // the largest has blocks whose bodies see each other's past only
    const std::size_t bodies = std::size_t{edge} * edge * edge;
    const NetworkLaplacian network(bodies, grid_of(edge, random));
    const NetworkMultigrid multigrid(network);
    NetworkMultigrid::Workspace workspace(multigrid);
    std::vector<double> of_a(bodies), of_b(bodies);
    for (int pair = 0; pair < 5; ++pair) {
      const std::vector<double> a = any_flux(bodies, random);
      const std::vector<double> b = any_flux(bodies, random);
      multigrid.solve_roughly(a, of_a, workspace);
      multigrid.solve_roughly(b, of_b, workspace);
      const double scale = std::sqrt(dot(a, of_a) * dot(b, of_b));
      EXPECT_NEAR(dot(a, of_b), dot(b, of_a), 1e-9 * scale) << edge;
      EXPECT_GT(dot(a, of_a), 0);
    }
  }
}

TEST(NetworkMultigrid, halves_every_level_whatever_joins_the_bodies) {
  std::mt19937 random(3);
  constexpr std::uint32_t bodies = 4000;
  std::vector<Throat> star, combs;
  for (std::uint32_t body = 1; body < bodies; ++body) {
    star.push_back({0, body, any_conductance(random)});
    combs.push_back({body % 4 == 0 ? body - 4 : body / 4 * 4, body, any_conductance(random)});
  }
  for (const auto& throats : {star, combs, grid_of(15, random)}) {
    const std::size_t count = throats.size() < bodies ? bodies : 15 * 15 * 15;
    const NetworkLaplacian network(count, throats);
    EXPECT_LE(network.pair_up().count(), count / 2);
    EXPECT_LE(NetworkMultigrid(network).count_levels(), 1 + std::log2(static_cast<double>(count)));
  }
}

TEST(NetworkLaplacian, joins_bodies_that_have_throats_only) {
  const NetworkLaplacian network(5, std::vector<Throat>{{1, 3, 1.0}, {1, 4, 0.1}, {2, PoreNetwork::outside, 1.0}});
  const Aggregates pairs = network.pair_up();
  EXPECT_EQ(pairs.count(), 1U);
  constexpr std::uint32_t none = Aggregates::none;
  EXPECT_EQ(pairs.of_body, (std::vector<std::uint32_t>{none, 0, none, 0, 0}));
}

TEST(NetworkSolver, finds_the_pressure_that_drives_a_flux) {
  std::mt19937 random(7);
  for (int repeat = 0; repeat < 10; ++repeat) {
    std::vector<Throat> throats = grid_of(6, random);
    constexpr std::uint32_t bodies = 6 * 6 * 6 + 30;  // with a tail
    for (std::uint32_t body = 6 * 6 * 6; body < bodies; ++body)
      throats.push_back({body - 1, body, any_conductance(random)});
    const NetworkSolver solver(std::vector<std::int64_t>(bodies, 100), throats);
    const std::vector<double> flux = any_flux(bodies, random);
    const double power = dot(eliminate(bodies, throats, flux), flux);
    std::vector<double> pressure;
    ASSERT_TRUE(solver.solve(flux, pressure));
    EXPECT_NEAR(dot(pressure, flux) / power, 1, 1e-3) << repeat;
  }
}

TEST(NetworkSolver, counts_its_bytes) {
  std::mt19937 random(9);
  const std::vector<Throat> throats = grid_of(12, random);
  const std::vector<std::int64_t> cells(12 * 12 * 12, 100);
  const auto least = static_cast<std::int64_t>(cells.size() * 40 + throats.size() * 2 * 8);
  EXPECT_GT(NetworkSolver(cells, throats).bytes(), least);
}

TEST(NetworkSolver, keeps_closed_parts_apart_from_those_joined_to_the_outside) {
  // A pair that is closed, a body alone, and a pair with a way out.
  const std::vector<Throat> throats{{0, 1, 0.5}, {3, 4, 0.5}, {4, PoreNetwork::outside, 0.25}};
  const std::vector<std::int64_t> cells{10, 30, 5, 10, 10};
  LeastDissipation dissipation = dissipation_in(cells, throats);
  // On the whole the closed pair takes up 4, of which 1 and 3 are taken away; the body alone can take up nothing.
  EXPECT_NEAR(dissipation.of(std::vector<double>{2, 2, 7, 1, 1}), 1 / 0.5 + 1 / 0.5 + 4 / 0.25, 1e-6);
  const std::vector<double> pressure = dissipation.pressure();
  EXPECT_NEAR(10 * pressure[0] + 30 * pressure[1], 0, 1e-6);
  EXPECT_NEAR(pressure[0] - pressure[1], 1 / 0.5, 1e-6);
  EXPECT_EQ(pressure[2], 0);
  EXPECT_NEAR(pressure[4], 2 / 0.25, 1e-6);
}

TEST(LeastDissipation, of_a_chain_is_that_of_the_only_fluxes_there_are) {
  std::mt19937 random(5);
  for (const std::size_t bodies : {2U, 7U, 300U, 5000U}) {
    std::vector<Throat> throats;
    for (std::uint32_t body = 0; body + 1 < bodies; ++body)
      throats.push_back({body, body + 1, any_conductance(random)});
    const std::vector<std::int64_t> cells(bodies, 100);
    LeastDissipation dissipation = dissipation_in(cells, throats);
    for (int repeat = 0; repeat < 2; ++repeat) {
      const std::vector<double> rates = any_flux(bodies, random);
      double flux = 0;
      double exact = 0;
      for (std::size_t body = 0; body + 1 < bodies; ++body) {
        flux += rates[body];
        exact += flux * flux / throats[body].conductance;
      }
      EXPECT_NEAR(dissipation.of(rates) / exact, 1, 1e-3) << bodies;
      EXPECT_NEAR(dissipation.of(rates) / exact, 1, 1e-3) << bodies;  // a search begins from the solution
    }
  }
}

TEST(LeastDissipation, of_throats_to_the_outside_needs_no_balance) {
  const std::vector<Throat> throats{{0, 1, 0.5}, {1, PoreNetwork::outside, 0.25}};
  const std::vector<std::int64_t> cells{10, 20};
  EXPECT_NEAR(dissipation_in(cells, throats).of(std::vector<double>{1, 1}), 1 / 0.5 + 4 / 0.25, 1e-9);
}

/// Throats of the true network are other than those that are known, by a factor that depends on the throat.
void expect_convergence(double least_factor, double largest_factor, int corrections) {
  std::mt19937 random(11);
  constexpr std::size_t bodies = 8 * 8 * 8;
  const std::vector<Throat> known = grid_of(8, random);
  std::vector<Throat> real = known;
  for (Throat& throat : real)
    throat.conductance *= least_factor * std::pow(largest_factor / least_factor, uniform(random));
  const std::vector<std::int64_t> cells(bodies, 100);
  LeastDissipation network = dissipation_in(cells, known);
  const NetworkLaplacian truth(bodies, real);
  std::vector<double> missing = any_flux(bodies, random);  // pressure that is missing
  PressureCorrection correction;
  const auto energy = [&] {
    std::vector<double> flux(missing.size());
    truth.apply(missing, flux);
    return dot(missing, flux);
  };
  const double first = energy();
  for (int i = 0; i < corrections; ++i) {
    std::vector<double> rates(missing.size());
    truth.apply(missing, rates);  // what bodies take up for want of it
    network.of(rates);
    const std::vector<double> change = correction.next(network.pressure(), 1, network.laplacian());
    for (std::size_t body = 0; body < bodies; ++body) missing[body] -= change[body];
  }
  EXPECT_LT(energy(), 1e-2 * first) << least_factor << " to " << largest_factor;
}

TEST(PressureCorrection, converges_where_throats_are_known_within_a_factor_of_2) { expect_convergence(0.5, 2, 5); }

TEST(PressureCorrection, converges_where_throats_are_3_to_6_times_wider_than_known) { expect_convergence(3, 6, 5); }

TEST(PressureCorrection, is_nothing_where_nothing_is_wanted) {
  const std::vector<Throat> throats{{0, 1, 0.5}};
  const NetworkLaplacian network(2, throats);
  PressureCorrection correction;
  for (int i = 0; i < 3; ++i)
    for (const double change : correction.next({0, 0}, 1, network)) EXPECT_EQ(change, 0);
}

}  // namespace
}  // namespace perm
