// SPDX-License-Identifier: Apache-2.0
// The program makes the bitmasks of groups a word at a time; the tests look at one cell and neighbour after another.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <random>
#include <vector>

#include "geometry/random_pores.hpp"
#include "lattice/group_masks.hpp"

namespace perm {
namespace {

/// Bit q is set when the link along direction q ends in solid.
using LinkBitmask = std::uint32_t;
constexpr LinkBitmask isolated_cell = 0b111'1111'1111'1111'1110U;

/// Gives the bitmasks of the cells, of which the program makes groups of so many.
std::vector<LinkBitmask> masks_in_groups(const Occupancy& occupancy, int cells, AxisSet closed) {
  const auto lanes = static_cast<std::size_t>(cells);
  const auto count = static_cast<std::size_t>(occupancy.cells());
  std::vector<GroupMasks> groups((count + lanes - 1) / lanes);
  build_group_masks(occupancy, cells, groups, closed);
  std::vector<LinkBitmask> masks(count);
  for (std::size_t cell = 0; cell < groups.size() * lanes; ++cell)
    for (int q = 1; q < d3q19::directions; ++q) {
      const std::uint16_t of_group = groups[cell / lanes].lanes[static_cast<std::size_t>(q - 1)];
      const bool leads_to_a_cell = (of_group >> cell % lanes & 1U) != 0;
      if (cell >= count)
        EXPECT_FALSE(leads_to_a_cell) << "lane beyond the last cell";
      else if (!leads_to_a_cell)
        masks[cell] |= 1U << q;
    }
  return masks;
}

std::vector<LinkBitmask> masks_of(const PoreSpace& pores, AxisSet closed = {}) {
  const Occupancy occupancy(pores);
  std::vector<LinkBitmask> masks = masks_in_groups(occupancy, 16, closed);
  EXPECT_EQ(masks, masks_in_groups(occupancy, 8, closed));
  return masks;
}

/// Gives the bitmasks in the order of the cells.
std::vector<LinkBitmask> masks_from_neighbours(const PoreSpace& pores, AxisSet closed = {}) {
  const Extent& n = pores.extent();
  const auto leaves = [&](Axis axis, std::int64_t to) {
    return closed.contains(axis) && (to < 0 || to == n.along(axis));
  };
  std::vector<LinkBitmask> masks;
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y)
      for (std::int64_t x = 0; x < n.nx; ++x) {
        if (!pores.is_pore(x, y, z)) continue;
        LinkBitmask mask = 0;
        for (int q = 1; q < d3q19::directions; ++q) {
          const d3q19::Velocity c = d3q19::velocity(q);
          if (leaves(Axis::x, x + c.x) || leaves(Axis::y, y + c.y) || leaves(Axis::z, z + c.z) ||
              !pores.is_pore((x + c.x + n.nx) % n.nx, (y + c.y + n.ny) % n.ny, (z + c.z + n.nz) % n.nz))
            mask |= 1U << q;
        }
        masks.push_back(mask);
      }
  return masks;
}

TEST(LinkBitmask, sets_bit_q_when_the_neighbour_along_q_is_solid) {
  for (int q = 1; q < d3q19::directions; ++q) {
    PoreSpace pores({5, 5, 5});
    pores.fill_with_pore();
    const d3q19::Velocity c = d3q19::velocity(q);
    pores.set_solid(2 + c.x, 2 + c.y, 2 + c.z);
    EXPECT_EQ(masks_of(pores)[Occupancy(pores).cell(2, 2, 2)], 1U << q) << q;
  }
}

TEST(LinkBitmask, wraps_at_the_faces_of_the_image) {
  PoreSpace pores({5, 3, 4});
  pores.fill_with_pore();
  pores.set_solid(4, 2, 0);  // seen from (0, 0, 0): one to the left and one down in y
  const LinkBitmask mask = masks_of(pores)[0];
  for (int q = 1; q < d3q19::directions; ++q) {
    const d3q19::Velocity c = d3q19::velocity(q);
    EXPECT_EQ(mask >> q & 1U, c.x == -1 && c.y == -1 && c.z == 0 ? 1U : 0U) << q;
  }
}

TEST(LinkBitmask, of_a_cell_on_its_own_has_all_18_links_set) {
  PoreSpace pores({3, 3, 3});
  pores.set_pore(2, 0, 1);
  EXPECT_EQ(masks_of(pores).front(), isolated_cell);
}

TEST(LinkBitmask, is_clear_where_there_is_no_solid) {
  for (const Extent& extent : {Extent{1, 1, 1}, Extent{33, 2, 1}, Extent{32, 3, 2}}) {
    PoreSpace pores(extent);
    pores.fill_with_pore();
    for (const LinkBitmask mask : masks_of(pores)) EXPECT_EQ(mask, 0U) << to_string(extent);
  }
}

TEST(LinkBitmask, agrees_with_looking_at_every_neighbour_on_random_pore_spaces) {
  constexpr std::array<Extent, 15> extents{{{1, 1, 1},
                                            {2, 2, 2},
                                            {1, 7, 5},
                                            {2, 5, 3},
                                            {3, 1, 1},
                                            {31, 5, 3},
                                            {32, 3, 5},
                                            {33, 7, 5},
                                            {63, 2, 3},
                                            {64, 1, 7},
                                            {65, 4, 3},
                                            {97, 3, 1},
                                            {7, 33, 2},
                                            {5, 3, 31},
                                            {70, 40, 30}}};
  std::mt19937 random(5);
  for (const Extent& extent : extents)
    for (const double porosity : {0.05, 0.3, 0.6, 0.95, 1.0}) {
      PoreSpace pores = random_pores(extent, porosity, random);
      pores.set_pore(0, 0, 0);  // never empty
      EXPECT_EQ(masks_of(pores), masks_from_neighbours(pores)) << to_string(extent) << " porosity " << porosity;
      for (unsigned axes = 1; axes < 8; ++axes) {
        AxisSet closed;
        for (const Axis axis : all_axes)
          if ((axes >> static_cast<unsigned>(axis) & 1U) != 0) closed.insert(axis);
        EXPECT_EQ(masks_of(pores, closed), masks_from_neighbours(pores, closed))
            << to_string(extent) << " axes " << axes;
      }
    }
}

}  // namespace
}  // namespace perm
