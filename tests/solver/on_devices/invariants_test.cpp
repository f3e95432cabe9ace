// SPDX-License-Identifier: Apache-2.0
// In every pore space the flow keeps its mass, stays at rest, turns with the image and does not stagger.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "geometry/random_pores.hpp"
#include "lattice/occupancy.hpp"
#include "solver/state_bits.hpp"
#include "solver/test_device.hpp"

namespace perm {
namespace {

constexpr int directions = d3q19::directions;
using Distributions = std::array<double, directions>;

PoreSpace some_pores(const Extent& extent, double porosity) {
  std::mt19937 random(59);
  return random_pores(extent, porosity, random);
}

SolverSettings settings_with(Precision precision, const std::array<double, 3>& force) {
  SolverSettings settings;
  settings.precision = precision;
  settings.force = force;
  settings.threads = 2;
  return settings;
}

template <class ValueOf>
void write_everywhere(Backend& backend, const ValueOf& value_of) {
  std::vector<double> f(static_cast<std::size_t>(backend.cells() * directions));
  for (std::size_t i = 0; i < f.size(); ++i) f[i] = value_of(static_cast<int>(i % directions));
  backend.write_distributions(0, f);
}

/// Gives the mean density deviation of the cells.
double mass_of(const Backend& backend) {
  double sum = 0;
  for (const double value : all_distributions(backend)) sum += value;
  return sum / static_cast<double>(backend.cells());
}

class Mass : public testing::TestWithParam<Equilibrium> {
 protected:
  static SolverSettings settings(Precision precision) {
    SolverSettings settings = settings_with(precision, {1e-4, 2e-5, -3e-5});
    settings.equilibrium = GetParam();
    return settings;
  }
  static PoreSpace pores() { return some_pores({19, 13, 11}, 0.7); }
  /// Writes distributions between 0 and 1e-3 everywhere, which makes a mean density deviation of about 0.0095.
  static void fill_at_random(Backend& backend) {
    std::mt19937 random(61);
    write_everywhere(backend, [&](int) { return 1e-3 * static_cast<double>(random()) / 4294967296.0; });
  }
};

TEST_P(Mass, is_kept_over_1000_steps_to_1e_12_in_float64) {
  const auto backend = make_test_backend(pores(), settings(Precision::float64));
  fill_at_random(*backend);
  const double before = mass_of(*backend);
  backend->advance(1000);
  EXPECT_NEAR(before, 0.0095, 1e-4);
  EXPECT_NEAR(mass_of(*backend), before, 1e-12);
}

// In float32 the 19 weights sum to 1 + 1.5e-8. A collision that relaxed the rest by its weight would increase a
// density deviation by this factor in every step, which is 1.4e-5 in 1000 steps. The tolerance leaves room for
// rounding.
TEST_P(Mass, deviation_is_kept_over_1000_steps_to_2e_7_of_itself_in_float32) {
  const auto backend = make_test_backend(pores(), settings(Precision::float32));
  fill_at_random(*backend);
  const double before = mass_of(*backend);
  backend->advance(1000);
  EXPECT_NEAR(mass_of(*backend) / before, 1, 2e-7);
}

TEST_P(Mass, started_from_rest_is_that_of_rest_after_1000_steps) {
  for (const Precision precision : {Precision::float32, Precision::float64}) {
    const auto backend = make_test_backend(pores(), settings(precision));
    backend->advance(998);
    const FlowSample sample = backend->advance_and_sample();
    EXPECT_TRUE(sample.finite);
    EXPECT_NEAR(sample.mass_deviation, 0, precision == Precision::float64 ? 1e-15 : 1e-9) << to_string(precision);
    EXPECT_NEAR(sample.mass_deviation, mass_of(*backend), 1e-11) << to_string(precision);
  }
}

INSTANTIATE_TEST_SUITE_P(With, Mass,
                         testing::Values(Equilibrium::linear, Equilibrium::quadratic, Equilibrium::incompressible),
                         [](const auto& named) { return to_string(named.param); });

class Rest : public testing::TestWithParam<Precision> {};

TEST_P(Rest, stays_rest_without_a_force) {
  const auto backend = make_test_backend(some_pores({33, 13, 11}, 0.6), settings_with(GetParam(), {}));
  backend->advance(100);
  const FlowSample sample = backend->advance_and_sample();
  EXPECT_EQ(sample.mean_velocity, (std::array<double, 3>{}));
  for (const auto& flux : sample.plane_flux) EXPECT_EQ(flux, std::vector<double>(flux.size()));
  EXPECT_EQ(sample.mass_deviation, 0);
  const std::vector<double> values = all_distributions(*backend);
  EXPECT_TRUE(std::all_of(values.begin(), values.end(), [](double value) { return value == 0; }));
}

// Without a force the quantum of a sample is 2^-35, which is too coarse here. So the test reads the distributions.
TEST_P(Rest, at_another_density_stays_rest_too) {
  const auto backend = make_test_backend(some_pores({33, 13, 11}, 0.6), settings_with(GetParam(), {}));
  write_everywhere(*backend, [](int q) { return 1e-3 * d3q19::weight(q); });
  backend->advance(100);
  const double rounding = GetParam() == Precision::float64 ? 1e-17 : 1e-8;
  const std::vector<double> values = all_distributions(*backend);
  double worst = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    worst = std::max(worst, std::abs(values[i] - 1e-3 * d3q19::weight(static_cast<int>(i) % directions)));
  EXPECT_LT(worst, rounding);
}

TEST_P(Rest, holds_in_a_cell_on_its_own_under_a_force) {
  PoreSpace pores({5, 5, 5});
  pores.set_pore(2, 2, 2);
  const std::array<double, 3> force{1e-3, -2e-3, 3e-3};
  const auto backend = make_test_backend(pores, settings_with(GetParam(), force));
  const double rounding = GetParam() == Precision::float64 ? 1e-17 : 1e-9;
  for (int sample = 0; sample < 20; ++sample)
    for (const double component : backend->advance_and_sample().mean_velocity) EXPECT_NEAR(component, 0, rounding);
}

INSTANTIATE_TEST_SUITE_P(In, Rest, testing::Values(Precision::float32, Precision::float64),
                         [](const auto& named) { return to_string(named.param); });

/// Maps axes: axis a of the result is axis `from[a]` of the argument, reversed where sign is -1.
struct Symmetry {
  std::string name;
  std::array<std::size_t, 3> from;
  std::array<int, 3> sign;

