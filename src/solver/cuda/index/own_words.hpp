// SPDX-License-Identifier: Apache-2.0
// Names own cells by the words that hold them, so that a GPU finds cells in memory order without a list of them.
#pragma once

#include <cstdint>

#include "core/range.hpp"
#include "lattice/bricks.hpp"

namespace perm {

/// Names the cells of some words of own rows. Words come in memory order, and so do the cells in a list of them.
struct OwnWords {
  std::int64_t rows_y;                ///< own rows of a plane
  const std::uint32_t* cells_before;  ///< own cells before each word of own rows, on the device
  Range words;
  std::uint32_t first_cell;  ///< own cells before these words
  bool are_all;              ///< words of own rows
  std::int64_t voxels() const { return words.size() * BrickGrid::word_bits; }
};

}  // namespace perm
