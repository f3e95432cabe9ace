// SPDX-License-Identifier: Apache-2.0
// Says where a distribution lies in memory. There are tiles of consecutive cells; a tile has 19 lines (one for each
// direction) of one value a cell: [tile][q][cell]. On a CPU a tile is long: links of consecutive cells then lead to
// consecutive slots that hardly ever cross a tile's end. Two cache lines of padding after each line keep the 19 lines
// from falling into the same cache sets, and vectors that reach beyond a tile's end from other cells.
#pragma once

#include <cstdint>

#include "core/host_device.hpp"
#include "lattice/d3q19.hpp"

namespace perm {

/// Describes the tiles of a CPU, for distributions of type Real.
template <class Real>
struct CpuTiles {
  static constexpr std::int64_t cells = 8192;
  static constexpr std::int64_t line =
      cells + 128 / static_cast<std::int64_t>(sizeof(Real));        ///< values from line to line
  static constexpr std::int64_t values = d3q19::directions * line;  ///< values a tile

  static constexpr std::int64_t count(std::int64_t all_cells) { return (all_cells + cells - 1) / cells; }
  /// Gives the position of distribution q of a cell, in values from the first tile's start.
  static constexpr std::int64_t slot(std::int64_t cell, int q) {
    return cell / cells * values + q * line + cell % cells;
  }
};

/// Describes the tiles of a GPU, for distributions of `Bytes` bytes each. One thread block works on one tile.
template <int Bytes>
struct GpuTiles {
  static constexpr std::int64_t cells = Bytes == 4 ? 512 : 128;
  static constexpr std::int64_t line = cells;
  static constexpr std::int64_t values = d3q19::directions * line;

  PERM_HOST_DEVICE static constexpr std::int64_t count(std::int64_t all_cells) {
    return (all_cells + cells - 1) / cells;
  }
  PERM_HOST_DEVICE static constexpr std::int64_t slot(std::uint32_t cell, int q) {
    return std::int64_t{cell / static_cast<std::uint32_t>(cells)} * values + q * line +
           cell % static_cast<std::uint32_t>(cells);
  }
};

}  // namespace perm
