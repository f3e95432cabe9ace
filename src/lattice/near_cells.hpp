// SPDX-License-Identifier: Apache-2.0
// Finds the tiles whose links do not lead far. The odd step in shared memory (staged_step.cuh) finds a slot of another
// tile by its distance from its own tile, in 32 bits, so that lattices of any size are stepped with the same
// instructions and registers. Cells are numbered brick by brick, so links lead far only from the first layer of bricks
// to the last one and back, or to a halo.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/range.hpp"
#include "lattice/d3q19.hpp"

namespace perm {

/// Has the most cells between the first cell of a tile and a linked cell whose slots the distance can number: 113
/// million. Two tiles of any storage type are left out, because the slots of both tiles count as a whole.
inline constexpr std::int64_t most_cells_between = (std::int64_t{1} << 31) / d3q19::directions - 2 * 1024;

/// Gives cells in whole tiles whose links lead to cells less than `reach` away from the first cell of their tile. These
/// are all cells of a small lattice. Otherwise they are those between the first and the last layer of own bricks, or
/// none where layers have too many cells. `Index` has cells(), grid() and cells_before_layer(k).
template <class Tiles, class Index>
Range near_cells(const Index& index, std::int64_t reach) {
  const std::int64_t cells = Tiles::count(index.cells()) * Tiles::cells;
  if (cells <= reach) return {0, cells};
  const std::int64_t layers = index.grid().own_along_z();
  if (layers < 3) return {0, 0};
  // A link from one layer to the next leads at most from the first cell of the two to the last one. The tile may begin
  // a little before.
  std::int64_t first_of_two = 0;
  std::int64_t first_of_next = index.cells_before_layer(1);
  const std::int64_t first = Tiles::count(first_of_next) * Tiles::cells;
  std::int64_t last = 0;
  for (std::int64_t layer = 0; layer + 2 <= layers; ++layer) {
    const std::int64_t end = index.cells_before_layer(layer + 2);
    if (end - first_of_two + Tiles::cells > reach) return {0, 0};
    last = first_of_next / Tiles::cells * Tiles::cells;
    first_of_two = first_of_next;
    first_of_next = end;
  }
  return {first, std::max(first, last)};
}

}  // namespace perm
