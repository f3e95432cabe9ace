// SPDX-License-Identifier: Apache-2.0
// Tests the rule for walls between voxels in the oracle, before any backend has it: against exact permeabilities, and
// what every promise of the program rests on. validation/WALLS.md has the proofs and the table of all rules.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "oracle/known_bodies.hpp"

namespace reference {
namespace {

double settled(const KnownBody& known, const CutSettings& asked = {}, double tolerance = 1e-5) {
  CutSettings settings = asked;
  settings.force = known.force;
  CutLattice lattice(known.body, settings);
  return settle(lattice, tolerance);
}

double error_of(const KnownBody& known, const CutSettings& settings = {}, double tolerance = 1e-5) {
  return settled(known, settings, tolerance) / known.permeability - 1;
}

std::vector<double> spheres_errors(const std::string& lattice, double chi, int voxels, WallRule rule, int places) {
  CutSettings settings;
  settings.rule = rule;
  std::vector<double> errors;
  for (const Eigen::Vector3d& place : scattered_places(places))
    errors.push_back(error_of(spheres(lattice, chi, voxels, place), settings));
  return errors;
}

/// Three spheres of different sizes without any symmetry.
Body three_spheres() {
  return {{12, 12, 12}, [](const Eigen::Vector3d& at) {
            const std::vector<std::pair<Eigen::Vector3d, double>> all{
                {{3.2, 4.1, 6.3}, 3.1}, {{8.7, 8.2, 3.4}, 2.7}, {{7.9, 2.6, 9.6}, 2.9}};
            double least = 12;
            for (const auto& [centre, radius] : all) {
              Eigen::Vector3d from = at - centre;
              for (double& distance : from) distance = std::remainder(distance, 12);
              least = std::min(least, from.norm() - radius);
            }
            return least;
          }};
}

/// Makes cuts in any links, at any distance a cell may have.
Cuts any_cuts(std::mt19937& generator) {
  std::uniform_real_distribution<double> chance(0, 1);
  Cuts cuts{};
  const double share = chance(generator), longest = chance(generator);
  for (double& cut : cuts)
    if (chance(generator) < share) cut = std::max(1.0 / 64, longest * chance(generator));
  cuts[ports / 2] = 0;  // of the distribution at rest
  return cuts;
}

TEST(WallRule, is_exact_to_second_order_between_plates_anywhere_at_every_magic_number) {
  for (const double magic : {1.0 / 8, 3.0 / 16, 1.0 / 4})
    for (const double first : {1.0 / 64, 0.1, 0.3, 0.5, 0.8, 1.0})
      for (const double last : {0.2, 0.5, 0.9}) {
        CutSettings settings;
        settings.relaxation.magic = magic;
        // What is left falls by eight when the gap doubles.
        const double error = error_of(straight_plates(16, first, last), settings, 1e-8);
        EXPECT_LT(std::abs(error), 1e-3) << magic << ' ' << first << ' ' << last;
        EXPECT_LT(std::abs(error_of(straight_plates(32, first, last), settings, 1e-8)), std::abs(error) / 6 + 2e-6);
      }
}

TEST(WallRule, is_exact_for_plates_on_voxel_faces_at_every_magic_number) {
  for (const double magic : {1.0 / 8, 3.0 / 16, 1.0 / 4}) {
    CutSettings settings;
    settings.relaxation.magic = magic;
    EXPECT_LT(std::abs(error_of(straight_plates(8, 0.5, 0.5), settings, 1e-9)), 1.1e-3) << magic;
    EXPECT_LT(std::abs(error_of(straight_plates(16, 0.5, 0.5), settings, 1e-9)), 1.1e-4) << magic;
  }
}

TEST(WallRule, knows_plates_that_no_link_is_normal_to) {
  struct Tilt {
    int across[2];
    int voxels;
  };
  for (const Tilt& tilt : {Tilt{{1, 1}, 24}, Tilt{{2, 1}, 30}, Tilt{{3, 1}, 40}, Tilt{{3, 2}, 45}})
    for (const int axis : {0, 2})
      for (const Eigen::Vector3d& place : scattered_places(3)) {
        const KnownBody plates = tilted_plates(tilt.across, tilt.voxels, 10.5, 2 * place[0], axis);
        EXPECT_LT(std::abs(error_of(plates)), 6e-3) << tilt.across[0] << ' ' << tilt.across[1] << ' ' << axis;
      }
}

TEST(WallRule, knows_round_channels_and_cylinders) {
  for (const Eigen::Vector3d& place : scattered_places(3)) {
    EXPECT_LT(std::abs(error_of(tube(8.3, place.head<2>()))), 2.5e-3);
    EXPECT_LT(std::abs(error_of(annulus(4.2, 14.3, place.head<2>()))), 2.5e-3);
    EXPECT_LT(std::abs(error_of(cylinders(0.3, 24, 24 * place.head<2>()))), 6e-3);
  }
}

TEST(WallRule, knows_arrays_of_spheres_far_better_than_voxels) {
  struct Array {
    const char* lattice;
    double chi;
  };
  for (const auto& [lattice, chi] : {Array{"sc", 0.9}, Array{"bcc", 0.95}, Array{"fcc", 0.9}}) {
    for (const double error : spheres_errors(lattice, chi, 24, WallRule::sub_voxel, 2))
      EXPECT_LT(std::abs(error), 9e-3) << lattice;
    EXPECT_LT(spheres_errors(lattice, chi, 24, WallRule::half_way, 1)[0], -0.02) << lattice;
  }
}

TEST(WallRule, gives_the_same_permeability_at_every_viscosity) {
  const KnownBody known = spheres("fcc", 0.9, 10, {0.31, 0.77, 0.13});
  CutSettings settings;
  std::vector<double> found;
  for (const double tau : {0.6, 1.0, 3.0}) {
    settings.relaxation.tau = tau;
    found.push_back(settled(known, settings, 1e-9));
  }
  EXPECT_NEAR(found[1] / found[0], 1, 2e-8);
  EXPECT_NEAR(found[2] / found[0], 1, 2e-8);
}

TEST(WallRule, takes_no_energy_from_walls_however_they_lie) {
  std::mt19937 generator(5);
  double least = 1;
  for (int i = 0; i < 20000; ++i)
    for (const double magic : {1.0 / 8, 3.0 / 16, 1.0 / 4})
      least = std::min(least, least_eigenvalue(any_cuts(generator), WallRule::sub_voxel, {1, magic}));
  EXPECT_GT(least, -1e-12);
  Cuts all;
  all.fill(1.0 / 64);
  all[ports / 2] = 0;
  EXPECT_GT(least_eigenvalue(all, WallRule::sub_voxel, {1, 3.0 / 16}), 0);
  EXPECT_LT(least_eigenvalue(all, WallRule::off_momentum, {1, 3.0 / 16}), -0.1);  // the test can fail
}

TEST(WallRule, keeps_mass_in_every_cell_and_answers_symmetrically) {
  std::mt19937 generator(6);
  for (int i = 0; i < 200; ++i) {
    const CutCell cell = make_cut_cell(any_cuts(generator), WallRule::sub_voxel, {0.8, 3.0 / 16});
    EXPECT_LT((cell.conductance - cell.conductance.transpose()).norm(), 1e-12);
    const Collision collision = collide(cell, {0.3, -0.2, 0.1});
    const PortVector before = PortVector::Random();
    EXPECT_NEAR((collision.matrix * before + collision.added).sum(), before.sum(), 1e-12);
  }
}

TEST(WallRule, has_a_symmetric_tensor_and_dissipates_what_the_force_puts_in) {
  CutSettings settings;
  settings.relaxation.tau = 1.2;
  Eigen::Matrix3d tensor;
  for (int axis = 0; axis < 3; ++axis) {
    settings.force = Eigen::Vector3d::Unit(axis);
    CutLattice lattice(three_spheres(), settings);
    const double mass = lattice.mass();
    const double k = settle(lattice, 1e-11);
    EXPECT_NEAR(lattice.permeability_by_dissipation() / k, 1, 1e-8);
    EXPECT_NEAR(lattice.mass(), mass, 1e-9 * static_cast<double>(lattice.cells()));
    tensor.col(axis) = lattice.flow();
  }
  EXPECT_LT((tensor - tensor.transpose()).norm() / tensor.norm(), 1e-8);
  EXPECT_GT(std::abs(tensor(0, 1)) / tensor(0, 0), 1e-4);
}

}  // namespace
}  // namespace reference
