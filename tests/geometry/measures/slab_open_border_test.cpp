// SPDX-License-Identifier: Apache-2.0
// Several processes find the bare planes and the air around a sample that one process finds. Every test holds for any
// number of processes.
#include <gtest/gtest.h>

#include <cmath>

#include "geometry/measures/bare_planes.hpp"
#include "geometry/measures/open_border.hpp"
#include "geometry/random_pores.hpp"
#include "geometry/slabs.hpp"

namespace perm {
namespace {

TEST(SlabOpenBorder, is_that_of_the_whole_image) {
  std::mt19937 random(93);
  for (const Axis axis : all_axes) {
    PoreSpace whole = random_pores({21, 23, 20}, 0.5, random);
    const auto [first, second] = axes_across(axis);
    for (std::int64_t z = 0; z < 20; ++z)
      for (std::int64_t y = 0; y < 23; ++y)
        for (std::int64_t x = 0; x < 21; ++x) {
          const std::array<double, 3> place{static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)};
          if (std::hypot(place[static_cast<std::size_t>(first)] - 10, place[static_cast<std::size_t>(second)] - 10) > 8)
            whole.set_pore(x, y, z);
        }
    const auto alone = find_open_border(whole, axis);
    ASSERT_TRUE(alone.has_value()) << axis_letter(axis);
    for (const PoreSlab& slab : slabs_of(whole, Communicator::world())) {
      const auto together = find_open_border(slab, axis);
      ASSERT_TRUE(together.has_value()) << axis_letter(axis);
      EXPECT_TRUE(together->columns == alone->columns) << axis_letter(axis);
      EXPECT_EQ(together->count, alone->count);
    }
  }
}

TEST(SlabBarePlanes, are_those_of_the_whole_image) {
  std::mt19937 random(94);
  PoreSpace whole = random_pores({9, 8, 13}, 0.4, random);
  for (std::int64_t y = 0; y < 8; ++y)
    for (std::int64_t x = 0; x < 9; ++x) {
      for (const std::int64_t z : {0, 1, 12}) whole.set_pore(x, y, z);
      whole.set_solid(x, y, 6);
    }
  for (const Axis axis : all_axes) {
    const BarePlanes alone = find_bare_planes(whole, axis);
    for (const PoreSlab& slab : slabs_of(whole, Communicator::world())) {
      EXPECT_EQ(find_bare_planes(slab, axis).without_pore, alone.without_pore);
      EXPECT_EQ(find_bare_planes(slab, axis).open_ends, alone.open_ends);
    }
  }
}

}  // namespace
}  // namespace perm
