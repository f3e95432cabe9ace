// SPDX-License-Identifier: Apache-2.0
// The links that a walk over groups describes against the neighbours looked up one by one.
#include "solver/group_links.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "geometry/random_pores.hpp"
#include "lattice/link_bitmask.hpp"
#include "lattice/tiles.hpp"

namespace perm {
namespace {

constexpr int directions = d3q19::directions;
constexpr std::int64_t none = -1;

/// Slots of all links of all cells: element cell * 19 + q; `none` at solid links and for q = 0.
using Slots = std::vector<std::int64_t>;

std::size_t element(std::int64_t cell, int q) { return static_cast<std::size_t>(cell * directions + q); }

template <class Tiles>
Slots slots_of_neighbours(const PoreSpace& pores, const Occupancy& occupancy) {
  const Extent& n = pores.extent();
  Slots slots(element(occupancy.cells(), 0), none);
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y)
      for (std::int64_t x = 0; x < n.nx; ++x) {
        if (!pores.is_pore(x, y, z)) continue;
        for (int q = 1; q < directions; ++q) {
          const d3q19::Velocity c = d3q19::velocity(q);
          const std::array<std::int64_t, 3> to{(x + c.x + n.nx) % n.nx, (y + c.y + n.ny) % n.ny,
                                               (z + c.z + n.nz) % n.nz};
          if (!pores.is_pore(to[0], to[1], to[2])) continue;
          slots[element(occupancy.cell(x, y, z), q)] = Tiles::slot(occupancy.cell(to[0], to[1], to[2]), q);
        }
      }
  return slots;
}

/// The same from walking all groups, cut into `parts` ranges. Counts links that are described more than once, or for
/// lanes that are no cells, as `surplus`.
template <class Tiles, int Lanes>
Slots slots_of_walk(const Occupancy& occupancy, int parts, int& surplus) {
  const std::int64_t groups = (occupancy.cells() + Lanes - 1) / Lanes;
  std::vector<LinkBitmask> masks(static_cast<std::size_t>(groups * Lanes), isolated_cell);
  build_link_bitmasks(occupancy, std::span(masks).first(static_cast<std::size_t>(occupancy.cells())));
  std::vector<GroupMasks> fluid(static_cast<std::size_t>(groups));
  turn_over(masks, Lanes, fluid);
  Slots slots(element(groups * Lanes, 0), none);
  GroupLinks<Tiles, Lanes> links;
  for (std::int64_t part = 0; part < parts; ++part) {
    const std::int64_t first = part * groups / parts;
    const std::int64_t last = (part + 1) * groups / parts;
    if (first == last) continue;
    GroupWalker<Tiles, Lanes> walker(occupancy.words().data(), occupancy.words_per_row(), occupancy.extent(),
                                     occupancy.find_word(static_cast<Occupancy::Cell>(first * Lanes)), first * Lanes);
    for (std::int64_t group = first; group < last; ++group) {
      const std::int64_t first_cell = group * Lanes;
      const auto cells = static_cast<int>(std::min<std::int64_t>(Lanes, occupancy.cells() - first_cell));
      walker.next(first_cell, cells, fluid[static_cast<std::size_t>(group)], links,
                  add_run_links<GroupLinks<Tiles, Lanes>>);
      EXPECT_LE(links.count, links.capacity);
      for (int b = 0; b < links.count; ++b)
        for (int q = 1; q < directions; ++q)
          for (std::uint32_t lanes = links.blocks[b].lanes[q - 1]; lanes != 0; lanes &= lanes - 1) {
            const int lane = std::countr_zero(lanes);
            std::int64_t& slot = slots[element(first_cell + lane, q)];
            if (slot != none || lane >= cells) ++surplus;
            slot = links.blocks[b].offset[q - 1] + lane;
          }
    }
  }
  slots.resize(element(occupancy.cells(), 0));
  return slots;
}

struct Case {
  Extent extent;
  double porosity;
};
// The last three have more than two tiles of cells.
constexpr std::array<Case, 20> cases{
    {{{1, 1, 1}, 1.0},    {{2, 2, 2}, 0.8},   {{2, 2, 2}, 1.0},     {{1, 17, 19}, 0.7},  {{17, 1, 5}, 0.7},
     {{2, 13, 7}, 0.5},   {{13, 2, 11}, 0.9}, {{31, 7, 6}, 1.0},    {{32, 9, 8}, 0.8},   {{32, 3, 5}, 1.0},
     {{33, 31, 5}, 0.3},  {{63, 2, 9}, 0.2},  {{64, 3, 2}, 0.5},    {{65, 5, 3}, 0.95},  {{97, 5, 4}, 0.05},
     {{129, 6, 3}, 0.15}, {{257, 3, 2}, 1.0}, {{37, 29, 31}, 0.65}, {{71, 23, 19}, 0.9}, {{101, 17, 13}, 1.0}}};

template <class Real>
class GroupLinksOf : public testing::Test {
 protected:
  static constexpr int lanes = 64 / static_cast<int>(sizeof(Real));

