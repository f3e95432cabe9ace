// SPDX-License-Identifier: Apache-2.0
// Tells where the cells are: there is one occupancy bit for each voxel and, with each word of 32 voxels, the number of
// cells before the word. The number of a pore voxel's cell is first_cell + popcount(bits below it). So cells are
// numbered in memory order (x fastest) without an index table, in 8 bytes for 32 voxels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/host_device.hpp"
#include "core/large_array.hpp"
#include "core/range.hpp"
#include "geometry/pore_space.hpp"

namespace perm {

/// Holds 32 voxels of a row. Bit b is voxel x = 32*word + b; padding bits are clear.
struct OccupancyWord {
  std::uint32_t bits{0};
  std::uint32_t first_cell{0};  ///< number of the first cell of the word: so many cells stand before this word
};

/// Numbers the cells of a periodic pore space.
class Occupancy {
 public:
  using Cell = std::uint32_t;

  /// Throws InputError when there are more than 2^32 - 1 cells.
  explicit Occupancy(const PoreSpace& pores);

  const Extent& extent() const { return extent_; }
  std::int64_t words_per_row() const { return words_per_row_; }
  std::int64_t cells() const { return cells_; }
  /// Gives all words, row after row; words()[w].first_cell grows with w.
  std::span<const OccupancyWord> words() const { return words_.span(); }
  std::int64_t row_start(std::int64_t y, std::int64_t z) const { return (z * extent_.ny + y) * words_per_row_; }
  std::span<const OccupancyWord> row(std::int64_t y, std::int64_t z) const {
    return words().subspan(static_cast<std::size_t>(row_start(y, z)), static_cast<std::size_t>(words_per_row_));
  }

  bool is_cell(std::int64_t x, std::int64_t y, std::int64_t z) const {
    return (word(x, y, z).bits >> (x % 32) & 1U) != 0;
  }
  /// Gives the number of the cell at (x, y, z); where there is no cell, the number of the next one.
  Cell cell(std::int64_t x, std::int64_t y, std::int64_t z) const {
    const OccupancyWord& w = word(x, y, z);
    return w.first_cell + detail::count_bits(w.bits & ((1U << (x % 32)) - 1U));
  }
  /// Gives the cells of row (y, z).
  Range cells_of_row(std::int64_t y, std::int64_t z) const {
    return {first_cell_of_row(y, z), first_cell_of_row(y + 1, z)};
  }
  /// Gives the position of the word that holds cell number `cell`.
  std::int64_t find_word(Cell cell) const;
  /// Gives the bytes of this index.
  std::int64_t bytes() const { return static_cast<std::int64_t>(words_.size() * sizeof(OccupancyWord)); }

 private:
  const OccupancyWord& word(std::int64_t x, std::int64_t y, std::int64_t z) const {
    return words_[static_cast<std::size_t>(row_start(y, z) + x / 32)];
  }

  /// Gives the number of cells before row (y, z); y may be the extent.
  std::int64_t first_cell_of_row(std::int64_t y, std::int64_t z) const {
    const auto word = static_cast<std::size_t>(row_start(y, z));
    return word < words_.size() ? words_[word].first_cell : cells_;
  }

  Extent extent_;
  std::int64_t words_per_row_{0};
  std::int64_t cells_{0};
  LargeArray<OccupancyWord> words_;
};

}  // namespace perm
