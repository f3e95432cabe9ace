// SPDX-License-Identifier: Apache-2.0
// The oracle tries every radius, from the largest down, until the voxels that far from solid percolate.
#include "report/views/widest_way.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <span>

#include "geometry/connectivity/connectivity.hpp"
#include "geometry/measures/distance_map.hpp"
#include "geometry/measures/far_voxels.hpp"

namespace perm {
namespace {

const FaceRules periodic;

/// Gives the diameter of the largest ball that gets through, slowly; 0 where none does.
double slow_diameter(const PoreSpace& pores, Axis axis, const FaceRules& rules) {
  const PoreSlab slab{PoreSpace(pores)};
  const auto distances = map_squared_distances(slab, rules);
  std::set<SquaredDistance, std::greater<>> all(distances.begin(), distances.end());
  AxisSet closed = rules.closed();
  closed.insert(axis);
  for (const SquaredDistance least : all)
    if (least > 0 && Connectivity(find_far_voxels(slab, std::span(distances.data(), distances.size()), least), closed)
                         .percolates(axis))
      return 2 * std::sqrt(static_cast<double>(least)) - 1;
  return 0;
}

/// Gives a pseudo-random pore space whose pores are some voxels wide.
PoreSpace make_foam(const Extent& extent, unsigned seed) {
  PoreSpace pores(extent);
  unsigned state = seed;
  const auto random = [&state](std::int64_t below) {
    state = state * 1664525U + 1013904223U;
    return static_cast<std::int64_t>((state >> 8) % static_cast<unsigned>(below));
  };
  for (int ball = 0; ball < 60; ++ball) {
    const std::int64_t x = random(extent.nx), y = random(extent.ny), z = random(extent.nz), r = 1 + random(4);
    for (std::int64_t k = 0; k < extent.nz; ++k)
      for (std::int64_t j = 0; j < extent.ny; ++j)
        for (std::int64_t i = 0; i < extent.nx; ++i)
          if ((i - x) * (i - x) + (j - y) * (j - y) + (k - z) * (k - z) <= r * r) pores.set_pore(i, j, k);
  }
  return pores;
}

TEST(WidestWay, of_a_duct_with_a_neck_goes_through_the_neck) {
  PoreSpace pores({20, 13, 15});
  for (std::int64_t x = 0; x < 20; ++x)
    for (std::int64_t y = 0; y < 13; ++y)
      for (std::int64_t z = 0; z < 15; ++z) {
        const std::int64_t reach = x == 12 ? 1 : 4;  // 3 voxels wide in the neck, 9 elsewhere
        if (std::abs(y - 6) <= reach && std::abs(z - 7) <= reach) pores.set_pore(x, y, z);
      }
  const auto way = find_widest_way(pores, Axis::x, periodic);
  ASSERT_TRUE(way);
  EXPECT_EQ(way->throat_diameter, 3);
  EXPECT_EQ(way->throat, (std::array<float, 3>{12.5F, 6.5F, 7.5F}));
  EXPECT_EQ(way->points.front()[0], 0.5F);
  EXPECT_EQ(way->points.back()[0], 19.5F);
}

TEST(WidestWay, takes_the_wider_of_two_ducts_though_it_is_longer) {
  PoreSpace pores({24, 30, 9});
  const auto open = [&pores](std::int64_t x, std::int64_t y, std::int64_t reach) {
    for (std::int64_t j = y - reach; j <= y + reach; ++j)
      for (std::int64_t z = 4 - reach; z <= 4 + reach; ++z) pores.set_pore(x, j, z);
  };
  for (std::int64_t x = 0; x < 24; ++x) open(x, 4, 1);                                      // straight
  for (std::int64_t x = 0; x < 24; ++x) open(x, 14 + std::min<std::int64_t>(x / 2, 8), 3);  // aslant
  const FaceRules mirrors({FaceRule::symmetric, FaceRule::periodic, FaceRule::periodic});  // the second does not repeat
  const auto way = find_widest_way(pores, Axis::x, mirrors);
  ASSERT_TRUE(way);
  EXPECT_GT(way->throat_diameter, 3);
  for (const auto& point : way->points) EXPECT_GT(point[1], 10);
}

TEST(WidestWay, is_as_wide_as_the_oracle_says_in_random_pores) {
  int found = 0;
  for (unsigned seed = 1; seed <= 12; ++seed)
    for (const Axis axis : all_axes)
      for (const FaceRules& rules : {periodic, FaceRules({FaceRule::symmetric, FaceRule::sealed, FaceRule::sealed})}) {
        const PoreSpace pores = make_foam({17, 14, 13}, seed);
        const auto way = find_widest_way(pores, axis, rules);
        const double slow = slow_diameter(pores, axis, rules);
        EXPECT_EQ(way ? way->throat_diameter : 0, slow) << seed << axis_letter(axis);
        found += way ? 1 : 0;
        if (!way) continue;
        const auto along = static_cast<std::size_t>(axis);
        EXPECT_EQ(way->points.front()[along], 0.5F);
        EXPECT_EQ(way->points.back()[along], static_cast<float>(pores.extent().along(axis)) - 0.5F);
        for (std::size_t i = 1; i < way->points.size(); ++i)
          for (std::size_t k = 0; k < 3; ++k) {
            const float step = std::abs(way->points[i][k] - way->points[i - 1][k]);
            const auto size = static_cast<float>(pores.extent().along(all_axes[k]));
            const bool wraps = k != along && !rules.is_closed(all_axes[k]);
            EXPECT_LE(wraps ? std::min(step, size - step) : step, 1.5F);
          }
      }
  EXPECT_GT(found, 20);
  EXPECT_LE(found, 72);
}

TEST(WidestWay, is_absent_where_nothing_percolates_and_where_there_is_no_solid) {
  PoreSpace pores({8, 8, 8});
  EXPECT_FALSE(find_widest_way(pores, Axis::x, periodic));
  pores.fill_with_pore();
  EXPECT_FALSE(find_widest_way(pores, Axis::x, periodic));
  for (std::int64_t y = 0; y < 8; ++y)
    for (std::int64_t z = 0; z < 8; ++z) pores.set_solid(3, y, z);
  EXPECT_FALSE(find_widest_way(pores, Axis::x, periodic));
  EXPECT_TRUE(find_widest_way(pores, Axis::y, periodic));
}

}  // namespace
}  // namespace perm