  template <class Check>
  static void for_each_case(const Check& check) {
    std::mt19937 random(41);
    for (const Case& c : cases) {
      SCOPED_TRACE(to_string(c.extent) + " porosity " + std::to_string(c.porosity));
      PoreSpace pores = random_pores(c.extent, c.porosity, random);
      pores.set_pore(c.extent.nx - 1, 0, 0);  // never empty
      check(pores, Occupancy(pores));
    }
  }
};
using Reals = testing::Types<float, double>;
struct RealName {
  template <class Real>
  static std::string GetName(int) {
    return sizeof(Real) == sizeof(float) ? "float32" : "float64";
  }
};
TYPED_TEST_SUITE(GroupLinksOf, Reals, RealName);

TYPED_TEST(GroupLinksOf, a_random_pore_space_lead_once_to_the_slot_of_each_neighbour) {
  using Tiles = CpuTiles<TypeParam>;
  TestFixture::for_each_case([](const PoreSpace& pores, const Occupancy& occupancy) {
    const Slots expected = slots_of_neighbours<Tiles>(pores, occupancy);
    for (const int parts : {1, 2, 3, 7}) {
      int surplus = 0;
      EXPECT_TRUE((slots_of_walk<Tiles, TestFixture::lanes>(occupancy, parts, surplus) == expected))
          << parts << " parts";
      EXPECT_EQ(surplus, 0) << parts << " parts";
    }
  });
}

TYPED_TEST(GroupLinksOf, a_random_pore_space_let_no_two_cells_touch_one_slot_in_an_odd_step) {
  using Tiles = CpuTiles<TypeParam>;
  TestFixture::for_each_case([](const PoreSpace&, const Occupancy& occupancy) {
    int surplus = 0;
    const Slots slots = slots_of_walk<Tiles, TestFixture::lanes>(occupancy, 1, surplus);
    std::vector<int> touched(static_cast<std::size_t>(Tiles::count(occupancy.cells()) * Tiles::values));
    for (std::int64_t cell = 0; cell < occupancy.cells(); ++cell)
      for (int q = 0; q < directions; ++q) {
        const std::int64_t slot = slots[element(cell, q)];
        ++touched[static_cast<std::size_t>(slot != none ? slot : Tiles::slot(cell, d3q19::opposite(q)))];
      }
    std::int64_t wrong = 0;
    for (std::int64_t cell = 0; cell < occupancy.cells(); ++cell)
      for (int q = 0; q < directions; ++q) wrong += touched[static_cast<std::size_t>(Tiles::slot(cell, q))] != 1;
    EXPECT_EQ(wrong, 0);
  });
}

TEST(GroupLinks, cover_more_than_two_tiles_in_these_tests) {
  std::mt19937 random(43);
  EXPECT_GT(random_pores(cases.back().extent, cases.back().porosity, random).count_pores(), 2 * CpuTiles<float>::cells);
}

}  // namespace
}  // namespace perm
