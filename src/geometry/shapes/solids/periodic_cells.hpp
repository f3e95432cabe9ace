// SPDX-License-Identifier: Apache-2.0
// Cells of a periodic box, into which spheres are sorted so that those near each other are found. Lengths in voxels.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/host_device.hpp"
#include "geometry/shapes/solids/vector.hpp"

namespace perm {

/// Gives a coordinate's place in a periodic box, from 0 to below its edge.
PERM_HOST_DEVICE inline double wrapped(double x, double edge) {
  if (x >= 0 && x < edge) return x;
  x -= edge * std::floor(x / edge);
  return x >= 0 && x < edge ? x : 0;  // rounding
}

class PeriodicCells {
 public:
  using Place = std::array<std::int64_t, 3>;

  /// No cell is narrower than `least_width`, unless there is one along an axis. There are about 8 for each of `points`
  /// at most, so that few points in a large box take little memory.
  PeriodicCells(const Vector& box, double least_width, std::size_t points);

  std::size_t count() const { return static_cast<std::size_t>(cells_[0] * cells_[1] * cells_[2]); }
  /// Gives the place of the cell of a point that lies in the box.
  Place place_of(const Vector& point) const;
  std::size_t number_of(const Place& place) const {
    return static_cast<std::size_t>((place[2] * cells_[1] + place[1]) * cells_[0] + place[0]);
  }

  /// Numbers of different cells.
  class Cells {
   public:
    void add(std::size_t number) { numbers_[count_++] = number; }
    const std::size_t* begin() const { return numbers_.data(); }
    const std::size_t* end() const { return numbers_.data() + count_; }

   private:
    std::array<std::size_t, 27> numbers_{};
    std::size_t count_{0};
  };
  /// Gives the cells that a cell touches across the faces of the box too, itself included.
  Cells around(const Place& place) const;

 private:
  Vector box_;
  std::array<std::int64_t, 3> cells_{1, 1, 1};  ///< along each axis
};

}  // namespace perm
