// SPDX-License-Identifier: Apache-2.0
// Walls between voxels have the same bits on every device: a GPU takes the steps, sums and measures of a CPU.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <random>
#include <vector>

#include "geometry/distance/distance_surface.hpp"
#include "geometry/random_pores.hpp"
#include "geometry/shapes/surfaces/capsule_surface.hpp"
#include "solver/any_surface.hpp"
#include "solver/oracle_comparison.hpp"
#include "solver/state_bits.hpp"
#include "solver/test_device.hpp"

namespace perm {
namespace {

void expect_same(const FlowSample& a, const FlowSample& b) {
  EXPECT_EQ(a.mean_velocity, b.mean_velocity);
  EXPECT_EQ(a.plane_flux, b.plane_flux);
  EXPECT_EQ(a.mass_deviation, b.mass_deviation);
  EXPECT_TRUE(a.finite && b.finite);
}

void expect_same(const FlowMeasures& a, const FlowMeasures& b) {
  EXPECT_EQ(a.dissipation_voxel2, b.dissipation_voxel2);
  EXPECT_EQ(a.viscous_voxel2, b.viscous_voxel2);
  EXPECT_EQ(a.stepped_wall_voxel2, b.stepped_wall_voxel2);
  EXPECT_EQ(a.plane_wall_voxel2, b.plane_wall_voxel2);
  EXPECT_EQ(a.wall_pieces, b.wall_pieces);
  EXPECT_EQ(a.wall_force, b.wall_force);
  EXPECT_EQ(a.next_wall_force, b.next_wall_force);
  EXPECT_EQ(a.momentum, b.momentum);
  EXPECT_EQ(a.largest_speed, b.largest_speed);
  EXPECT_EQ(a.mean_speed_squared, b.mean_speed_squared);
  EXPECT_EQ(a.forced_cells_at_walls, b.forced_cells_at_walls);
}

void expect_bits_of_a_cpu(const PoreSpace& pores, const Surface& surface, Boundary boundary = Boundary::periodic) {
  const Domain domain(pores.extent(), face_rules({boundary}, Axis::y, pores.extent()));
  for (const Precision precision : {Precision::float32, Precision::float64}) {
    SolverSettings settings;
    settings.precision = precision;
    settings.tau = 0.8;
    settings.threads = 2;
    settings.force = {2e-6, -8e-7, 6e-7};
    if (boundary != Boundary::periodic) settings.force = {0, 2e-6, 0};
    const auto on_cpu = make_backend(domain, pores, settings, &surface);
    const auto on_device = make_test_backend(domain, pores, settings, &surface);
    for (const double tau : {0.8, 1.7}) {
      on_cpu->set_force_and_tau(settings.force, tau);
      on_device->set_force_and_tau(settings.force, tau);
      on_cpu->advance(40);
      on_device->advance(40);  // more than a graph of steps holds
      EXPECT_TRUE(state_bits(*on_cpu) == state_bits(*on_device));
      expect_same(on_cpu->advance_and_sample(), on_device->advance_and_sample());
      const ChangingFlow corrected = on_cpu->advance_and_correct();
      const ChangingFlow corrected_on_device = on_device->advance_and_correct();
      expect_same(corrected.sample, corrected_on_device.sample);
      EXPECT_EQ(corrected.rates.action, corrected_on_device.rates.action);
      expect_same(on_cpu->measure(), on_device->measure());
    }
  }
}

TEST(WallsOnDevices, have_the_bits_of_a_cpu) {
  for (const OracleCase& c : oracle_cases) {
    std::mt19937 random(42);
    const PoreSpace pores = random_pores(c.extent, c.porosity, random);
    if (pores.count_pores() == 0) continue;
    SCOPED_TRACE(to_string(c.extent));
    for (const Boundary boundary : {Boundary::periodic, Boundary::mirror, Boundary::sealed})
      expect_bits_of_a_cpu(pores, AnySurface(), boundary);
  }
}

// A GPU finds the cuts of capsules and of distances itself.
TEST(WallsOnDevices, of_capsules_and_distances_have_the_bits_of_a_cpu) {
  std::mt19937 random(4);
  std::uniform_real_distribution<double> anywhere(0, 1);
  std::normal_distribution<double> any_way;
  for (const Extent& n : {Extent{37, 41, 29}, Extent{70, 9, 16}, Extent{33, 40, 1}}) {
    SCOPED_TRACE(to_string(n));
    std::vector<Capsule> capsules;
    for (int i = 0; i < 12; ++i) {
      Vector way{any_way(random), any_way(random), any_way(random)};
      const double size = std::sqrt(square(way));
      for (double& component : way) component = i % 3 == 0 ? 0 : component / size;
      const double length = i % 3 == 0 ? 0 : 9 * anywhere(random);
      capsules.push_back({{anywhere(random) * static_cast<double>(n.nx), anywhere(random) * static_cast<double>(n.ny),
                           anywhere(random) * static_cast<double>(n.nz)},
                          way,
                          length,
                          1 + 3 * anywhere(random)});
    }
    const auto surface = std::make_shared<CapsuleSurface>(capsules, n);
    expect_bits_of_a_cpu(voxels_of(surface, n, Communicator()).pores(), *surface);
    DistanceArray array(n, {0, n.nz}, Communicator());
    for (std::int64_t z = 0; z < n.nz; ++z)
      find_distances(*surface, n, z, {array.row(0, z).data(), static_cast<std::size_t>(n.plane_voxels())});
    const auto distances = std::make_shared<DistanceSurface>(std::make_shared<DistanceArray>(std::move(array)));
    expect_bits_of_a_cpu(voxels_of(distances, n, Communicator()).pores(), *distances);
    const Extent finer{2 * n.nx, 2 * n.ny, 2 * n.nz};
    const auto fine = refine(surface, 2);
    expect_bits_of_a_cpu(voxels_of(fine, finer, Communicator()).pores(), *fine);
  }
}

}  // namespace
}  // namespace perm
