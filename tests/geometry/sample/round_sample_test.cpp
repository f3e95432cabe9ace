// SPDX-License-Identifier: Apache-2.0
// The circle around a plug is found in maps that are made with it, and in nothing else.
#include "geometry/sample/round_sample.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace perm {
namespace {

struct Plug {
  std::int64_t width{60};
  std::int64_t height{54};
  std::array<double, 2> centre{31.2, 26.1};
  double radius{22.3};

  bool contains(std::int64_t u, std::int64_t v) const {
    return std::hypot(static_cast<double>(u) + 0.5 - centre[0], static_cast<double>(v) + 0.5 - centre[1]) < radius;
  }
};

/// What columns of a class have: mean, deviation and change, and how much these differ from column to column.
struct Look {
  double mean{0};
  double deviation{0};
  double change{0};
  double spread{0};
};

ColumnMap map_of(const Plug& plug, const Look& inside, const Look& outside, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  ColumnMap map{Axis::z, plug.width, plug.height, {}};
  for (std::int64_t v = 0; v < plug.height; ++v)
    for (std::int64_t u = 0; u < plug.width; ++u) {
      const Look& look = plug.contains(u, v) ? inside : outside;
      const auto some = [&](double value) {
        return static_cast<float>(std::abs(value + look.spread * normal(random)));
      };
      map.looks.push_back({some(look.mean), some(look.deviation), some(look.change)});
    }
  return map;
}

std::int64_t columns_that_differ(const RoundSample& found, const Plug& plug) {
  std::int64_t differ = 0;
  for (std::int64_t v = 0; v < plug.height; ++v)
    for (std::int64_t u = 0; u < plug.width; ++u)
      differ += found.columns.is_pore(u, v, 0) == plug.contains(u, v) ? 0 : 1;
  return differ;
}

constexpr Look rock_look{120, 60, 20, 8};

TEST(RoundSample, is_found_column_by_column_where_the_outside_has_one_value) {
  for (const double grey : {0.0, 120.0, 255.0})
    for (unsigned seed = 1; seed <= 5; ++seed) {
      Plug plug;
      plug.centre = {31.2 - seed, 24.1 + 0.7 * seed};
      plug.radius = 16 + 1.3 * seed;
      const auto found = find_round_sample(map_of(plug, rock_look, {grey, 0, 0, 0}, seed));
      ASSERT_TRUE(found) << grey << ", seed " << seed;
      EXPECT_EQ(columns_that_differ(*found, plug), 0) << grey << ", seed " << seed;
    }
}

TEST(RoundSample, is_found_in_noise_to_a_hundredth_of_its_area) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    const Plug plug{120, 128, {60.0 + seed, 66.0}, 50.0 - seed};
    const auto found = find_round_sample(map_of(plug, rock_look, {100, 20, 22, 6}, seed));
    ASSERT_TRUE(found) << seed;
    const double area = 3.14159 * plug.radius * plug.radius;
    EXPECT_LT(static_cast<double>(columns_that_differ(*found, plug)), 0.01 * area) << seed;
    EXPECT_NEAR(found->radius, plug.radius, 0.3) << seed;
  }
}

TEST(RoundSample, may_be_cut_by_the_edges_of_the_image) {
  const Plug plug{60, 60, {30, 30}, 33};
  const auto found = find_round_sample(map_of(plug, rock_look, {0, 0, 0, 0}, 3));
  ASSERT_TRUE(found);
  EXPECT_EQ(columns_that_differ(*found, plug), 0);
}

TEST(RoundSample, is_not_found_in_rock_nor_around_a_hole_nor_in_a_square) {
  const Plug plug;
  for (unsigned seed = 1; seed <= 10; ++seed)
    EXPECT_FALSE(find_round_sample(map_of(plug, rock_look, rock_look, seed))) << "rock, seed " << seed;
  EXPECT_FALSE(find_round_sample(map_of(plug, {0, 0, 0, 0}, rock_look, 1))) << "a hole";
  EXPECT_FALSE(find_round_sample(map_of(plug, {7, 0, 0, 0}, {7, 0, 0, 0}, 1))) << "one value";
  ColumnMap square = map_of(plug, {0, 0, 0, 0}, {0, 0, 0, 0}, 1);
  const ColumnMap all_rock = map_of(plug, rock_look, rock_look, 2);
  for (std::int64_t v = 0; v < plug.height; ++v)
    for (std::int64_t u = 4; u < 56; ++u) {
      if (v < 20 || v > 34) continue;  // a bar
      const auto at = static_cast<std::size_t>(v * plug.width + u);
      square.looks[at] = all_rock.looks[at];
    }
  EXPECT_FALSE(find_round_sample(square)) << "a bar";
}

}  // namespace
}  // namespace perm
