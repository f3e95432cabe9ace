// SPDX-License-Identifier: Apache-2.0
// A value of each voxel in a row of a slab and in the eight rows about it, so that whoever goes through all cells finds
// those of their neighbours without counting bits.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "geometry/network/ghosted_slab.hpp"

namespace perm {

/// `FillRow` gives the values of a row: fill_row(values, y, z) writes them from x = 0 on.
template <class Value, class FillRow>
class RowsAbout {
 public:
  /// Voxels beyond closed faces have the value `solid`.
  RowsAbout(const GhostedSlab& slab, Value solid, FillRow fill_row)
      : slab_(slab),
        solid_(solid),
        fill_row_(std::move(fill_row)),
        width_(slab.words_per_row() * PoreSpace::word_bits + 2),
        values_(static_cast<std::size_t>(9 * width_), solid) {
    for (std::size_t row = 0; row < rows_.size(); ++row)
      rows_[row] = values_.data() + static_cast<std::int64_t>(row) * width_;
  }
  RowsAbout(const RowsAbout&) = delete;
  RowsAbout& operator=(const RowsAbout&) = delete;

  /// Makes row (y, z) of the slab's own planes the one in the middle. The next row of the same plane costs a third of
  /// any other one.
  void move_to(std::int64_t y, std::int64_t z) {
    const bool is_next = z == z_ && y == y_ + 1;
    for (int dz = -1; dz <= 1; ++dz) {
      if (is_next) {
        std::swap(row(-1, dz), row(0, dz));
        std::swap(row(0, dz), row(1, dz));
      } else {
        fill(row(-1, dz), y - 1, z + dz);
        fill(row(0, dz), y, z + dz);
      }
      fill(row(1, dz), y + 1, z + dz);
    }
    y_ = y;
    z_ = z;
  }

  /// Gives the value at x + dx of the row that is dy and dz away from the middle; each of these is -1, 0 or 1.
  Value at(std::int64_t x, int dy, int dz) const { return rows_[number_of(dy, dz)][x + 1]; }
  /// Gives the values from x = 0 on of a row, which is made of whole words; there is one more before and behind it.
  const Value* from_first(int dy, int dz) const { return rows_[number_of(dy, dz)] + 1; }

 private:
  static std::size_t number_of(int dy, int dz) {
    const int number = 3 * (dz + 1) + dy + 1;
    return static_cast<std::size_t>(number);
  }
  Value*& row(int dy, int dz) { return rows_[number_of(dy, dz)]; }
  void fill(Value* row, std::int64_t y, std::int64_t z) {
    const std::int64_t nx = slab_.image().nx, ny = slab_.image().ny;
    const bool is_beyond = y < 0 || y >= ny;
    if (is_beyond && slab_.is_closed(Axis::y)) {
      std::fill_n(row, width_, solid_);
      return;
    }
    if (is_beyond) y += y < 0 ? ny : -ny;
    fill_row_(row + 1, y, z);
    const bool is_closed = slab_.is_closed(Axis::x);
    row[0] = is_closed ? solid_ : row[nx];
    row[nx + 1] = is_closed ? solid_ : row[1];
  }

  const GhostedSlab& slab_;
  Value solid_;
  FillRow fill_row_;
  std::int64_t width_;
  std::vector<Value> values_;
  std::array<Value*, 9> rows_{};
  std::int64_t y_{-2};
  std::int64_t z_{-2};
};

}  // namespace perm
