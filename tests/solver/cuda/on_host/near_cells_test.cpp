// SPDX-License-Identifier: Apache-2.0
// The cells that near_cells() gives have no link that leads farther than it says, counted cell by cell, and where an
// image has layers enough there are such cells.
#include "lattice/near_cells.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "geometry/random_pores.hpp"
#include "lattice/tiles.hpp"
#include "solver/cuda/on_host/brick_lattice.hpp"

namespace perm {
namespace {

/// Gives what CudaIndex gives, of an index on the host.
class HostIndex {
 public:
  explicit HostIndex(const PoreSpace& pores) : lattice_(pores) {}
  BrickIndex view() const { return lattice_.index(); }
  const BrickGrid& grid() const { return lattice_.grid(); }
  std::int64_t cells() const { return view().cells; }
  std::int64_t cells_before_layer(std::int64_t k) const {
    return k < grid().along_z() ? view().words[grid().brick(0, 0, k) * grid().words_per_brick()].first_cell : cells();
  }

 private:
  BrickLattice lattice_;
};

PoreSpace near_test_pores(const Extent& extent, double porosity) {
  std::mt19937 random(31);
  return random_pores(extent, porosity, random);
}

template <class Tiles>
std::int64_t farthest_link(const BrickIndex& index, const Range& cells) {
  std::int64_t farthest = 0;
  for (std::int64_t i = cells.first; i < std::min<std::int64_t>(cells.last, index.cells); ++i) {
    const auto cell = static_cast<std::uint32_t>(i);
    const LinkedCells linked = linked_cells(index, cell, index.records[cell]);
    for (int q = 1; q < d3q19::directions; ++q)
      if (!index.records[cell].is_solid(q))
        farthest = std::max(farthest, std::abs(std::int64_t{linked.of[q]} - i / Tiles::cells * Tiles::cells));
  }
  return farthest;
}

template <class Tiles>
void expect_near(const Extent& extent, double porosity) {
  SCOPED_TRACE(to_string(extent));
  const HostIndex index(near_test_pores(extent, porosity));
  const std::int64_t cells = Tiles::count(index.cells()) * Tiles::cells;
  EXPECT_EQ(near_cells<Tiles>(index, cells), (Range{0, cells}));
  int not_empty = 0;
  for (std::int64_t reach = cells - 1; reach > 0; reach = reach * 4 / 5) {
    const Range near = near_cells<Tiles>(index, reach);
    EXPECT_EQ(near.first % Tiles::cells, 0);
    EXPECT_EQ(near.last % Tiles::cells, 0);
    EXPECT_LT(farthest_link<Tiles>(index.view(), near), reach);
    not_empty += near.size() > 0 ? 1 : 0;
  }
  EXPECT_GT(not_empty, 0);
}

TEST(NearCells, have_no_link_that_leads_farther) {
  expect_near<GpuTiles<4>>({70, 33, 53}, 0.6);
  expect_near<GpuTiles<2>>({31, 20, 90}, 0.3);
  expect_near<GpuTiles<8>>({129, 9, 71}, 0.8);
}

TEST(NearCells, are_all_but_those_of_the_first_and_the_last_layer_of_bricks_of_a_large_image) {
  const HostIndex index(near_test_pores({64, 40, 80}, 0.5));
  using Tiles = GpuTiles<4>;
  const Range near = near_cells<Tiles>(index, index.cells() / 2);
  EXPECT_LT(near.first - index.cells_before_layer(1), Tiles::cells);
  EXPECT_LT(index.cells_before_layer(9) - near.last, Tiles::cells);
  EXPECT_GE(near.first, index.cells_before_layer(1));
  EXPECT_LE(near.last, index.cells_before_layer(9));
}

TEST(NearCells, are_none_of_a_large_image_of_few_layers) {
  const HostIndex index(near_test_pores({64, 64, 16}, 0.5));
  EXPECT_EQ(near_cells<GpuTiles<4>>(index, index.cells() - 1).size(), 0);
}

TEST(NearCells, have_slots_whose_distance_from_their_tile_fits_in_32_bits) {
  for (const std::int64_t tile : {128, 512}) {
    // The assembly of tile_slots.cuh counts 19 slots for each cell of a whole tile, and one for each of the rest.
    const std::int64_t whole = (most_cells_between + tile - 1) / tile * tile;
    EXPECT_LT(whole * d3q19::directions + tile, std::int64_t{1} << 31);
  }
}

}  // namespace
}  // namespace perm
