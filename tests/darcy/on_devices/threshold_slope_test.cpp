// SPDX-License-Identifier: Apache-2.0
// A flow tells what its permeability would be with other walls, and at another threshold of a grey image.
#include "darcy/evaluation/threshold_slope.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <random>
#include <vector>

#include "darcy/steady_flow.hpp"
#include "geometry/connectivity/connectivity.hpp"
#include "geometry/shapes/recipe.hpp"
#include "solver/test_device.hpp"

namespace perm {
namespace {

FlowOptions options_of_test(Boundary boundary = Boundary::periodic) {
  FlowOptions options;
  options.tolerance = 1e-4;
  options.boundary.boundary = boundary;
  options.solver.device = device_under_test();
  return options;
}

SolvedFlow solve(const PoreSlab& pores, const FlowOptions& options) {
  return SteadyFlow(pores, options, estimate_run(pores, options)).run();
}

// K of a slit is its width cubed over 12 times the height, and both walls move.
TEST(ThresholdSlope, of_a_slit_approaches_six_over_its_width_with_second_order) {
  double coarser = 0;
  for (const double gap : {6.0, 12.0, 24.0}) {
    Recipe recipe;
    recipe.kind = GeometryKind::plates;
    recipe.extent = {1, static_cast<std::int64_t>(gap) + 2, 3};
    recipe.gap = gap;
    const PoreSlab pores = generate(recipe);
    FlowOptions options = options_of_test();
    options.tolerance = 1e-6;
    options.solver.precision = Precision::float64;
    const auto slope = measure_threshold_slope(solve(pores, options), pores, {1, 10, 0.8, pores.all_solid()});
    ASSERT_TRUE(slope);
    EXPECT_EQ(slope->per_grey_value, 0);
    const double error = std::abs(slope->per_voxel_of_wall * gap / 6 - 1);
    EXPECT_LT(error, 2.5 / (gap * gap));
    if (coarser > 0) {
      EXPECT_NEAR(coarser / error, 4, 1) << "gap " << gap;
    }
    coarser = error;
  }
}

/// Grey values of two spheres in a cell of a body-centred array: 40 in pores and 160 in solid, blurred by 0.85 voxels,
/// with a noise of 5 %.
std::vector<double> grey_values(const Extent& n, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<double> grey;
  const auto along = [](std::int64_t place, double centre, std::int64_t length) {
    const double d = static_cast<double>(place) - centre;
    return d - static_cast<double>(length) * std::round(d / static_cast<double>(length));
  };
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y)
      for (std::int64_t x = 0; x < n.nx; ++x) {
        double distance = 1e9;
        for (const double half : {0.0, 0.5})
          distance = std::min(distance, std::hypot(along(x, 0.3 + half * static_cast<double>(n.nx), n.nx),
                                                   along(y, 0.1 + half * static_cast<double>(n.ny), n.ny),
                                                   along(z, 0.4 + half * static_cast<double>(n.nz), n.nz)) -
                                            6.3);
        double noise = -6;
        for (int i = 0; i < 12; ++i) noise += static_cast<double>(random()) / 4294967296.0;
        grey.push_back(100 - 60 * std::erf(distance / (0.85 * std::sqrt(2.0))) + 6 * noise);
      }
  return grey;
}

PoreSpace pores_below(const std::vector<double>& grey, const Extent& n, double threshold) {
  PoreSpace pores(n);
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y)
      for (std::int64_t x = 0; x < n.nx; ++x)
        if (grey[static_cast<std::size_t>(n.index(x, y, z))] <= threshold) pores.set_pore(x, y, z);
  return pores;
}

double permeability_below(const std::vector<double>& grey, const Extent& n, double threshold,
                          const FlowOptions& options) {
  const AxisSet closed = face_rules(options.boundary, options.direction, n).closed();
  const PoreSlab pores = Connectivity(pores_below(grey, n, threshold), closed).percolating(options.direction);
  return *solve(pores, options).result().permeability_voxel2;
}

TEST(ThresholdSlope, of_a_grey_image_is_that_of_two_solves) {
  const Extent n{19, 21, 20};
  unsigned seed = 0;
  for (const Boundary boundary : {Boundary::periodic, Boundary::sealed}) {
    ++seed;
    const FlowOptions options = options_of_test(boundary);
    const AxisSet closed = face_rules(options.boundary, options.direction, n).closed();
    const std::vector<double> grey = grey_values(n, seed);
    constexpr double by = 6;
    const PoreSpace few = pores_below(grey, n, 100 - by);
    PoreSpace moving = pores_below(grey, n, 100 + by);
    for (std::int64_t z = 0; z < n.nz; ++z)
      for (std::int64_t y = 0; y < n.ny; ++y)
        for (std::int64_t x = 0; x < n.nx; ++x)
          if (few.is_pore(x, y, z)) moving.set_solid(x, y, z);
    const PoreSlab pores = Connectivity(pores_below(grey, n, 100), closed).percolating(Axis::x);
    const MovingVoxels marked{by, 50, 0.85, moving};
    const auto slope = measure_threshold_slope(solve(pores, options), pores, marked);
    ASSERT_TRUE(slope);
    const double solved =
        std::log(permeability_below(grey, n, 100 + by, options) / permeability_below(grey, n, 100 - by, options)) /
        (2 * by);
    EXPECT_NEAR(slope->per_grey_value / solved, 1, 0.1) << "seed " << seed;
    EXPECT_EQ(slope->grey_values, by);
    EXPECT_NEAR(slope->of_tenth_voxel(), 5 * slope->per_grey_value, 1e-12);
  }
}

