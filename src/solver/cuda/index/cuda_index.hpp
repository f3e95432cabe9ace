// SPDX-License-Identifier: Apache-2.0
// Makes the index of a pore space in brick order on the device, from the image's bits: occupancy words, the sides of
// bricks, and a record for each cell. The host gives its bits slab by slab and keeps no second copy.
#pragma once

#include <cstdint>
#include <vector>

#include "device/cuda_check.hpp"
#include "geometry/pore_space.hpp"
#include "solver/cuda/index/cell_links.hpp"

namespace perm {

/// Names so many rows of each of so many planes.
struct FirstRows {
  std::int64_t y;
  std::int64_t z;
};

class CudaIndex {
 public:
  /// Cells are counted up to a multiple of `tile_cells`: those behind the last cell are isolated, and have slots too.
  /// Throws InputError when there are too many cells for 32 bits, DeviceError when memory does not suffice. Planes from
  /// `own_z` on are a halo: their cells come last. Links across the faces of `closed` axes end in solid.
  CudaIndex(const PoreSpace& pores, AxisSet closed, std::int64_t own_z, std::int64_t tile_cells);

  /// Gives the bytes that the index will hold.
  static std::int64_t predict_bytes(const BrickGrid& grid, std::int64_t cells, std::int64_t tile_cells);

  const BrickGrid& grid() const { return grid_; }
  std::int64_t cells() const { return cells_; }
  /// Gives the number of cells before the bricks of layer k, counted in bricks.
  std::int64_t cells_before_layer(std::int64_t k) const;
  BrickIndex view() const;
  std::int64_t bytes() const;
  /// Counts the cells before each word of these rows in memory order, x fastest.
  cuda::Array<std::uint32_t> count_cells_before(const FirstRows& rows) const;
  /// Gives the numbers in brick order of `count` cells of the rows from number `first` in memory order on.
  cuda::Array<std::uint32_t> brick_order(const FirstRows& rows, const cuda::Array<std::uint32_t>& cells_before,
                                         std::int64_t first, std::int64_t count) const;
  /// Gives the words in brick order, on the host.
  std::vector<OccupancyWord> read_words(std::int64_t first, std::int64_t count) const;

 private:
  BrickGrid grid_;
  std::int64_t cells_{0};
  cuda::Array<OccupancyWord> words_;
  cuda::Array<BrickSides> sides_;
  cuda::Array<BrickSides> warps_;
  cuda::Array<CellRecord> records_;
};

}  // namespace perm
