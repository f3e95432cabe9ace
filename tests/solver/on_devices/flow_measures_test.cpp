// SPDX-License-Identifier: Apache-2.0
// The measures of a flow at one moment agree with their definitions cell by cell, and a lattice that is used again
// gives the bits of a new one.
#include "solver/flow_measures.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "geometry/random_pores.hpp"
#include "oracle/slow_lbm.hpp"
#include "solver/cell/cell_update.hpp"
#include "solver/cell/wall_links.hpp"
#include "solver/state_bits.hpp"
#include "solver/test_device.hpp"
#include "solver/wall_repeats.hpp"

namespace perm {
namespace {

PoreSpace some_pores() {
  std::mt19937 random(59);
  return random_pores({19, 13, 11}, 0.7, random);
}

SolverSettings some_settings(Precision precision) {
  SolverSettings settings;
  settings.precision = precision;
  settings.force = {1e-4, -3e-5, 2e-5};
  settings.tau = 0.8;
  settings.threads = 2;
  return settings;
}

using Distributions = std::array<double, d3q19::directions>;

double sum_with_weights(const Distributions& f) {
  double sum = 0;
  for (std::size_t q = 0; q < f.size(); ++q) sum += f[q] * f[q] / d3q19::weight(static_cast<int>(q));
  return sum;
}

/// Gives the energy that a collision takes, found by colliding: the power of the force less a sixth of the change of
/// sum f^2/w.
double energy_lost(Distributions f, const SolverSettings& settings) {
  const double before = sum_with_weights(f);
  double values[d3q19::directions];
  std::copy(f.begin(), f.end(), values);
  const Moments<double> moments = collide<Equilibrium::linear>(values, make_collision_parameters<double>(settings));
  std::copy(values, values + d3q19::directions, f.begin());
  double power = 0;
  for (std::size_t a = 0; a < 3; ++a) power += settings.force[a] * moments.velocity[a];
  return power - (sum_with_weights(f) - before) / 6;
}

/// Gives 2 nu S:S with S = -3/(2 tau) sum c c (f - f_eq), from all nine components.
double viscous_loss(const Distributions& f, const SolverSettings& settings) {
  double density = 0;
  std::array<double, 3> u{};
  for (int q = 0; q < d3q19::directions; ++q) {
    const d3q19::Velocity c = d3q19::velocity(q);
    const double value = f[static_cast<std::size_t>(q)];
    density += value;
    u = {u[0] + c.x * value, u[1] + c.y * value, u[2] + c.z * value};
  }
  for (std::size_t a = 0; a < 3; ++a) u[a] += settings.force[a] / 2;
  std::array<std::array<double, 3>, 3> strain{};
  for (int q = 0; q < d3q19::directions; ++q) {
    const d3q19::Velocity v = d3q19::velocity(q);
    const std::array<int, 3> c{v.x, v.y, v.z};
    const double equilibrium = d3q19::weight(q) * (density + 3 * (v.x * u[0] + v.y * u[1] + v.z * u[2]));
    for (std::size_t a = 0; a < 3; ++a)
      for (std::size_t b = 0; b < 3; ++b)
        strain[a][b] -= 1.5 / settings.tau * c[a] * c[b] * (f[static_cast<std::size_t>(q)] - equilibrium);
  }
  double square = 0;
  for (const auto& row : strain)
    for (const double component : row) square += component * component;
  return 2 * viscosity(settings.tau) * square;
}

TEST(FlowMeasures, of_every_cell_add_up_to_those_of_the_flow) {
  for (const Precision precision : {Precision::float32, Precision::float64})
    for (const Collision collision : {Collision::trt, Collision::bgk}) {
      SolverSettings settings = some_settings(precision);
      settings.collision = collision;
      const auto backend = make_test_backend(some_pores(), settings);
      backend->advance(30);
      const std::vector<double> all = all_distributions(*backend);
      double lost = 0, viscous = 0;
      double largest_density = 0, largest_speed = 0;
      double densities_squared = 0, speeds_squared = 0;
      for (std::size_t cell = 0; cell < all.size(); cell += d3q19::directions) {
        Distributions f{};
        std::copy_n(all.begin() + static_cast<std::ptrdiff_t>(cell), d3q19::directions, f.begin());
        lost += energy_lost(f, settings);
        viscous += viscous_loss(f, settings);
        double density = 0;
        std::array<double, 3> u = settings.force;
        for (double& component : u) component /= 2;
        for (int q = 0; q < d3q19::directions; ++q) {
          const d3q19::Velocity c = d3q19::velocity(q);
          const double value = f[static_cast<std::size_t>(q)];
          density += value;
          u = {u[0] + c.x * value, u[1] + c.y * value, u[2] + c.z * value};
        }
        largest_density = std::max(largest_density, std::abs(density));
        largest_speed = std::max(largest_speed, std::hypot(u[0], u[1], u[2]));
        densities_squared += density * density;
        speeds_squared += u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
      }
      double force2 = 0;
      for (const double component : settings.force) force2 += component * component;
      const double to_permeability = viscosity(settings.tau) / force2 / (19 * 13 * 11);
      const FlowMeasures measures = backend->measure();
      SCOPED_TRACE(to_string(precision) + " " + to_string(collision));
      EXPECT_TRUE(measures.finite);
      EXPECT_NEAR(measures.dissipation_voxel2 / (lost * to_permeability), 1, 1e-9);
      EXPECT_NEAR(measures.viscous_voxel2 / (viscous * to_permeability), 1, 1e-9);
      EXPECT_NEAR(measures.largest_density_deviation / largest_density, 1, 1e-12);
      EXPECT_NEAR(measures.largest_speed / largest_speed, 1, 1e-12);
      EXPECT_NEAR(measures.mean_density_squared * (19 * 13 * 11) / densities_squared, 1, 1e-9);
      EXPECT_NEAR(measures.mean_speed_squared * (19 * 13 * 11) / speeds_squared, 1, 1e-9);
    }
}

/// A voxel whose edges are solid exactly where a face beside them is has plane walls only.
bool has_steps(const PoreSpace& pores, const std::array<int, 3>& at) {
  const auto is_solid = [&](std::array<int, 3> step) {
    const Extent& n = pores.extent();
    return !pores.is_pore((at[0] + step[0] + n.nx) % n.nx, (at[1] + step[1] + n.ny) % n.ny,
                          (at[2] + step[2] + n.nz) % n.nz);
  };
  for (std::size_t a = 0; a < 3; ++a)
    for (std::size_t b = 0; b < a; ++b)
      for (const int i : {-1, 1})
        for (const int j : {-1, 1}) {
          std::array<int, 3> face_a{}, face_b{}, edge{};
          face_a[a] = edge[a] = i;
          face_b[b] = edge[b] = j;
          if (is_solid(edge) != (is_solid(face_a) || is_solid(face_b))) return true;
        }
  return false;
}

TEST(FlowMeasures, beside_stepped_walls_are_those_of_the_oracle) {
  PoreSpace pores = some_pores();
  const Extent& n = pores.extent();
  for (std::int64_t z = 0; z < n.nz; ++z)  // a gap between plane walls beside the random pores
    for (std::int64_t y = 0; y < 6; ++y)
      for (std::int64_t x = 0; x < n.nx; ++x)
        if (y >= 2 && y < 5)
          pores.set_pore(x, y, z);
        else
          pores.set_solid(x, y, z);
  const SolverSettings settings = some_settings(Precision::float64);
  const auto is_solid = [&](int x, int y, int z) { return !pores.is_pore(x, y, z); };
  reference::SlowLbm slow(
      static_cast<int>(n.nx), static_cast<int>(n.ny), static_cast<int>(n.nz), is_solid,
      {settings.tau, 0.5 + settings.magic / (settings.tau - 0.5), reference::Equilibrium::linear, settings.force});
  for (int step = 0; step < 30; ++step) slow.step();
  double beside_steps = 0, beside_planes = 0;
  std::array<std::int64_t, 3> faces{};
  double power = 0;  // 3/2 of what each cell beside a wall dissipates
  std::vector<__int128> normals(wall_normal_count);
  for (int z = 0; z < n.nz; ++z)
    for (int y = 0; y < n.ny; ++y)
      for (int x = 0; x < n.nx; ++x) {
        if (is_solid(x, y, z)) continue;
        int solid = 0;
        std::array<int, 3> normal{};
        for (int q = 1; q < d3q19::directions; ++q) {
          const d3q19::Velocity c = d3q19::velocity(q);
          if (pores.is_pore((x + c.x + n.nx) % n.nx, (y + c.y + n.ny) % n.ny, (z + c.z + n.nz) % n.nz)) continue;
          ++solid;
          normal = {normal[0] + c.x, normal[1] + c.y, normal[2] + c.z};
          if (d3q19::weight(q) == d3q19::weight(1)) ++faces[c.x != 0 ? 0 : c.y != 0 ? 1 : 2];
        }
        if (solid == 0) continue;
        ++normals[static_cast<std::size_t>(number_of_normal(normal[0], normal[1], normal[2]))];
        Distributions f{};
        for (int q = 0; q < d3q19::directions; ++q) {
          const d3q19::Velocity c = d3q19::velocity(q);
          f[static_cast<std::size_t>(q)] = slow.distribution(x, y, z, c.x, c.y, c.z) - d3q19::weight(q);
        }
        (has_steps(pores, {x, y, z}) ? beside_steps : beside_planes) += viscous_loss(f, settings);
        power += std::pow(viscous_loss(f, settings), 1.5);
      }
  double force2 = 0;
  for (const double component : settings.force) force2 += component * component;
  const auto backend = make_test_backend(pores, settings);
  backend->advance(30);
  const FlowMeasures measures = backend->measure();
  EXPECT_EQ(measures.wall_faces, faces);
  const double to_permeability = viscosity(settings.tau) / force2 / static_cast<double>(n.voxels());
  EXPECT_NEAR(measures.stepped_wall_voxel2 / (beside_steps * to_permeability), 1, 1e-7);
  EXPECT_NEAR(measures.plane_wall_voxel2 / (beside_planes * to_permeability), 1, 1e-7);
  const double pieces = std::pow(beside_steps + beside_planes, 3) / (power * power) / count_wall_repeats(normals);
  EXPECT_NEAR(measures.wall_pieces / pieces, 1, 1e-7);
  EXPECT_GT(pieces, 10);
  EXPECT_LT(measures.stepped_wall_voxel2, measures.viscous_voxel2);
}

TEST(FlowMeasures, take_no_step_and_are_the_same_for_any_number_of_threads) {
  SolverSettings settings = some_settings(Precision::float32);
  FlowMeasures first;
  for (const int threads : {1, 2, 3}) {
    settings.threads = threads;
    const auto backend = make_test_backend(some_pores(), settings);
    backend->advance(20);
    const std::vector<std::uint64_t> before = state_bits(*backend);
    const FlowMeasures measures = backend->measure();
    EXPECT_EQ(backend->steps(), 20);
    EXPECT_TRUE(state_bits(*backend) == before);
    if (threads == 1) first = measures;
    EXPECT_EQ(measures.dissipation_voxel2, first.dissipation_voxel2);
    EXPECT_EQ(measures.viscous_voxel2, first.viscous_voxel2);
    EXPECT_EQ(measures.stepped_wall_voxel2, first.stepped_wall_voxel2);
    EXPECT_EQ(measures.plane_wall_voxel2, first.plane_wall_voxel2);
    EXPECT_EQ(measures.wall_pieces, first.wall_pieces);
    EXPECT_EQ(measures.wall_faces, first.wall_faces);
    EXPECT_TRUE(measures.wall_force == first.wall_force && measures.momentum == first.momentum);
    EXPECT_EQ(measures.largest_speed, first.largest_speed);
    EXPECT_EQ(measures.largest_density_deviation, first.largest_density_deviation);
  }
}

TEST(FlowMeasures, do_not_depend_on_the_force_but_for_its_rounding) {
  SolverSettings settings = some_settings(Precision::float64);
  double first = 0;
  for (const double force : {1e-6, 1e-150, 1e-3, -1e-6}) {
    settings.force = {force, 0, 0};
    const auto backend = make_test_backend(some_pores(), settings);
    backend->advance(20);
    const FlowMeasures measures = backend->measure();
    if (first == 0) first = measures.dissipation_voxel2;
    EXPECT_NEAR(measures.dissipation_voxel2 / first, 1, 1e-9) << force;
  }
}

TEST(FlowMeasures, of_rest_are_zero_and_of_nonsense_not_finite) {
  SolverSettings settings = some_settings(Precision::float64);
  settings.force = {};
  const auto backend = make_test_backend(some_pores(), settings);
  EXPECT_EQ(backend->measure().largest_speed, 0);
  EXPECT_EQ(backend->measure().dissipation_voxel2, 0);
  EXPECT_TRUE(backend->measure().finite);
  const std::vector<double> nonsense(d3q19::directions, std::numeric_limits<double>::quiet_NaN());
  backend->write_distributions(7, nonsense);
  EXPECT_FALSE(backend->measure().finite);
}

TEST(FlowMeasures, divide_by_density_where_the_equilibrium_is_quadratic) {
  SolverSettings settings = some_settings(Precision::float64);
  settings.force = {};
  std::array<double, 3> speeds{};
  for (const Equilibrium equilibrium : {Equilibrium::linear, Equilibrium::quadratic, Equilibrium::incompressible}) {
    settings.equilibrium = equilibrium;
    const auto backend = make_test_backend(some_pores(), settings);
    std::vector<double> f(d3q19::directions);
    f[1] = 0.25;  // a density of 1.25 and a momentum of 0.25
    backend->write_distributions(3, f);
    speeds[static_cast<std::size_t>(equilibrium)] = backend->measure().largest_speed;
  }
  EXPECT_DOUBLE_EQ(speeds[0], 0.25);
  EXPECT_DOUBLE_EQ(speeds[1], 0.2);
  EXPECT_DOUBLE_EQ(speeds[2], 0.25);
}

TEST(LatticeUsedAgain, gives_the_bits_of_a_new_one) {
  std::vector<Precision> precisions{Precision::float32, Precision::float64};
  if (device_under_test() == Device::cuda) precisions.push_back(Precision::float16);
  for (const Precision precision : precisions) {
    const SolverSettings first = some_settings(precision);
    SolverSettings second = first;
    second.force = {0, 2e-6, 0};
    second.tau = 1.3;
    const auto used = make_test_backend(some_pores(), first);
    const auto fresh = make_test_backend(some_pores(), second);
    used->advance(40);  // more than a graph of steps holds
    used->set_force_and_tau(second.force, second.tau);
    EXPECT_EQ(used->steps(), 0);
    EXPECT_TRUE(state_bits(*used) == state_bits(*fresh));
    used->advance(40);
    fresh->advance(40);
    EXPECT_TRUE(state_bits(*used) == state_bits(*fresh)) << to_string(precision);
    const FlowSample a = used->advance_and_sample();
    const FlowSample b = fresh->advance_and_sample();
    EXPECT_EQ(a.mean_velocity, b.mean_velocity);
    EXPECT_EQ(a.step, b.step);
    EXPECT_EQ(used->measure().dissipation_voxel2, fresh->measure().dissipation_voxel2);
  }
}

}  // namespace
}  // namespace perm
