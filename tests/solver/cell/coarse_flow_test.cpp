// SPDX-License-Identifier: Apache-2.0
// A coarse flow is interpolated at a cell of the finer image and becomes equilibrium distributions.
#include "solver/cell/coarse_flow.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "solver/dense_flow.hpp"

namespace perm {
namespace {

/// Holds a value for every coarse voxel, and gives the rows of that flow.
struct DenseFlow {
  Extent extent;
  std::int64_t factor{2};
  double velocity_unit{1};
  std::vector<CellField> values;

  CellField at(std::int64_t x, std::int64_t y, std::int64_t z) const {
    return interpolate(rows_of(extent, factor, velocity_unit, values).view(), x, y, z);
  }
};

/// Holds the coarse flow whose density and velocity are value(x, y, z) at the middle of each coarse voxel, in fine
/// voxels.
template <class Value>
DenseFlow flow_of(const Extent& extent, std::int64_t factor, const Value& value) {
  DenseFlow flow{extent, factor, 1, {}};
  const auto middle = [factor](std::int64_t i) { return (static_cast<double>(i) + 0.5) * static_cast<double>(factor); };
  for (std::int64_t z = 0; z < extent.nz; ++z)
    for (std::int64_t y = 0; y < extent.ny; ++y)
      for (std::int64_t x = 0; x < extent.nx; ++x) {
        const std::array<double, 4> v = value(middle(x), middle(y), middle(z));
        flow.values.push_back(
            {static_cast<float>(v[0]), {static_cast<float>(v[1]), static_cast<float>(v[2]), static_cast<float>(v[3])}});
      }
  return flow;
}

CellField& voxel(DenseFlow& flow, std::int64_t x, std::int64_t y, std::int64_t z) {
  return flow.values[static_cast<std::size_t>(flow.extent.index(x, y, z))];
}

DenseFlow without_density(const Extent& extent) {
  return flow_of(extent, 2, [](double, double, double) {
    return std::array<double, 4>{static_cast<double>(no_density), 0, 0, 0};
  });
}

std::array<double, 4> linear(double x, double y, double z) {
  return {0.3 - 0.02 * x + 0.05 * y + 0.01 * z, 1 + 0.1 * x - 0.2 * y + 0.3 * z, 0.4 * x, 0.7 * z - 0.5 * y};
}

TEST(CoarseFlow, is_interpolated_linearly_between_the_middles_of_its_voxels) {
  const Extent extent{5, 6, 7};
  for (const std::int64_t factor : {2, 4}) {
    const DenseFlow dense = flow_of(extent, factor, linear);
    const CoarseFlow flow = rows_of(extent, factor, 1, dense.values);
    // Voxels nearer to an end of the image take a part of their value from the other end.
    const std::int64_t edge = factor / 2;
    for (std::int64_t z = edge; z < factor * extent.nz - edge; ++z)
      for (std::int64_t y = edge; y < factor * extent.ny - edge; ++y)
        for (std::int64_t x = edge; x < factor * extent.nx - edge; ++x) {
          const auto expected =
              linear(static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5, static_cast<double>(z) + 0.5);
          const auto cell = interpolate(flow.view(), x, y, z);
          ASSERT_NEAR(cell.density, expected[0], 2e-6) << x << ' ' << y << ' ' << z;
          for (std::size_t a = 0; a < 3; ++a)
            ASSERT_NEAR(cell.velocity[a], expected[a + 1], 2e-5) << x << ' ' << y << ' ' << z << " axis " << a;
        }
  }
}

TEST(CoarseFlow, is_periodic) {
  DenseFlow flow = flow_of({3, 1, 1}, 2, [](double x, double, double) { return std::array<double, 4>{x, -x, 0, 0}; });
  // The coarse values are 1, 3, 5; fine voxel 0 takes three quarters of the first and one quarter of the last.
  EXPECT_FLOAT_EQ(flow.at(0, 0, 0).density, 0.75F * 1 + 0.25F * 5);
  EXPECT_FLOAT_EQ(flow.at(5, 1, 1).density, 0.75F * 5 + 0.25F * 1);
  EXPECT_FLOAT_EQ(flow.at(5, 1, 1).velocity[0], -0.75F * 5 - 0.25F * 1);
}

TEST(CoarseFlow, of_a_uniform_flow_is_that_everywhere_in_units_of_the_finer_one) {
  DenseFlow flow = flow_of({4, 3, 5}, 2, [](double, double, double) {
    return std::array<double, 4>{0.25, 1, -2, 0.5};
  });
  flow.velocity_unit = 3;
  for (std::int64_t z = 0; z < 10; ++z)
    for (std::int64_t y = 0; y < 6; ++y)
      for (std::int64_t x = 0; x < 8; ++x) {
        const auto cell = flow.at(x, y, z);
        ASSERT_EQ(cell.density, 0.25F);
        ASSERT_EQ(cell.velocity[0], 3.0F);
        ASSERT_EQ(cell.velocity[1], -6.0F);
        ASSERT_EQ(cell.velocity[2], 1.5F);
      }
}

TEST(CoarseFlow, takes_the_density_from_pores_only_and_the_velocity_of_solid_as_zero) {
  DenseFlow flow = flow_of({4, 1, 1}, 2, [](double x, double, double) { return std::array<double, 4>{x, 1, 0, 0}; });
  voxel(flow, 1, 0, 0) = {no_density, {0, 0, 0}};
  // Fine voxels 1 and 2 lie between the first coarse voxel and the solid one.
  for (const std::int64_t x : {1, 2}) EXPECT_FLOAT_EQ(flow.at(x, 0, 0).density, 1) << x;
  for (const std::int64_t x : {3, 4}) EXPECT_FLOAT_EQ(flow.at(x, 0, 0).density, 5) << x;
  EXPECT_FLOAT_EQ(flow.at(1, 0, 0).velocity[0], 0.75F);
  EXPECT_FLOAT_EQ(flow.at(2, 0, 0).velocity[0], 0.25F);
}

TEST(CoarseFlow, takes_the_mean_density_of_the_nearest_pores_where_none_is_next_to_it) {
  DenseFlow flow = without_density({9, 9, 9});
  EXPECT_EQ(flow.at(8, 8, 8).density, 0);
  voxel(flow, 7, 4, 4).density = 0.5F;
  EXPECT_EQ(flow.at(8, 8, 8).density, 0.5F) << "three coarse voxels away";
  EXPECT_EQ(flow.at(6, 8, 8).density, 0) << "four away";
  voxel(flow, 4, 4, 2).density = 0.125F;
  EXPECT_EQ(flow.at(8, 8, 8).density, 0.125F) << "two away";
  voxel(flow, 2, 6, 6).density = 0.375F;
  EXPECT_EQ(flow.at(8, 8, 8).density, 0.25F) << "the mean of both";
}

TEST(CoarseFlow, stands_still_along_axes_with_solid_on_both_sides) {
  for (int walls = 0; walls < 64; ++walls) {
    const std::array<int, 6> sides{d3q19::direction({1, 0, 0}), d3q19::direction({-1, 0, 0}),
                                   d3q19::direction({0, 1, 0}), d3q19::direction({0, -1, 0}),
                                   d3q19::direction({0, 0, 1}), d3q19::direction({0, 0, -1})};
    const auto is_solid = [&](int q) {
      for (std::size_t i = 0; i < sides.size(); ++i)
        if (sides[i] == q) return (walls >> i & 1) != 0;
      return true;  // edges do not matter
    };
    CellField cell{0.5F, {1, 2, 3}};
    stop_in_gaps(cell, is_solid);
    EXPECT_EQ(cell.density, 0.5F);
    for (int a = 0; a < 3; ++a)
      EXPECT_EQ(cell.velocity[a], (walls >> 2 * a & 3) == 3 ? 0.0F : static_cast<float>(a + 1)) << walls;
  }
}

TEST(CoarseFlow, is_added_at_equilibrium) {
  const CellField cell{0.5F, {0.1F, -0.2F, 0.3F}};
  double density = 0;
  std::array<double, 3> momentum{};
  std::array<double, d3q19::directions> f{};
  for_each_equilibrium(cell, [&](int q, float share) {
    f[static_cast<std::size_t>(q)] += static_cast<double>(share);
    const d3q19::Velocity c = d3q19::velocity(q);
    density += static_cast<double>(share);
    momentum[0] += c.x * static_cast<double>(share);
    momentum[1] += c.y * static_cast<double>(share);
    momentum[2] += c.z * static_cast<double>(share);
  });
  EXPECT_NEAR(density, 0.5, 1e-6);
  for (std::size_t a = 0; a < 3; ++a) EXPECT_NEAR(momentum[a], cell.velocity[a], 1e-7);
  for (int q = 0; q < d3q19::directions; ++q)  // no stress
    EXPECT_NEAR(f[static_cast<std::size_t>(q)] + f[static_cast<std::size_t>(d3q19::opposite(q))],
                2 * d3q19::weight(q) * 0.5, 1e-7);
}

}  // namespace
}  // namespace perm