TEST(ThresholdSlope, weighs_the_cells_beside_walls) {
  PoreSpace pores({5, 4, 4});
  for (std::int64_t x = 0; x < 5; ++x)
    for (std::int64_t y = 1; y < 3; ++y)
      for (std::int64_t z = 1; z < 3; ++z) pores.set_pore(x, y, z);
  PoreSpace moving({5, 4, 4});
  moving.set_pore(2, 1, 1);  // closes
  moving.set_pore(3, 0, 1);  // opens beside one cell
  const auto still = find_wall_parts(pores, PoreSlab(PoreSpace({5, 4, 4})), {}, {0, 4});
  EXPECT_EQ(std::vector(still.data(), still.data() + still.size()),
            std::vector<std::uint32_t>(20, WallParts::part(2, 0)));
  const auto moved = find_wall_parts(pores, moving, {}, {1, 2});
  ASSERT_EQ(moved.size(), 10);
  EXPECT_EQ(std::vector(moved.data(), moved.data() + 5),
            (std::vector<std::uint32_t>{WallParts::part(2, 0), WallParts::part(2, 0),
                                        WallParts::part(2, 3 * WallParts::whole), WallParts::part(2, WallParts::whole),
                                        WallParts::part(2, 0)}));
}

/// Looks at each voxel by itself.
std::vector<std::uint32_t> wall_parts_one_by_one(const PoreSpace& pores, const PoreSpace& moving, AxisSet closed) {
  const Extent& n = pores.extent();
  const auto for_each_beside = [&](const std::array<std::int64_t, 3>& voxel, const auto& visit) {
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (const std::int64_t step : {-1, 1}) {
        std::array<std::int64_t, 3> beside = voxel;
        const std::int64_t length = n.along(static_cast<Axis>(axis));
        beside[axis] += step;
        if (closed.contains(static_cast<Axis>(axis)) && (beside[axis] < 0 || beside[axis] == length)) continue;
        beside[axis] = (beside[axis] + length) % length;
        visit(beside);
      }
  };
  const auto is_in = [](const PoreSpace& marks, const std::array<std::int64_t, 3>& v) {
    return marks.is_pore(v[0], v[1], v[2]);
  };
  std::vector<std::uint32_t> parts;
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y)
      for (std::int64_t x = 0; x < n.nx; ++x) {
        if (!pores.is_pore(x, y, z)) continue;
        std::uint32_t faces = 0, weight = 0;
        for_each_beside({x, y, z}, [&](const auto& solid) {
          if (is_in(pores, solid)) return;
          ++faces;
          if (!is_in(moving, solid)) return;
          std::uint32_t open = 0;
          for_each_beside(solid, [&](const auto& pore) { open += is_in(pores, pore) ? 1 : 0; });
          weight += WallParts::whole / open;
        });
        if (moving.is_pore(x, y, z)) weight += WallParts::whole * faces * (faces + 1) / 2;
        parts.push_back(WallParts::part(faces, weight));
      }
  return parts;
}

TEST(ThresholdSlope, finds_walls_as_who_looks_at_one_voxel_after_another_does) {
  std::mt19937 random(7);
  for (const Extent& n : {Extent{33, 3, 2}, Extent{32, 5, 4}, Extent{64, 2, 3}, Extent{31, 1, 5}, Extent{1, 7, 3},
                          Extent{70, 6, 1}, Extent{95, 4, 7}})
    for (unsigned faces = 0; faces < 8; ++faces) {
      AxisSet closed;
      for (const Axis axis : all_axes)
        if ((faces >> static_cast<int>(axis) & 1U) != 0) closed.insert(axis);
      PoreSpace pores(n);
      PoreSpace moving(n);
      for (std::int64_t z = 0; z < n.nz; ++z)
        for (std::int64_t y = 0; y < n.ny; ++y)
          for (std::int64_t x = 0; x < n.nx; ++x) {
            if (random() % 3 > 0) pores.set_pore(x, y, z);
            if (random() % 4 == 0) moving.set_pore(x, y, z);
          }
      const auto found = find_wall_parts(pores, moving, closed, {0, n.nz});
      EXPECT_EQ(std::vector(found.begin(), found.end()), wall_parts_one_by_one(pores, moving, closed))
          << to_string(n) << ", closed axes " << faces;
    }
}

}  // namespace
}  // namespace perm
