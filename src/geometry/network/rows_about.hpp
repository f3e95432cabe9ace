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

/// `ValueOf` gives the value of a cell by its number.
template <class Value, class ValueOf>
class RowsAbout {
 public:
  /// Voxels that are solid have the value `solid`.
  RowsAbout(const GhostedSlab& slab, Value solid, ValueOf value_of)
      : slab_(slab),
        solid_(solid),
        value_of_(std::move(value_of)),
        width_(slab.image().nx + 2),
        values_(static_cast<std::size_t>(9 * width_)) {
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
  /// Gives the values from x = 0 on of a row; there is one more before and behind it.
  const Value* from_first(int dy, int dz) const { return rows_[number_of(dy, dz)] + 1; }

 private:
  static std::size_t number_of(int dy, int dz) {
    const int number = 3 * (dz + 1) + dy + 1;
    return static_cast<std::size_t>(number);
  }
  Value*& row(int dy, int dz) { return rows_[number_of(dy, dz)]; }
  void fill(Value* row, std::int64_t y, std::int64_t z) {
    std::fill_n(row, width_, solid_);
    const std::int64_t nx = slab_.image().nx, ny = slab_.image().ny;
    if (y < 0 || y >= ny) {
      if (slab_.is_closed(Axis::y)) return;
      y += y < 0 ? ny : -ny;
    }
    slab_.for_each_in_row(y, z, [&](std::int64_t x, GhostedSlab::Cell cell) { row[x + 1] = value_of_(cell); });
    if (slab_.is_closed(Axis::x)) return;
    row[0] = row[nx];
    row[nx + 1] = row[1];
  }

  const GhostedSlab& slab_;
  Value solid_;
  ValueOf value_of_;
  std::int64_t width_;
  std::vector<Value> values_;
  std::array<Value*, 9> rows_{};
  std::int64_t y_{-2};
  std::int64_t z_{-2};
};

}  // namespace perm
