// SPDX-License-Identifier: Apache-2.0
// Networks that are made up: their steady pressure is found, and pressure is corrected where throats are not known
// well.
#include "darcy/pressure/pressure_correction.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

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

TEST(NetworkMultigrid, is_symmetric_and_positive) {
  std::mt19937 random(3);
  const NetworkMultigrid multigrid(9 * 9 * 9, grid_of(9, random));
  for (int pair = 0; pair < 5; ++pair) {
    const std::vector<double> a = any_flux(729, random);
    const std::vector<double> b = any_flux(729, random);
    const double ab = dot(a, multigrid.solve_roughly(b));
    EXPECT_NEAR(ab, dot(b, multigrid.solve_roughly(a)), 1e-9 * std::abs(ab));
    EXPECT_GT(dot(a, multigrid.solve_roughly(a)), 0);
  }
}

TEST(LeastDissipation, of_a_chain_is_that_of_the_only_fluxes_there_are) {
  std::mt19937 random(5);
  for (const std::size_t bodies : {2U, 7U, 300U, 5000U}) {
    std::vector<Throat> throats;
    for (std::uint32_t body = 0; body + 1 < bodies; ++body)
      throats.push_back({body, body + 1, any_conductance(random)});
    const std::vector<std::int64_t> cells(bodies, 100);
    LeastDissipation dissipation(cells, throats);
    for (int repeat = 0; repeat < 2; ++repeat) {  // the second time the search begins from the solution
      const std::vector<double> rates = any_flux(bodies, random);
      double flux = 0;
      double exact = 0;
      for (std::size_t body = 0; body + 1 < bodies; ++body) {
        flux += rates[body];
        exact += flux * flux / throats[body].conductance;
      }
      EXPECT_NEAR(dissipation.of(rates) / exact, 1, 0.03) << bodies;
      EXPECT_NEAR(dissipation.of(rates) / exact, 1, 0.03) << bodies;
    }
  }
}

TEST(LeastDissipation, of_throats_to_the_outside_needs_no_balance) {
  const std::vector<Throat> throats{{0, 1, 0.5}, {1, PoreNetwork::outside, 0.25}};
  const std::vector<std::int64_t> cells{10, 20};
  EXPECT_NEAR(LeastDissipation(cells, throats).of(std::vector<double>{1, 1}), 1 / 0.5 + 4 / 0.25, 1e-9);
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
  LeastDissipation network(cells, known);
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
