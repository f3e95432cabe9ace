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

constexpr NetworkMethod all_methods[] = {NetworkMethod::factor_or_gradients, NetworkMethod::gradients};

LeastDissipation dissipation_in(std::span<const std::int64_t> cells, std::span<const Throat> throats,
                                NetworkMethod method = NetworkMethod::factor_or_gradients) {
  return LeastDissipation(std::make_shared<const NetworkSolver>(cells, throats, method));
}

TEST(NetworkMultigrid, is_symmetric_and_positive) {
  std::mt19937 random(3);
  const NetworkLaplacian network(9 * 9 * 9, grid_of(9, random));
  const NetworkMultigrid multigrid(network);
  for (int pair = 0; pair < 5; ++pair) {
    const std::vector<double> a = any_flux(729, random);
    const std::vector<double> b = any_flux(729, random);
    const double ab = dot(a, multigrid.solve_roughly(b));
    EXPECT_NEAR(ab, dot(b, multigrid.solve_roughly(a)), 1e-9 * std::abs(ab));
    EXPECT_GT(dot(a, multigrid.solve_roughly(a)), 0);
  }
}

TEST(NetworkSolver, finds_the_pressure_that_drives_a_flux) {
  std::mt19937 random(7);
  const std::vector<Throat> throats = grid_of(12, random);
  constexpr std::size_t bodies = 12 * 12 * 12;
  const std::vector<std::int64_t> cells(bodies, 100);
  const NetworkSolver solver(cells, throats);
  const std::vector<double> flux = any_flux(bodies, random);
  std::vector<double> pressure;
  ASSERT_TRUE(solver.solve(flux, pressure));
  std::vector<double> driven;
  solver.laplacian().apply(pressure, driven);
  for (std::size_t body = 0; body < bodies; ++body) EXPECT_NEAR(driven[body], flux[body], 1e-9) << body;
}

TEST(NetworkSolver, counts_its_bytes) {
  std::mt19937 random(9);
  const std::vector<Throat> throats = grid_of(12, random);
  const std::vector<std::int64_t> cells(12 * 12 * 12, 100);
  const auto least = static_cast<std::int64_t>(cells.size() * 40 + throats.size() * 2 * 8);
  for (const NetworkMethod method : all_methods) EXPECT_GT(NetworkSolver(cells, throats, method).bytes(), least);
}

TEST(NetworkSolver, factors_no_network_whose_factor_takes_seconds_or_too_much_memory) {
  std::mt19937 random(9);
  const NetworkLaplacian wide(40 * 40 * 40, grid_of(40, random));
  std::vector<char> grounded(wide.size());
  grounded.front() = 1;
  EXPECT_EQ(NetworkFactor::make(wide, grounded, 1e9), nullptr);
  const NetworkLaplacian small(8 * 8 * 8, grid_of(8, random));
  const auto some = std::span(grounded).first(small.size());
  EXPECT_NE(NetworkFactor::make(small, some, 1e5), nullptr);
  EXPECT_EQ(NetworkFactor::make(small, some, 1e3), nullptr) << "it has more entries than that";
}

TEST(NetworkSolver, keeps_closed_parts_apart_from_those_joined_to_the_outside) {
  // A pair that is closed, a body alone, and a pair with a way out.
  const std::vector<Throat> throats{{0, 1, 0.5}, {3, 4, 0.5}, {4, PoreNetwork::outside, 0.25}};
  const std::vector<std::int64_t> cells{10, 30, 5, 10, 10};
  for (const NetworkMethod method : all_methods) {
    LeastDissipation dissipation = dissipation_in(cells, throats, method);
    // On the whole the closed pair takes up 4, of which 1 and 3 are taken away; the body alone can take up nothing.
    EXPECT_NEAR(dissipation.of(std::vector<double>{2, 2, 7, 1, 1}), 1 / 0.5 + 1 / 0.5 + 4 / 0.25, 1e-6);
    const std::vector<double> pressure = dissipation.pressure();
    EXPECT_NEAR(10 * pressure[0] + 30 * pressure[1], 0, 1e-6);
    EXPECT_NEAR(pressure[0] - pressure[1], 1 / 0.5, 1e-6);
    EXPECT_EQ(pressure[2], 0);
    EXPECT_NEAR(pressure[4], 2 / 0.25, 1e-6);
  }
}

TEST(LeastDissipation, of_a_chain_is_that_of_the_only_fluxes_there_are) {
  std::mt19937 random(5);
  for (const std::size_t bodies : {2U, 7U, 300U, 5000U}) {
    std::vector<Throat> throats;
    for (std::uint32_t body = 0; body + 1 < bodies; ++body)
      throats.push_back({body, body + 1, any_conductance(random)});
    const std::vector<std::int64_t> cells(bodies, 100);
    for (const NetworkMethod method : all_methods) {
      LeastDissipation dissipation = dissipation_in(cells, throats, method);
      for (int repeat = 0; repeat < 2; ++repeat) {
        const std::vector<double> rates = any_flux(bodies, random);
        double flux = 0;
        double exact = 0;
        for (std::size_t body = 0; body + 1 < bodies; ++body) {
          flux += rates[body];
          exact += flux * flux / throats[body].conductance;
        }
        const double tolerance = method == NetworkMethod::gradients ? 0.03 : 1e-6;
        EXPECT_NEAR(dissipation.of(rates) / exact, 1, tolerance) << bodies;
        EXPECT_NEAR(dissipation.of(rates) / exact, 1, tolerance) << bodies;  // a search begins from the solution
      }
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
    std::vector<double> flux;
    truth.apply(missing, flux);
    return dot(missing, flux);
  };
  const double first = energy();
  for (int i = 0; i < corrections; ++i) {
    std::vector<double> rates;
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
