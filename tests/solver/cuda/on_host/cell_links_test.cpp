// SPDX-License-Identifier: Apache-2.0
// Links in the brick order lead where the image says, also in images that end inside words, rows and layers of bricks.
#include "solver/cuda/index/cell_links.hpp"

#include <gtest/gtest.h>

#include <array>
#include <random>

#include "geometry/random_pores.hpp"
#include "solver/cuda/on_host/brick_lattice.hpp"

namespace perm {
namespace {

struct Case {
  Extent extent;
  double porosity;
};
constexpr std::array<Case, 18> cases{{{{1, 1, 1}, 1.0},
                                      {{2, 3, 2}, 0.8},
                                      {{1, 40, 3}, 0.7},
                                      {{33, 17, 16}, 0.5},
                                      {{129, 9, 10}, 0.6},
                                      {{256, 8, 16}, 0.9},
                                      {{1, 1, 20}, 0.9},
                                      {{32, 16, 16}, 1.0},
                                      {{64, 32, 33}, 0.3},
                                      {{31, 15, 47}, 1.0},
                                      {{97, 5, 70}, 0.1},
                                      {{160, 50, 4}, 0.6},
                                      {{40, 1, 1}, 0.5},
                                      {{65, 49, 2}, 0.9},
                                      {{8, 40, 50}, 0.3},
                                      {{30, 61, 67}, 0.01},
                                      {{520, 9, 11}, 0.4},
                                      {{500, 300, 40}, 0.001}}};  // here the cells of a warp reach over bricks of solid

void expect_links(const PoreSpace& pores, AxisSet closed) {
  const Extent& n = pores.extent();
  const BrickLattice lattice(pores, closed);
  const BrickIndex index = lattice.index();
  ASSERT_EQ(index.cells, pores.count_pores());
  const auto wrap = [](std::int64_t a, std::int64_t size) { return (a + size) % size; };
  const auto leaves = [&](Axis axis, std::int64_t to) {
    return closed.contains(axis) && (to < 0 || to == n.along(axis));
  };
  for (std::uint32_t cell = 0; cell < index.cells; ++cell) {
    const CellRecord record = index.records[cell];
    const BrickGrid::Place place = lattice.grid().place(place_of(index, cell, record).word);
    const std::int64_t x = BrickGrid::word_bits * place.column + record.bit();
    ASSERT_TRUE(pores.is_pore(x, place.y, place.z));
    ASSERT_EQ(lattice.cell(x, place.y, place.z), cell);
    const LinkedCells linked = linked_cells(index, cell, record);
    const LinkedCells in_one_branch = linked_cells<true>(index, cell, record);
    for (int q = 1; q < d3q19::directions; ++q) {
      const d3q19::Velocity v = d3q19::velocity(q);
      const std::int64_t i = wrap(x + v.x, n.nx);
      const std::int64_t j = wrap(place.y + v.y, n.ny);
      const std::int64_t k = wrap(place.z + v.z, n.nz);
      const bool is_closed =
          leaves(Axis::x, x + v.x) || leaves(Axis::y, place.y + v.y) || leaves(Axis::z, place.z + v.z);
      ASSERT_EQ(record.is_solid(q), is_closed || !pores.is_pore(i, j, k)) << "cell " << cell << " q " << q;
      if (record.is_solid(q)) continue;
      ASSERT_EQ(linked.of[q], lattice.cell(i, j, k)) << "cell " << cell << " q " << q;
      ASSERT_EQ(in_one_branch.of[q], linked.of[q]) << "cell " << cell << " q " << q;
    }
  }
}

TEST(CellLinks, lead_where_the_image_says) {
  std::mt19937 random(71);
  for (const Case& c : cases) {
    SCOPED_TRACE(to_string(c.extent));
    const PoreSpace pores = random_pores(c.extent, c.porosity, random);
    if (pores.count_pores() == 0) continue;
    expect_links(pores, {});
  }
}

TEST(CellLinks, end_at_closed_faces) {
  std::mt19937 random(72);
  for (std::size_t i = 0; i + 1 < cases.size(); ++i) {
    const PoreSpace pores = random_pores(cases[i].extent, cases[i].porosity, random);
    if (pores.count_pores() == 0) continue;
    for (const std::size_t axes : {i % 7 + 1, std::size_t{7}}) {
      SCOPED_TRACE(to_string(cases[i].extent) + ", axes " + std::to_string(axes));
      AxisSet closed;
      for (const Axis axis : all_axes)
        if ((axes >> static_cast<int>(axis) & 1U) != 0) closed.insert(axis);
      expect_links(pores, closed);
    }
  }
}

TEST(BrickGrid, has_no_more_columns_than_a_narrow_image_needs) {
  EXPECT_EQ(BrickGrid({8, 256, 256}).words(), 256 * 256);
  EXPECT_EQ(BrickGrid({64, 64, 64}).words(), 2 * 64 * 64);
  EXPECT_EQ(BrickGrid({512, 64, 64}).words(), 16 * 64 * 64);
  EXPECT_EQ(BrickGrid({513, 8, 8}).words(), 2 * BrickGrid::most_words_per_brick);
}

TEST(BrickGrid, finds_the_place_of_every_word) {
  for (const Extent& extent : {Extent{8, 20, 21}, Extent{33, 9, 17}, Extent{300, 17, 9}, Extent{1100, 10, 9}}) {
    const BrickGrid grid(extent);
    for (std::int64_t z = 0; z < extent.nz; ++z)
      for (std::int64_t y = 0; y < extent.ny; ++y)
        for (std::int64_t column = 0; column < grid.words_per_row(); ++column) {
          const BrickGrid::Place place = grid.place(grid.word(column, y, z));
          ASSERT_TRUE(place.column == column && place.y == y && place.z == z) << to_string(extent);
        }
  }
}

TEST(CellLinks, of_warps_that_reach_farther_than_a_record_counts_are_found_all_the_same) {
  PoreSpace pores({64, 64, 256});
  pores.set_pore(3, 5, 1);
  pores.set_pore(4, 5, 1);
  pores.set_pore(40, 60, 250);
  const BrickLattice lattice(pores);
  EXPECT_EQ(lattice.index().records[2].words_on(), CellRecord::farthest_word);
  EXPECT_EQ(place_of(lattice.index(), 2, lattice.index().records[2]).word, lattice.grid().word(1, 60, 250));
}

}  // namespace
}  // namespace perm
