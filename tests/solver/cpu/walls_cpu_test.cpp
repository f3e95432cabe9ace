// SPDX-License-Identifier: Apache-2.0
// Compares the steps of a CPU beside walls between voxels with the oracle, and K of spheres with exact values.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "core/errors.hpp"
#include "geometry/random_pores.hpp"
#include "geometry/shapes/recipe.hpp"
#include "geometry/shapes/sphere_surface.hpp"
#include "lattice/wall_cuts.hpp"
#include "oracle/cut_lattice.hpp"
#include "solver/backend.hpp"
#include "solver/oracle_comparison.hpp"
#include "solver/state_bits.hpp"
#include "validation/references/spheres/sphere_array_table.hpp"

namespace perm {
namespace {

/// A surface that cuts each link anywhere.
class AnySurface final : public Surface {
 public:
  double meets(const std::array<double, 3>& centre, const d3q19::Velocity& step) const override {
    const double mixed = std::sin(12.9898 * centre[0] + 78.233 * centre[1] + 37.719 * centre[2] + 4.581 * step.x +
                                  9.151 * step.y + 2.713 * step.z) *
                         43758.5453;
    return WallCuts::place_of(WallCuts::code_of(mixed - std::floor(mixed)));
  }
};

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
        return surface.meets({at[0], at[1], at[2]}, {step[0], step[1], step[2]});
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
    const SphereSurface surface(spheres, recipe.extent);
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

TEST(WallsOnCpus, refuse_what_has_none) {
  SolverSettings settings = settings_with(Precision::float32);
  const AnySurface surface;
  PoreSpace pores(Extent{8, 8, 8});
  pores.set_pore(1, 1, 1);
  EXPECT_THROW(make_backend(pores, settings, &surface)->measure(), Error);
  const FaceRules closed(std::array{FaceRule::symmetric, FaceRule::periodic, FaceRule::periodic});
  EXPECT_THROW(make_backend(Domain(pores.extent(), closed), pores, settings, &surface), UsageError);
  settings.device = Device::cuda;
  EXPECT_THROW(make_backend(pores, settings, &surface), UsageError);
  settings.device = Device::cpu;
  settings.collision = Collision::bgk;
  EXPECT_THROW(make_backend(pores, settings, &surface), UsageError);
  settings.collision = Collision::trt;
  settings.equilibrium = Equilibrium::quadratic;
  EXPECT_THROW(make_backend(pores, settings, &surface), UsageError);
}

}  // namespace
}  // namespace perm
