// SPDX-License-Identifier: Apache-2.0
// Compares the steps of a CPU beside walls between voxels with the oracle, and K of spheres with exact values.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <random>
#include <span>
#include <vector>

#include "core/errors.hpp"
#include "geometry/random_pores.hpp"
#include "geometry/shapes/recipe.hpp"
#include "geometry/shapes/surfaces/capsule_surface.hpp"
#include "oracle/cut_lattice.hpp"
#include "solver/any_surface.hpp"
#include "solver/backend.hpp"
#include "solver/oracle_comparison.hpp"
#include "solver/state_bits.hpp"
#include "validation/references/spheres/sphere_array_table.hpp"

namespace perm {
namespace {

SolverSettings settings_with(Precision precision) {
  SolverSettings settings;
  settings.precision = precision;
  settings.tau = 0.8;
  settings.threads = 2;
  settings.force = {2e-2, -8e-3, 6e-3};
  return settings;
}

/// Gives the largest difference of any distribution from the oracle after `steps` steps, over the largest one.
double worst_beside_walls(const OracleCase& c, const SolverSettings& settings, int steps) {
  const AnySurface surface;
  std::mt19937 random(42);
  const PoreSpace pores = random_pores(c.extent, c.porosity, random);
  if (pores.count_pores() == 0) return 0;
  const auto backend = make_backend(pores, settings, &surface);
  const auto voxel = [](double coordinate) { return static_cast<std::int64_t>(std::floor(coordinate)); };
  const ::reference::Body body{
      {static_cast<int>(c.extent.nx), static_cast<int>(c.extent.ny), static_cast<int>(c.extent.nz)},
      [&](const Eigen::Vector3d& at) { return pores.is_pore(voxel(at[0]), voxel(at[1]), voxel(at[2])) ? 1.0 : -1.0; },
      [&](const Eigen::Vector3d& at, const int(&step)[3]) {
        const Surface::Place link{static_cast<double>(step[0]), static_cast<double>(step[1]),
                                  static_cast<double>(step[2])};
        double place = 0;
        surface.cut({at[0], at[1], at[2]}, std::span(&link, 1), std::span(&place, 1));
        return place;
      }};
  ::reference::CutLattice slow(body, {::reference::WallRule::sub_voxel,
                                      {settings.tau, settings.magic},
                                      {settings.force[0], settings.force[1], settings.force[2]}});
  backend->advance(steps);
  for (int i = 0; i < steps; ++i) slow.step();
  const std::vector<double> f = all_distributions(*backend);
  double worst = 0, largest = 0;
  for (std::size_t i = 0; i < f.size(); ++i) {
    const d3q19::Velocity v = d3q19::velocity(static_cast<int>(i % d3q19::directions));
    const double expected = slow.distribution(i / d3q19::directions, v.x, v.y, v.z);
    worst = std::max(worst, std::abs(f[i] - expected));
    largest = std::max(largest, std::abs(expected));
  }
  return worst / largest;
}

TEST(WallsOnCpus, make_the_steps_of_the_oracle) {
  for (const OracleCase& c : oracle_cases) {
    EXPECT_LT(worst_beside_walls(c, settings_with(Precision::float64), 50), 1e-12) << to_string(c.extent);
    EXPECT_LT(worst_beside_walls(c, settings_with(Precision::float32), 50), 1e-5) << to_string(c.extent);
  }
}

TEST(WallsOnCpus, have_the_same_bits_on_all_instructions_and_threads) {
  std::mt19937 random(7);
  const PoreSpace pores = random_pores({67, 23, 19}, 0.3, random);
  const AnySurface surface;
  for (const Precision precision : {Precision::float32, Precision::float64}) {
    SolverSettings settings = settings_with(precision);
    settings.threads = 1;
    settings.instructions = InstructionSet::plain;
    const auto plain = make_backend(pores, settings, &surface);
    plain->advance(20);
    settings.threads = 3;
    settings.instructions = InstructionSet::best;
    const auto best = make_backend(pores, settings, &surface);
    best->advance(20);
    EXPECT_EQ(all_distributions(*plain), all_distributions(*best));
    EXPECT_EQ(plain->advance_and_sample().mean_velocity, best->advance_and_sample().mean_velocity);
  }
}

TEST(WallsOnCpus, give_exact_permeabilities_of_spheres) {
  using reference::SphereLattice;
  struct Array {
    GeometryKind kind;
    reference::SphereLattice lattice;
    double chi;
  };
  for (const auto& [kind, lattice, chi] :
       {Array{GeometryKind::sc, SphereLattice::sc, 0.9}, Array{GeometryKind::bcc, SphereLattice::bcc, 0.95},
        Array{GeometryKind::fcc, SphereLattice::fcc, 0.9}}) {
    constexpr std::int64_t side = 24;
    Recipe recipe;
    recipe.kind = kind;
    recipe.extent = {side, side, side};
    recipe.radius = chi * reference::touching_radius(lattice) * static_cast<double>(side);
    recipe.shift = {0.31, 0.77, 0.13};
    const std::vector<Sphere> spheres = spheres_of(recipe, Communicator());
    const CapsuleSurface surface(spheres, recipe.extent);
    SolverSettings settings = settings_with(Precision::float64);
    settings.tau = 1.5;
    settings.force = {1e-6, 0, 0};
    const auto backend = make_backend(generate(recipe), settings, &surface);
    backend->advance(250);
    const double k = viscosity(settings.tau) * backend->advance_and_sample().mean_velocity[0] / settings.force[0];
    const double exact =
        reference::permeability_from_drag(lattice, chi, reference::sphere_array_drag(lattice, chi).drag);
    EXPECT_NEAR(k / (exact * side * side), 1, 9e-3) << to_string(kind);
  }
}

TEST(WallsOnCpus, take_energy_from_any_flow_at_any_relaxation_time) {
  const AnySurface surface;
  std::mt19937 random(3);
  const PoreSpace pores = random_pores({11, 9, 7}, 0.6, random);
  std::normal_distribution<double> noise;
  const auto energy_of = [](const std::vector<double>& f) {
    double sum = 0;
    for (std::size_t i = 0; i < f.size(); ++i)
      sum += f[i] * f[i] / d3q19::weight(static_cast<int>(i % d3q19::directions));
    return sum;
  };
  for (const double tau : {0.51, 0.6, 1.0, 2.0, 5.0}) {
    SolverSettings settings = settings_with(Precision::float64);
    settings.tau = tau;
    settings.force = {0, 0, 0};
    const auto backend = make_backend(pores, settings, &surface);
    std::vector<double> f = all_distributions(*backend);
    for (double& value : f) value = noise(random);
    backend->write_distributions(0, f);
    const double mass = std::accumulate(f.begin(), f.end(), 0.0);
    double energy = energy_of(f);
    for (int i = 0; i < 40; ++i) {
      backend->advance(2);
      f = all_distributions(*backend);
      EXPECT_LE(energy_of(f), energy * (1 + 1e-12)) << tau;
      energy = energy_of(f);
    }
    EXPECT_NEAR(std::accumulate(f.begin(), f.end(), 0.0), mass, 1e-9) << tau;
  }
}

/// Gives a flow through overlapping spheres that is steady to rounding.
std::unique_ptr<Backend> steady_flow(const std::array<double, 3>& force) {
  const Extent n{14, 11, 12};
  const std::vector<Sphere> spheres{{3.3, 2.1, 4.4, 3.7}, {9.2, 7.6, 1.7, 2.9}, {8.1, 3.9, 9.3, 3.2}};
  const CapsuleSurface surface(spheres, n);
  PoreSpace pores(n);
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y)
      for (std::int64_t x = 0; x < n.nx; ++x)
        if (surface.is_pore({static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5, static_cast<double>(z) + 0.5}))
          pores.set_pore(x, y, z);
  SolverSettings settings = settings_with(Precision::float64);
  settings.tau = 1.3;
  settings.force = force;
  std::unique_ptr<Backend> backend = make_backend(pores, settings, &surface);
  backend->advance(2500);
  return backend;
}

TEST(WallsOnCpus, dissipate_the_power_of_the_force) {
  const auto backend = steady_flow({1e-6, 0, 0});
  const FlowSample sample = backend->advance_and_sample();
  const double k = viscosity(backend->settings().tau) * sample.mean_velocity[0] / 1e-6;
  EXPECT_NEAR(backend->measure().dissipation_voxel2 / k, 1, 1e-9);
}

TEST(WallsOnCpus, let_the_same_flow_through_each_plane) {
  const FlowSample sample = steady_flow({1e-6, 0, 0})->advance_and_sample();
  for (const double flux : sample.plane_flux[0]) EXPECT_NEAR(flux / sample.plane_flux[0].front(), 1, 1e-9);
  EXPECT_GT(std::abs(sample.mean_velocity[0] / sample.plane_flux[0].front() - 1),
            1e-6);  // cells at walls count m times
}

TEST(WallsOnCpus, bear_the_force_that_all_cells_have) {
  const auto backend = steady_flow({1e-6, 0, 0});
  const FlowMeasures measures = backend->measure();
  EXPECT_GT(measures.forced_cells_at_walls, 1);
  const double given = 1e-6 * (static_cast<double>(backend->cells()) + measures.forced_cells_at_walls);
  EXPECT_NEAR(measures.wall_force[0] / given, 1, 1e-9);
  EXPECT_NEAR(measures.wall_force[1] / given, 0, 1e-9);
}

TEST(WallsOnCpus, have_a_symmetric_tensor) {
  const FlowSample along_x = steady_flow({1e-6, 0, 0})->advance_and_sample();
  const FlowSample along_y = steady_flow({0, 1e-6, 0})->advance_and_sample();
  EXPECT_NEAR(along_x.mean_velocity[1] / along_y.mean_velocity[0], 1, 1e-8);
  EXPECT_GT(std::abs(along_x.mean_velocity[1]), 1e-3 * along_x.mean_velocity[0]);
}

TEST(WallsOnCpus, correct_k_so_that_no_error_of_first_order_is_left) {
  const auto backend = steady_flow({1e-6, 0, 0});
  const double nu = viscosity(backend->settings().tau);
  const double k = nu * backend->advance_and_sample().mean_velocity[0] / 1e-6;
  const std::vector<double> steady = all_distributions(*backend);
  std::mt19937 random(11);
  std::normal_distribution<double> noise(0, 1e-7);
  std::vector<double> change(steady.size());
  for (double& value : change) value = noise(random);
  const auto errors = [&](double times) {
    std::vector<double> f = steady;
    for (std::size_t i = 0; i < f.size(); ++i) f[i] += times * change[i];
    backend->write_distributions(0, f);
    const ChangingFlow now = backend->advance_and_correct();
    const double raw = nu * now.sample.mean_velocity[0] / 1e-6;
    return std::array{raw / k - 1, (raw + nu / 1e-12 * now.rates.action) / k - 1};
  };
  const auto [raw, corrected] = errors(1);
  const auto [opposite_raw, opposite_corrected] = errors(-1);
  EXPECT_GT(std::abs(raw - opposite_raw), 1e-4);
  EXPECT_NEAR(corrected, opposite_corrected, 1e-8);
  EXPECT_NEAR(errors(2)[1] / corrected, 4, 1e-3);
}

TEST(WallsOnCpus, refuse_what_has_none) {
  SolverSettings settings = settings_with(Precision::float32);
  const AnySurface surface;
  PoreSpace pores(Extent{8, 8, 8});
  pores.set_pore(1, 1, 1);
  const FaceRules closed(std::array{FaceRule::symmetric, FaceRule::periodic, FaceRule::periodic});
  EXPECT_THROW(make_backend(Domain(pores.extent(), closed), pores, settings, &surface), UsageError);
  settings.device = Device::cuda;
  settings.precision = Precision::float16;
  EXPECT_THROW(make_backend(pores, settings, &surface), UsageError);
  settings.device = Device::cpu;
  settings.precision = Precision::float32;
  settings.collision = Collision::bgk;
  EXPECT_THROW(make_backend(pores, settings, &surface), UsageError);
  settings.collision = Collision::trt;
  settings.equilibrium = Equilibrium::quadratic;
  EXPECT_THROW(make_backend(pores, settings, &surface), UsageError);
}

}  // namespace
}  // namespace perm
