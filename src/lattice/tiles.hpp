// SPDX-License-Identifier: Apache-2.0
// Where a distribution lies in memory: tiles of T consecutive cells, in each tile 19 lines (one a direction) of T
// values: [tile][q][T]. On a CPU a line is one cache line of 64 bytes.
#pragma once

#include <cstdint>

#include "core/host_device.hpp"
#include "lattice/d3q19.hpp"

namespace perm {

template <class Real>
inline constexpr int cpu_tile_cells = 64 / static_cast<int>(sizeof(Real));

/// Tiles that `cells` cells fill; the last may be partly unused.
template <int T>
PERM_HOST_DEVICE constexpr std::int64_t count_tiles(std::int64_t cells) {
  return (cells + T - 1) / T;
}

/// Position of distribution q of a cell.
template <int T>
PERM_HOST_DEVICE constexpr std::int64_t slot(std::int64_t cell, int q) {
  return (cell / T * d3q19::directions + q) * T + cell % T;
}

}  // namespace perm
