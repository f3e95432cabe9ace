// SPDX-License-Identifier: Apache-2.0
#include "lattice/group_masks.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

namespace perm {
namespace {

TEST(GroupMasks, hold_for_each_direction_the_cells_whose_link_leads_to_a_cell) {
  for (const int cells : {8, 16}) {
    constexpr std::size_t groups = 37;
    std::mt19937 random(3);
    std::vector<LinkBitmask> masks(groups * static_cast<std::size_t>(cells));
    for (LinkBitmask& mask : masks) mask = static_cast<LinkBitmask>(random()) & isolated_cell;
    std::vector<GroupMasks> turned(groups);
    turn_over(masks, cells, turned);
    for (std::size_t g = 0; g < groups; ++g)
      for (int q = 1; q < d3q19::directions; ++q)
        for (int l = 0; l < 16; ++l) {
          const bool leads_to_a_cell =
              l < cells && (masks[g * static_cast<std::size_t>(cells) + static_cast<std::size_t>(l)] >> q & 1U) == 0;
          EXPECT_EQ((turned[g].lanes[static_cast<std::size_t>(q - 1)] >> l & 1U) != 0, leads_to_a_cell)
              << "group " << g << " q " << q << " cell " << l;
        }
  }
}

TEST(GroupMasks, of_isolated_cells_are_empty) {
  const std::vector<LinkBitmask> masks(16, isolated_cell);
  std::vector<GroupMasks> turned(1);
  turn_over(masks, 16, turned);
  for (const std::uint16_t lanes : turned[0].lanes) EXPECT_EQ(lanes, 0);
}

}  // namespace
}  // namespace perm
