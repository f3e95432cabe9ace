// SPDX-License-Identifier: Apache-2.0
// Names the cells around each cell of a plane, by a map of three planes that goes through the image with its values.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/processors/thread_team.hpp"
#include "laplace/domain_cells.hpp"

namespace perm {

/// Gives the number of the axis after this one: x, y, z, x.
constexpr std::size_t axis_after(std::size_t axis) { return (axis + 1) % 3; }

/// Holds planes z - 1, z and z + 1: which cell each voxel is, and a Value of each cell. The image goes on periodically
/// where its faces are not closed.
template <class Value>
class CellPlanes {
 public:
  explicit CellPlanes(const DomainCells& cells)
      : cells_(&cells), n_(cells.domain().image()), columns_(n_.nx + 2) {
    for (Plane& plane : planes_) plane.cells.resize(static_cast<std::size_t>(columns_ * (n_.ny + 2)));
  }

  /// Calls at_plane(z) for planes first .. last - 1 in turn, with fill(z, values, first cell) called before for each
  /// plane around it.
  template <class Fill, class AtPlane>
  void go_through(const Range& range, const Fill& fill, const AtPlane& at_plane) {
    for (std::int64_t z = range.first; z < range.last; ++z) {
      if (z == range.first) {
        load(planes_[0], z - 1, fill);
        load(planes_[1], z, fill);
      } else {
        std::swap(planes_[0], planes_[1]);
        std::swap(planes_[1], planes_[2]);
      }
      load(planes_[2], z + 1, fill);
      at_plane(z);
    }
  }
  /// Gives the value of the cell so many voxels away from voxel (x, y) of the plane, at most one along each axis; null
  /// where it is solid.
  const Value* beside(std::int64_t x, std::int64_t y, const std::array<int, 3>& away) const {
    const Plane& plane = planes_[static_cast<std::size_t>(1 + away[2])];
    const std::uint32_t place = plane.cells[static_cast<std::size_t>((y + 1 + away[1]) * columns_ + x + 1 + away[0])];
    return place == none ? nullptr : &plane.values[place];
  }
  /// Calls visit(x, y, value) for the cells of the plane.
  template <class Visit>
  void for_each(const Visit& visit) const {
    const Plane& plane = planes_[1];
    for (std::int64_t y = 0; y < n_.ny; ++y)
      for (std::int64_t x = 0; x < n_.nx; ++x) {
        const std::uint32_t place = plane.cells[static_cast<std::size_t>((y + 1) * columns_ + x + 1)];
        if (place != none) visit(x, y, plane.values[place]);
      }
  }

 private:
  static constexpr std::uint32_t none = ~0U;

  struct Plane {
    std::vector<std::uint32_t> cells;  ///< with a margin of one voxel: the place of each cell in `values`, or none
    std::vector<Value> values;
  };

  /// Gives a position in the image, or -1 beyond closed faces.
  std::int64_t inside(Axis axis, std::int64_t position) const {
    const std::int64_t n = n_.along(axis);
    if (position >= 0 && position < n) return position;
    return cells_->domain().rules().is_closed(axis) ? -1 : (position + n) % n;
  }
  template <class Fill>
  void load(Plane& plane, std::int64_t z, const Fill& fill) {
    std::fill(plane.cells.begin(), plane.cells.end(), none);
    z = inside(Axis::z, z);
    if (z < 0) return;
    const std::int64_t first = cells_->cells_of_row(0, z).first;
    plane.values.assign(static_cast<std::size_t>(cells_->cells_of_row(n_.ny - 1, z).last - first), Value{});
    for (std::int64_t y = 0; y < n_.ny; ++y) {
      std::uint32_t* const of_row = plane.cells.data() + (y + 1) * columns_ + 1;
      std::uint32_t next = static_cast<std::uint32_t>(cells_->cells_of_row(y, z).first - first);
      std::int64_t before = 0;
      for (const OccupancyWord& word : cells_->row(y, z)) {
        for (std::uint32_t bits = word.bits; bits != 0; bits &= bits - 1)
          of_row[before + std::countr_zero(bits)] = next++;
        before += 32;
      }
      if (const std::int64_t low = inside(Axis::x, -1); low >= 0) of_row[-1] = of_row[low];
      if (const std::int64_t high = inside(Axis::x, n_.nx); high >= 0) of_row[n_.nx] = of_row[high];
    }
    for (const std::int64_t y : {std::int64_t{-1}, n_.ny})
      if (const std::int64_t there = inside(Axis::y, y); there >= 0)
        std::copy_n(plane.cells.begin() + (there + 1) * columns_, columns_, plane.cells.begin() + (y + 1) * columns_);
    fill(z, plane.values, static_cast<std::size_t>(first));
  }

  const DomainCells* cells_;
  Extent n_;
  std::int64_t columns_;
  std::array<Plane, 3> planes_;
};

}  // namespace perm
