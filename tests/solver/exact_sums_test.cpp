// SPDX-License-Identifier: Apache-2.0
// The sums behind every sample are exact, so the order of the cells does not show in them.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "solver/flow_sums.hpp"

namespace perm {
namespace {

constexpr Extent extent{7, 5, 3};
constexpr double force = 3e-7;

struct CellMoments {
  std::array<std::int64_t, 3> position;
  double density;
  std::array<double, 3> velocity;
};

/// Gives two moments for each voxel, with velocities of up to 1000 forces and densities of up to 10^4.
std::vector<CellMoments> random_moments() {
  std::mt19937 random(29);
  const auto symmetric = [&](double size) { return size * (static_cast<double>(random()) / 2147483648.0 - 1); };
  std::vector<CellMoments> cells;
  for (int pass = 0; pass < 2; ++pass)
    for (std::int64_t z = 0; z < extent.nz; ++z)
      for (std::int64_t y = 0; y < extent.ny; ++y)
        for (std::int64_t x = 0; x < extent.nx; ++x) {
          const double density = symmetric(1e4 * force);
          const double u = symmetric(1e3 * force);
          const double v = symmetric(1e-3 * force);
          const double w = symmetric(force);
          cells.push_back({{x, y, z}, density, {u, v, w}});
        }
  return cells;
}

void add(FlowSums& sums, const CellMoments& cell) {
  sums.add(cell.position[0], cell.position[1], cell.position[2], cell.density, cell.velocity);
}

FlowSample sample_of(const std::vector<CellMoments>& cells) {
  FlowSums sums(extent, force);
  for (const CellMoments& cell : cells) add(sums, cell);
  return sums.sample(extent.voxels(), 2);
}

void expect_same_bits(const FlowSample& a, const FlowSample& b) {
  EXPECT_EQ(a.mean_velocity, b.mean_velocity);
  EXPECT_EQ(a.plane_flux, b.plane_flux);
  EXPECT_EQ(a.mass_deviation, b.mass_deviation);
  EXPECT_EQ(a.finite, b.finite);
}

TEST(FlowSums, are_the_same_bits_in_any_order) {
  std::vector<CellMoments> cells = random_moments();
  const FlowSample in_order = sample_of(cells);
  std::mt19937 random(31);
  for (int trial = 0; trial < 20; ++trial) {
    for (std::size_t i = cells.size() - 1; i > 0; --i) std::swap(cells[i], cells[random() % (i + 1)]);
    expect_same_bits(sample_of(cells), in_order);
  }
}

TEST(FlowSums, are_the_same_bits_in_any_split) {
  const std::vector<CellMoments> cells = random_moments();
  const FlowSample whole = sample_of(cells);
  std::mt19937 random(37);
  for (const std::size_t parts : {2U, 3U, 7U, 64U}) {
    std::vector<FlowSums> sums(parts, FlowSums(extent, force));
    for (const CellMoments& cell : cells) add(sums[random() % parts], cell);
    FlowSums forwards(extent, force);
    for (auto part = sums.begin(); part != sums.end(); ++part) forwards.add(*part);
    FlowSums backwards(extent, force);
    for (auto part = sums.rbegin(); part != sums.rend(); ++part) backwards.add(*part);
    expect_same_bits(forwards.sample(extent.voxels(), 2), whole);
    expect_same_bits(backwards.sample(extent.voxels(), 2), whole);
  }
}

TEST(FlowSums, err_by_no_more_than_a_quantum_of_2_to_the_minus_36_forces) {
  const std::vector<CellMoments> cells = random_moments();
  const FlowSample sample = sample_of(cells);
  const double bound = std::ldexp(force, -36);
  std::array<long double, 3> velocity{};
  long double density = 0;
  for (const CellMoments& cell : cells) {
    for (std::size_t a = 0; a < 3; ++a) velocity[a] += cell.velocity[a];
    density += cell.density;
  }
  for (std::size_t a = 0; a < 3; ++a)
    EXPECT_NEAR(sample.mean_velocity[a], static_cast<double>(velocity[a] / cells.size()), bound) << "axis " << a;
  EXPECT_NEAR(sample.mass_deviation, static_cast<double>(density / cells.size()), bound);
}

TEST(FlowSums, round_a_value_to_the_nearest_quantum) {
  for (const CellMoments& cell : random_moments()) {
    FlowSums sums({1, 1, 1}, force);
    sums.add(0, 0, 0, cell.density, cell.velocity);
    const FlowSample sample = sums.sample(1, 1);
    for (std::size_t a = 0; a < 3; ++a)
      ASSERT_NEAR(sample.mean_velocity[a], cell.velocity[a], std::ldexp(force, -36)) << "axis " << a;
    ASSERT_NEAR(sample.mass_deviation, cell.density, std::ldexp(force, -36));
  }
}

TEST(FlowSums, do_not_depend_on_the_sign_of_the_force) {
  FlowSums against(extent, -force);
  for (const CellMoments& cell : random_moments()) add(against, cell);
  expect_same_bits(against.sample(extent.voxels(), 2), sample_of(random_moments()));
}

TEST(FlowSums, keep_what_remains_when_large_values_cancel) {
  FlowSums sums({1, 1, 1}, force);
  const double large = 5e7 * force;
  const double small = 1e-3 * force;
  sums.add(0, 0, 0, large, {large, -large, large});
  sums.add(0, 0, 0, small, {small, small, -small});
  sums.add(0, 0, 0, -large, {-large, large, -large});
  const FlowSample sample = sums.sample(1, 1);
  EXPECT_TRUE(sample.finite);
  const double bound = 3 * std::ldexp(force, -36);
  EXPECT_NEAR(sample.mass_deviation, small, bound);
  EXPECT_NEAR(sample.mean_velocity[0], small, bound);
  EXPECT_NEAR(sample.mean_velocity[1], small, bound);
  EXPECT_NEAR(sample.mean_velocity[2], -small, bound);
}

TEST(FlowSums, put_each_component_into_the_plane_across_its_axis) {
  const double unit = std::ldexp(1.0, -20);
  FlowSums sums({3, 2, 5}, unit);
  sums.add(2, 1, 0, 7 * unit, {1 * unit, 2 * unit, 3 * unit});
  const FlowSample sample = sums.sample(1, 1);
  EXPECT_EQ(sample.plane_flux[0], (std::vector<double>{0, 0, unit / 10}));
  EXPECT_EQ(sample.plane_flux[1], (std::vector<double>{0, 2 * unit / 15}));
  EXPECT_EQ(sample.plane_flux[2], (std::vector<double>{3 * unit / 6, 0, 0, 0, 0}));
  EXPECT_DOUBLE_EQ(sample.mean_velocity[0], unit / 30);
  EXPECT_DOUBLE_EQ(sample.mean_velocity[1], 2 * unit / 30);
  EXPECT_DOUBLE_EQ(sample.mean_velocity[2], 3 * unit / 30);
  EXPECT_EQ(sample.mass_deviation, 7 * unit);
}

TEST(FlowSums, of_the_quadratic_equilibrium_hold_the_density_times_the_velocity) {
  const double unit = std::ldexp(1.0, -20);
  for (const Equilibrium equilibrium : {Equilibrium::linear, Equilibrium::quadratic, Equilibrium::incompressible}) {
    FlowSums sums({1, 1, 2}, unit, equilibrium);
    sums.add(0, 0, 1, 0.25, {8 * unit, -4 * unit, 12 * unit});
    const FlowSample sample = sums.sample(1, 1);
    const double density = equilibrium == Equilibrium::quadratic ? 1.25 : 1;
    EXPECT_EQ(sample.plane_flux[0], (std::vector<double>{density * 4 * unit}));
    EXPECT_EQ(sample.plane_flux[1], (std::vector<double>{density * -2 * unit}));
    EXPECT_EQ(sample.plane_flux[2], (std::vector<double>{0, density * 12 * unit}));
    EXPECT_EQ(sample.mean_velocity[2], density * 6 * unit);
    EXPECT_EQ(sample.mass_deviation, 0.25);
  }
}

TEST(FlowSums, mean_the_steps_that_were_added) {
  const double unit = std::ldexp(1.0, -20);
  FlowSums sums({1, 1, 1}, unit);
  sums.add(0, 0, 0, 4 * unit, {unit, 0, 0});
  sums.add(0, 0, 0, 2 * unit, {5 * unit, 0, 0});
  const FlowSample sample = sums.sample(1, 2);
  EXPECT_EQ(sample.mean_velocity[0], 3 * unit);
  EXPECT_EQ(sample.mass_deviation, 3 * unit);
}

TEST(FlowSums, call_what_is_no_number_infinite_or_absurdly_large_not_finite) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), infinity, -infinity, 1e300, -1e8 * force, 1e8 * force})
    for (int where = 0; where < 4; ++where) {
      std::array<double, 4> values{force, force, force, force};
      values[static_cast<std::size_t>(where)] = bad;
      FlowSums sums(extent, force);
      sums.add(1, 2, 0, values[3], {values[0], values[1], values[2]});
      EXPECT_FALSE(sums.sample(1, 1).finite) << bad << " at " << where;
      sums.add(1, 2, 1, force, {force, force, force});
      EXPECT_FALSE(sums.sample(1, 1).finite) << "forgot " << bad;
      FlowSums others(extent, force);
      others.add(sums);
      EXPECT_FALSE(others.sample(1, 1).finite) << "lost " << bad << " in a sum of sums";
      sums.clear();
      EXPECT_TRUE(sums.sample(1, 1).finite);
    }
}

TEST(FlowSums, start_again_after_clear) {
  FlowSums sums(extent, force);
  sums.add(0, 0, 0, 1, {1e-3, 1e-3, 1e-3});
  sums.clear();
  for (const CellMoments& cell : random_moments()) add(sums, cell);
  expect_same_bits(sums.sample(extent.voxels(), 2), sample_of(random_moments()));
}

TEST(FlowSums, without_a_force_still_sum) {
  FlowSums sums({2, 1, 1}, 0);
  sums.add(1, 0, 0, 0.25, {0.5, 0, 0});
  const FlowSample sample = sums.sample(1, 1);
  EXPECT_EQ(sample.mean_velocity[0], 0.25);
  EXPECT_EQ(sample.mass_deviation, 0.25);
}

}  // namespace
}  // namespace perm
