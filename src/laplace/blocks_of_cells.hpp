// SPDX-License-Identifier: Apache-2.0
// Goes through the blocks of 2^3 own voxels of a domain, and says which cells each of them has.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "laplace/block_pieces.hpp"
#include "laplace/domain_cells.hpp"

namespace perm {

struct BlockOfCells {
  std::int64_t x;                        ///< of the block, in its row of blocks
  unsigned pattern;                      ///< of its pores, as in Pieces
  std::array<Occupancy::Cell, 8> cells;  ///< of the pores

  template <class Visit>
  void for_each_pore(const Visit& visit) const {
    for (unsigned voxel = 0; voxel < 8; ++voxel)
      if ((pattern >> voxel & 1U) != 0) visit(voxel);
  }
};

/// Calls visit(y, z) for the rows of a level that row (block_y, block_z) of the coarser one has.
template <class Visit>
void for_each_row_of_block(const Extent& fine, std::int64_t block_y, std::int64_t block_z, const Visit& visit) {
  for (std::int64_t z = 2 * block_z; z < std::min(fine.nz, 2 * block_z + 2); ++z)
    for (std::int64_t y = 2 * block_y; y < std::min(fine.ny, 2 * block_y + 2); ++y) visit(y, z);
}

/// Calls visit(block) for each block of a row of blocks that has pores.
template <class Visit>
void for_each_block(const DomainCells& cells, std::int64_t row, const Visit& visit) {
  const Extent n = cells.own_extent();
  const std::int64_t blocks_y = halved(n).ny;
  for (std::int64_t word = 0; word < cells.words_per_row(); ++word) {
    std::array<OccupancyWord, 4> words{};
    for_each_row_of_block(n, row % blocks_y, row / blocks_y, [&](std::int64_t y, std::int64_t z) {
      words[static_cast<std::size_t>(2 * (z % 2) + y % 2)] = cells.row(y, z)[static_cast<std::size_t>(word)];
    });
    for (int pair = 0; pair < 16; ++pair) {
      BlockOfCells block{word * 16 + pair, 0, {}};
      for (unsigned i = 0; i < 4; ++i) {
        const unsigned bits = words[i].bits >> (2 * pair) & 3U;
        block.pattern |= bits << (2 * i);
        block.cells[2 * i] = words[i].first_cell;
        block.cells[2 * i + 1] = words[i].first_cell + (bits & 1U);
        words[i].first_cell += (bits & 1U) + (bits >> 1);
      }
      if (block.pattern != 0) visit(block);
    }
  }
}

}  // namespace perm
