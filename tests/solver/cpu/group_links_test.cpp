// SPDX-License-Identifier: Apache-2.0
// The stream describes the same links that one finds by looking at one neighbour after another.
#include "solver/cpu/link_stream.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "geometry/random_pores.hpp"
#include "lattice/group_masks.hpp"
#include "lattice/tiles.hpp"
#include "solver/cpu/link_builder.hpp"
#include "solver/cpu/link_reader.hpp"

namespace perm {
namespace {

constexpr int directions = d3q19::directions;
constexpr std::int64_t none = -1;

/// Holds the slots of all links of all cells: element cell * 19 + q. It is `none` at solid links and for q = 0.
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

/// So many bytes of links are kept at most; the other links are made anew.
constexpr std::int64_t all_bytes = std::int64_t{1} << 40;

/// Gives the slots as the stream of links describes them. Links that are described more than once, or for lanes without
/// a cell, are counted in `surplus`.
template <class Real>
Slots slots_of_stream(const Occupancy& occupancy, std::int64_t most_bytes, int& surplus) {
  constexpr int lanes = LinkBuilder<Real>::lanes;
  const std::int64_t groups = (occupancy.cells() + lanes - 1) / lanes;
  std::vector<GroupMasks> fluid(static_cast<std::size_t>(groups));
  build_group_masks(occupancy, lanes, fluid);
  const LinkStream<Real> stream(occupancy, fluid.data(), most_bytes, ThreadTeam(2));
  EXPECT_LE(stream.bytes(), most_bytes + 8 * groups);
  Slots slots(element(groups * lanes, 0), none);
  struct ForTests;
  for (std::int64_t first = 0; first < groups; first += link_stream::groups_a_chunk) {
    LinkReader<ForTests> reader(stream.chunk(first / link_stream::groups_a_chunk), lanes);
    for (std::int64_t group = first; group < std::min(groups, first + link_stream::groups_a_chunk); ++group) {
      GroupLinks links;
      reader.read(reader.next_head(), CpuTiles<Real>::slot(group * lanes, 0), links);
      EXPECT_LE(links.count, GroupLinks::capacity);
      for (int s = 0; s < links.count; ++s)
        for (int r = 0; r < neighbour_row_count; ++r)
          for (int side = 0; side < 3; ++side) {
            const int q = neighbour_rows[r].q[side];
            if (q == 0) continue;
            const std::uint32_t leading = fluid[static_cast<std::size_t>(group)].lanes[static_cast<std::size_t>(q - 1)];
            for (std::uint32_t left = links.segments[s].lanes[side] & leading; left != 0; left &= left - 1) {
              const int lane = std::countr_zero(left);
              std::int64_t& slot = slots[element(group * lanes + lane, q)];
              if (slot != none || group * lanes + lane >= occupancy.cells()) ++surplus;
              slot = links.segments[s].offset[r] + q * CpuTiles<Real>::line + side - 1 + lane;
            }
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
    for (const std::int64_t most_bytes : {all_bytes, 3 * occupancy.cells(), std::int64_t{0}}) {
      int surplus = 0;
      EXPECT_TRUE(slots_of_stream<TypeParam>(occupancy, most_bytes, surplus) == expected)
          << most_bytes << " bytes kept";
      EXPECT_EQ(surplus, 0) << most_bytes << " bytes kept";
    }
  });
}

TYPED_TEST(GroupLinksOf, a_random_pore_space_let_no_two_cells_touch_one_slot_in_an_odd_step) {
  using Tiles = CpuTiles<TypeParam>;
  TestFixture::for_each_case([](const PoreSpace&, const Occupancy& occupancy) {
    int surplus = 0;
    const Slots slots = slots_of_stream<TypeParam>(occupancy, all_bytes, surplus);
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
