// SPDX-License-Identifier: Apache-2.0
// A gas on a lattice: as a slow step says it, the same in every order of memory, and a gas in what it does.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "solver/test_device.hpp"
#include "streaming/thermal/random_gas.hpp"

namespace perm::thermal {
namespace {

GasChoice choice_here() {
  GasChoice choice;
  choice.device = device_under_test();
  choice.threads = 1;
  return choice;
}

/// Steps a periodic gas site by site: every population collides and goes where it goes.
std::vector<double> slow_step(const std::vector<double>& populations, const GasBox& box, const GasParameters& gas) {
  std::vector<double> next(populations.size());
  for (std::int64_t x = 0; x < box.nx; ++x)
    for (std::int64_t y = 0; y < box.ny; ++y) {
      double f[directions];
      for (int q = 0; q < directions; ++q) {
        const std::int64_t from_x = (x - velocity(q).x + box.nx) % box.nx;
        const std::int64_t from_y = (y - velocity(q).y + box.ny) % box.ny;
        f[q] = populations[static_cast<std::size_t>((from_x * box.ny + from_y) * directions + q)];
      }
      const GasMoments<double> m = moments_of(f);
      const GasEquilibrium<double> equilibrium(m.density, m.velocity[0] + gas.shift[0], m.velocity[1] + gas.shift[1],
                                               m.temperature - gas.cooling);
      for (int q = 0; q < directions; ++q)
        next[static_cast<std::size_t>((x * box.ny + y) * directions + q)] =
            f[q] + gas.omega * (equilibrium.population(q) - f[q]);
    }
  return next;
}

TEST(Gas, steps_as_the_slow_step_does) {
  for (const auto& [nx, ny] : {std::pair{7, 5}, std::pair{3, 40}, std::pair{16, 3}}) {
    GasBox box;
    box.nx = nx;
    box.ny = ny;
    box.gravity = {1e-4, -3e-4};
    const auto gas = make_gas(box, choice_here());
    gas->begin(random_fields(box, 7));
    std::vector<double> slow = gas->populations();
    for (int i = 0; i < 5; ++i)
      slow = slow_step(slow, box, make_gas_parameters(box.tau, box.gravity[0], box.gravity[1]));
    gas->advance(5);
    const std::vector<double> fast = gas->populations();
    double largest = 0;
    for (std::size_t i = 0; i < slow.size(); ++i) largest = std::max(largest, std::abs(slow[i] - fast[i]));
    EXPECT_LT(largest, 1e-14) << nx << " x " << ny;
  }
}

TEST(Gas, has_the_same_bits_in_every_layout_and_by_every_pass) {
  for (const bool has_walls : {false, true}) {
    GasBox box;
    box.nx = 11;
    box.ny = 37;
    box.gravity = {0, -2e-4};
    if (has_walls) box.walls = {0.72, 0.66};
    std::vector<double> expected;
    for (const auto& layout : names_of<GasLayout>)
      for (const auto& passes : names_of<GasPasses>) {
        GasChoice choice = choice_here();
        choice.layout = layout.value;
        choice.passes = passes.value;
        const auto gas = make_gas(box, choice);
        gas->begin(random_fields(box, 9));
        gas->advance(6);
        if (expected.empty()) expected = gas->populations();
        EXPECT_TRUE(gas->populations() == expected) << layout.name << ", " << passes.name;
        const GasTimes times = gas->time_parts(2);  // takes steps like any other
        EXPECT_GT(times.fused + times.collide, 0);
      }
  }
}

/// Mass, momentum along x and y, and energy, of all sites.
std::array<double, 4> sums_of(const std::vector<double>& populations) {
  std::array<double, 4> sums{};
  for (std::size_t i = 0; i < populations.size(); ++i) {
    const int q = static_cast<int>(i % directions);
    sums[0] += populations[i];
    sums[1] += velocity(q).x * populations[i];
    sums[2] += velocity(q).y * populations[i];
    sums[3] += 0.5 * speed2(q) * populations[i];
  }
  return sums;
}

TEST(Gas, keeps_mass_momentum_and_energy_as_derived) {
  GasBox box;
  box.nx = 24;
  box.ny = 20;
  box.gravity = {3e-5, -1e-4};
  const auto gas = make_gas(box, choice_here());
  gas->begin(random_fields(box, 4));
  const std::array<double, 4> before = sums_of(gas->populations());
  const int steps = 200;
  double work = 0;
  for (int i = 0; i < steps; ++i) {
    gas->advance(1);
    const std::vector<double> fields = gas->fields();  // about the middle of the step
    for (std::size_t site = 0; site < fields.size(); site += field_count)
      work += fields[site] * (box.gravity[0] * fields[site + 1] + box.gravity[1] * fields[site + 2]);
  }
  const std::array<double, 4> after = sums_of(gas->populations());
  EXPECT_NEAR(after[0], before[0], 1e-13 * before[0]);
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_NEAR(after[1 + i] - before[1 + i], steps * before[0] * box.gravity[i], 1e-12 * before[0]);
  EXPECT_NEAR(after[3] - before[3], work, 1e-12 * before[3]);
}

TEST(Gas, loses_no_mass_through_walls) {
  GasBox box;
  box.nx = 16;
  box.ny = 24;
  box.gravity = {0, -5e-4};
  box.walls = {0.8, 0.6};
  const auto gas = make_gas(box, choice_here());
  gas->begin(random_fields(box, 5));
  const double before = sums_of(gas->populations())[0];
  gas->advance(500);
  EXPECT_NEAR(sums_of(gas->populations())[0], before, 1e-13 * before);
}

/// An isothermal atmosphere is p = exp(-g y / T).
TEST(Gas, rests_in_an_atmosphere) {
  GasBox box;
  box.nx = 3;
  box.ny = 64;
  box.gravity = {0, -1e-3};
  box.walls = {reference_temperature, reference_temperature};
  const auto density = [&](double y) { return std::exp(box.gravity[1] * (y + 0.5) / reference_temperature); };
  const auto gas = make_gas(box, choice_here());
  gas->begin(fields_of(box, [&](double, double y) { return std::array{density(y), 0.0, 0.0, reference_temperature}; }));
  gas->advance(4000);
  const std::vector<double> fields = gas->fields();
  double scale = 0;  // the mass that the rule of midpoints gives is not that of the formula
  for (std::int64_t y = 0; y < box.ny; ++y)
    scale += fields[static_cast<std::size_t>(y * field_count)] / density(static_cast<double>(y));
  scale /= static_cast<double>(box.ny);
  for (std::int64_t y = 0; y < box.ny; ++y) {
    const double* const site = &fields[static_cast<std::size_t>(y * field_count)];
    EXPECT_NEAR(site[0] / (scale * density(static_cast<double>(y))), 1, 1e-7);
    EXPECT_NEAR(site[1], 0, 1e-9);
    EXPECT_NEAR(site[2], 0, 1e-9);
    EXPECT_NEAR(site[3] / reference_temperature, 1, 1e-7);
  }
}

/// Gives the largest error of the temperature between a warm wall below and a cold one above, over their difference.
/// The pressure is even, and so is the conductivity: T is linear.
double error_of_conduction(std::int64_t ny) {
  GasBox box;
  box.nx = 3;
  box.ny = ny;
  box.tau = 1.2;
  box.walls = {0.75, 0.65};
  const auto gas = make_gas(box, choice_here());
  gas->begin(fields_of(box, [](double, double) { return std::array{1.0, 0.0, 0.0, 0.7}; }));
  gas->advance(20 * ny * ny);
  const std::vector<double> fields = gas->fields();
  double largest = 0;
  for (std::int64_t y = 0; y < ny; ++y) {
    const double exact = 0.75 - 0.1 * (static_cast<double>(y) + 0.5) / static_cast<double>(ny);
    largest = std::max(largest, std::abs(fields[static_cast<std::size_t>(y * field_count) + 3] - exact));
  }
  return largest / 0.1;
}

TEST(Gas, conducts_heat_between_walls_to_second_order) {
  const double coarse = error_of_conduction(12);
  const double fine = error_of_conduction(24);
  EXPECT_LT(coarse, 1e-3);
  EXPECT_GT(coarse / fine, 3.5) << coarse << ", " << fine;
}

/// Gas that a constant force drives between walls at rest flows as a parabola of half-way walls.
TEST(Gas, sticks_to_walls) {
  GasBox box;
  box.nx = 3;
  box.ny = 16;
  box.tau = 0.9;
  box.gravity = {1e-7, 0};
  box.walls = {reference_temperature, reference_temperature};
  const auto gas = make_gas(box, choice_here());
  gas->begin(fields_of(box, [](double, double) { return std::array{1.0, 0.0, 0.0, reference_temperature}; }));
  gas->advance(8000);
  const std::vector<double> fields = gas->fields();
  const double viscosity = reference_temperature * (box.tau - 0.5);
  for (std::int64_t y = 0; y < box.ny; ++y) {
    const double at = static_cast<double>(y) + 0.5;
    const double exact = box.gravity[0] * at * (16 - at) / (2 * viscosity);
    EXPECT_NEAR(fields[static_cast<std::size_t>(y * field_count) + 1], exact,
                0.01 * box.gravity[0] * 64 / (2 * viscosity));
  }
}

}  // namespace
}  // namespace perm::thermal
