// SPDX-License-Identifier: Apache-2.0
// Makes the index of a pore space in brick order on the host, cell by cell, with the functions that a GPU uses. It
// serves tests on small images.
#pragma once

#include <cstdint>
#include <vector>

#include "geometry/pore_space.hpp"
#include "solver/cuda/index/cell_links.hpp"

namespace perm {

class BrickLattice {
 public:
  /// The image is periodic except along the axes `closed`.
  explicit BrickLattice(const PoreSpace& pores, AxisSet closed = {});

  const BrickGrid& grid() const { return grid_; }
  /// The index is valid as long as this object.
  BrickIndex index() const;
  /// Gives the number of the cell at (x, y, z), which must be pore.
  std::uint32_t cell(std::int64_t x, std::int64_t y, std::int64_t z) const;

 private:
  BrickGrid grid_;
  std::vector<OccupancyWord> words_;
  std::vector<BrickSides> sides_;
  std::vector<BrickSides> warps_;
  std::vector<CellRecord> records_;
};

}  // namespace perm