  template <class Value>
  std::array<Value, 3> of_vector(const std::array<Value, 3>& v) const {
    std::array<Value, 3> image{};
    for (std::size_t a = 0; a < 3; ++a) image[a] = static_cast<Value>(sign[a]) * v[from[a]];
    return image;
  }
  std::array<std::int64_t, 3> of_voxel(const std::array<std::int64_t, 3>& voxel,
                                       const std::array<std::int64_t, 3>& n) const {
    std::array<std::int64_t, 3> image{};
    for (std::size_t a = 0; a < 3; ++a) image[a] = sign[a] > 0 ? voxel[from[a]] : n[from[a]] - 1 - voxel[from[a]];
    return image;
  }
  int of_direction(int q) const {
    const d3q19::Velocity c = d3q19::velocity(q);
    const std::array<int, 3> image = of_vector(std::array<int, 3>{c.x, c.y, c.z});
    for (int p = 0; p < directions; ++p) {
      const d3q19::Velocity d = d3q19::velocity(p);
      if (d.x == image[0] && d.y == image[1] && d.z == image[2]) return p;
    }
    return -1;
  }
};

class FlowUnder : public testing::TestWithParam<Symmetry> {};

TEST_P(FlowUnder, a_symmetry_of_the_lattice_is_the_flow_of_the_changed_image) {
  const Symmetry& symmetry = GetParam();
  const PoreSpace pores = some_pores({33, 9, 7}, 0.7);
  const std::array<std::int64_t, 3> n{33, 9, 7};
  const std::array<std::int64_t, 3> changed_n{n[symmetry.from[0]], n[symmetry.from[1]], n[symmetry.from[2]]};
  PoreSpace changed({changed_n[0], changed_n[1], changed_n[2]});
  for (std::int64_t z = 0; z < n[2]; ++z)
    for (std::int64_t y = 0; y < n[1]; ++y)
      for (std::int64_t x = 0; x < n[0]; ++x) {
        const auto [i, j, k] = symmetry.of_voxel({x, y, z}, n);
        if (pores.is_pore(x, y, z)) changed.set_pore(i, j, k);
      }
  const std::array<double, 3> force{1e-2, -4e-3, 2e-3};
  for (const Equilibrium equilibrium : {Equilibrium::linear, Equilibrium::quadratic, Equilibrium::incompressible}) {
    SolverSettings settings = settings_with(Precision::float64, force);
    settings.equilibrium = equilibrium;
    const auto backend = make_test_backend(pores, settings);
    settings.force = symmetry.of_vector(force);
    const auto changed_backend = make_test_backend(changed, settings);
    backend->advance(40);
    changed_backend->advance(40);
    double worst = 0;
    const Occupancy occupancy(pores);
    const Occupancy changed_occupancy(changed);
    const std::vector<double> f = all_distributions(*backend);
    const std::vector<double> g = all_distributions(*changed_backend);
    for (std::int64_t z = 0; z < n[2]; ++z)
      for (std::int64_t y = 0; y < n[1]; ++y)
        for (std::int64_t x = 0; x < n[0]; ++x) {
          if (!pores.is_pore(x, y, z)) continue;
          const auto [i, j, k] = symmetry.of_voxel({x, y, z}, n);
          const auto here = static_cast<std::size_t>(occupancy.cell(x, y, z)) * directions;
          const auto there = static_cast<std::size_t>(changed_occupancy.cell(i, j, k)) * directions;
          for (int q = 0; q < directions; ++q)
            worst = std::max(worst, std::abs(f[here + static_cast<std::size_t>(q)] -
                                             g[there + static_cast<std::size_t>(symmetry.of_direction(q))]));
        }
    EXPECT_LT(worst, 1e-15) << to_string(equilibrium);  // distributions are around 1e-3
  }
}

INSTANTIATE_TEST_SUITE_P(Of, FlowUnder,
                         testing::Values(Symmetry{"mirror_x", {0, 1, 2}, {-1, 1, 1}},
                                         Symmetry{"mirror_y", {0, 1, 2}, {1, -1, 1}},
                                         Symmetry{"mirror_z", {0, 1, 2}, {1, 1, -1}},
                                         Symmetry{"exchange_x_and_y", {1, 0, 2}, {1, 1, 1}},
                                         Symmetry{"turn_about_the_diagonal", {2, 0, 1}, {1, 1, 1}}),
                         [](const auto& named) { return named.param.name; });

/// Makes a channel along x, one voxel wide, with a force along it and across it. Across the channel each cell is alone:
/// the walls throw back in every step what moves there, and nothing damps this motion.
class OneVoxelChannel : public testing::Test {
 protected:
  static constexpr double force_along = 1e-5;
  static constexpr double force_across = 3e-5;
  static constexpr double voxels = 9;  // voxels of the image for each cell of the channel

