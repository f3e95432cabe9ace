// SPDX-License-Identifier: Apache-2.0
// Phases that conduct each in its own way: layers and checkerboards, of which it is known what they conduct, and random
// ones in finer voxels.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "conduction/conduction.hpp"
#include "conduction/small_bodies.hpp"

namespace perm {
namespace {

/// An image of which every voxel conducts, so much.
struct PhaseImage {
  Extent n;
  std::vector<double> conductivity;

  double& at(std::int64_t x, std::int64_t y, std::int64_t z) {
    return conductivity[static_cast<std::size_t>(n.index(x, y, z))];
  }
};

ConductionBounds bounds_of(const PhaseImage& image, Boundary boundary, Axis along, std::int64_t factor = 1,
                           double share = 1e-7) {
  const Extent fine{image.n.nx * factor, image.n.ny * factor, image.n.nz * factor};
  PoreSpace all(fine);
  all.fill_with_pore();
  LargeArray<float> conductivity(static_cast<std::size_t>(fine.voxels()));
  for (std::int64_t z = 0; z < fine.nz; ++z)
    for (std::int64_t y = 0; y < fine.ny; ++y)
      for (std::int64_t x = 0; x < fine.nx; ++x)
        conductivity[static_cast<std::size_t>(fine.index(x, y, z))] = static_cast<float>(
            image.conductivity[static_cast<std::size_t>(image.n.index(x / factor, y / factor, z / factor))]);
  return bound_conduction(all, face_rules({boundary}, along, fine), along, share, team_of(1), std::move(conductivity));
}

TEST(Phases, layers_conduct_as_resistors_in_series_and_side_by_side) {
  const std::vector<double> layers{1, 0.05, 0.3, 0.3, 1e-3};
  for (const Axis across : all_axes)
    for (const Boundary boundary : {Boundary::periodic, Boundary::sealed}) {
      Extent n{3, 3, 3};
      (across == Axis::x ? n.nx : across == Axis::y ? n.ny : n.nz) = 5;
      PhaseImage image{n, std::vector<double>(static_cast<std::size_t>(n.voxels()))};
      double sum = 0;
      double resistance = 0;
      for (const double layer : layers) {
        sum += layer / 5;
        resistance += 1 / layer / 5;
      }
      for (std::int64_t z = 0; z < n.nz; ++z)
        for (std::int64_t y = 0; y < n.ny; ++y)
          for (std::int64_t x = 0; x < n.nx; ++x)
            image.at(x, y, z) = layers[static_cast<std::size_t>(across == Axis::x ? x : across == Axis::y ? y : z)];
      const ConductionBounds in_series = bounds_of(image, boundary, across);
      EXPECT_NEAR(in_series.lower * resistance, 1, 1e-4);
      EXPECT_NEAR(in_series.upper * resistance, 1, 1e-4);
      const ConductionBounds beside = bounds_of(image, boundary, next_axis(across));
      EXPECT_NEAR(beside.lower / sum, 1, 1e-5);
      EXPECT_NEAR(beside.upper / sum, 1, 1e-5);
    }
}

TEST(Phases, a_checkerboard_conducts_the_geometric_mean) {
  for (const double other : {0.5, 0.1, 0.01}) {
    PhaseImage board{{4, 4, 1}, std::vector<double>(16)};
    for (std::int64_t y = 0; y < 4; ++y)
      for (std::int64_t x = 0; x < 4; ++x) board.at(x, y, 0) = (x / 2 + y / 2) % 2 == 0 ? 1 : other;
    double width = 1e9;
    for (const std::int64_t factor : {1, 4}) {
      const ConductionBounds bounds = bounds_of(board, Boundary::periodic, Axis::x, factor);
      EXPECT_LT(bounds.lower, std::sqrt(other));  // Keller 1964
      EXPECT_GT(bounds.upper, std::sqrt(other));
      EXPECT_LT(bounds.upper / bounds.lower, width);
      width = bounds.upper / bounds.lower;
    }
  }
}

TEST(Phases, hold_the_values_of_finer_voxels) {
  for (unsigned seed = 0; seed < 25; ++seed) {
    std::mt19937 random(seed);
    const auto side = [&] { return static_cast<std::int64_t>(1 + random() % 5); };
    PhaseImage image{{side(), side(), side()}, {}};
    for (std::int64_t voxel = 0; voxel < image.n.voxels(); ++voxel)
      image.conductivity.push_back(std::array{1.0, 0.3, 0.05, 0.01}[random() % 4]);
    const Axis along = all_axes[random() % 3];
    const auto boundary = static_cast<Boundary>(random() % 4);
    const ConductionBounds coarse = bounds_of(image, boundary, along);
    const ConductionBounds fine = bounds_of(image, boundary, along, 3);
    SCOPED_TRACE(seed);
    EXPECT_LE(coarse.lower, fine.upper * (1 + 1e-6));
    EXPECT_LE(fine.lower, coarse.upper * (1 + 1e-6));
    EXPECT_LE(coarse.lower, coarse.upper * (1 + 1e-6));
    EXPECT_GT(fine.lower, 0);
    EXPECT_LE(fine.upper - fine.lower, (coarse.upper - coarse.lower) * 1.001 + 1e-5 * coarse.upper);
  }
}

TEST(Phases, of_one_conductivity_are_no_phases) {
  std::mt19937 random(7);
  const PhaseImage image{{5, 6, 4}, std::vector<double>(120, 1.0)};
  const ConductionBounds bounds = bounds_of(image, Boundary::periodic, Axis::y);
  EXPECT_NEAR(bounds.lower, 1, 1e-6);
  EXPECT_NEAR(bounds.upper, 1, 1e-6);
}

}  // namespace
}  // namespace perm