  OneVoxelChannel() {
    PoreSpace pores({5, 3, 3});
    for (std::int64_t x = 0; x < 5; ++x) pores.set_pore(x, 1, 1);
    backend_ = make_test_backend(pores, settings_with(Precision::float64, {force_along, force_across, 0}));
  }
  /// Gives the velocity of a cell across the channel, before an even step: momentum and half of the force.
  double velocity_across_now() const {
    Distributions f{};
    backend_->read_distributions(3, f);
    double momentum = 0;
    for (int q = 0; q < directions; ++q) momentum += d3q19::velocity(q).y * f[static_cast<std::size_t>(q)];
    return momentum + force_across / 2;
  }
  std::unique_ptr<Backend> backend_;
};

TEST_F(OneVoxelChannel, staggers_for_ever_when_started_without_momentum_but_not_in_the_mean_of_two_steps) {
  write_everywhere(*backend_, [](int) { return 0.0; });
  for (int round = 0; round < 10; ++round) {
    backend_->advance(100);
    const double now = velocity_across_now();
    EXPECT_NEAR(now, force_across / 2, 1e-12 * force_across) << "after " << backend_->steps() << " steps";
    const FlowSample sample = backend_->advance_and_sample();
    EXPECT_NEAR(sample.mean_velocity[1] * voxels, 0, 1e-10 * force_across) << "after " << backend_->steps() << " steps";
    // The mean of two steps and the first of them give the second.
    EXPECT_NEAR(2 * sample.mean_velocity[1] * voxels - now, -force_across / 2, 1e-10 * force_across);
  }
}

TEST_F(OneVoxelChannel, does_not_stagger_when_started_from_rest) {
  for (int round = 0; round < 10; ++round) {
    EXPECT_NEAR(velocity_across_now(), 0, 1e-12 * force_across) << "after " << backend_->steps() << " steps";
    backend_->advance(100);
  }
}

TEST_F(OneVoxelChannel, reaches_the_same_flow_along_it_from_both_starts) {
  backend_->advance(1000);
  const double from_rest = backend_->advance_and_sample().mean_velocity[0];
  write_everywhere(*backend_, [](int) { return 0.0; });
  backend_->advance(1000);
  EXPECT_GT(from_rest, 0);
  EXPECT_NEAR(backend_->advance_and_sample().mean_velocity[0] / from_rest, 1, 1e-10);
}

}  // namespace
}  // namespace perm
