// SPDX-License-Identifier: Apache-2.0
// Values of the voxels of some rows of consecutive planes, with one voxel of margin on every side, so that loops over x
// become vectors. They roll through the image: a plane takes the place of one that is no longer needed.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/processors/thread_team.hpp"
#include "core/range.hpp"
#include "laplace/shared_loops.hpp"
#include "lattice/domain.hpp"

namespace perm {

/// Holds `fields` values of each voxel of rows y.first - 1 .. y.last, in each of `planes` planes.
template <std::size_t fields, std::size_t planes>
class RollingRows {
 public:
  /// One row of each field, from x = 0 on; x = -1 and x = nx are there too.
  using Row = std::array<float*, fields>;

  RollingRows(const Domain& domain, const Range& y)
      : domain_(&domain), y_(y), columns_(domain.image().nx + 2), rows_(y.size() + 2) {
    for (auto& plane : planes_) plane.resize(fields * static_cast<std::size_t>(rows_ * columns_));
  }

  /// Gives rows of the plane that is `plane` places behind the first one.
  Row row(std::size_t plane, std::int64_t y) {
    Row row;
    for (std::size_t field = 0; field < fields; ++field)
      row[field] =
          planes_[plane].data() + ((static_cast<std::int64_t>(field) * rows_ + y - y_.first + 1) * columns_ + 1);
    return row;
  }
  /// Makes room for another plane behind the others, which forget the first one.
  void roll() {
    for (std::size_t plane = 0; plane + 1 < planes; ++plane) std::swap(planes_[plane], planes_[plane + 1]);
  }
  /// Fills plane z, which may be one beyond the image: 0 where it is closed there, and by fill(y, z, row) for each row
  /// that the image has, or that it goes on with.
  template <class Fill>
  void load(std::size_t plane, std::int64_t z, const Fill& fill) {
    std::fill(planes_[plane].begin(), planes_[plane].end(), 0.0F);
    const std::int64_t of_z = inside(Axis::z, z);
    if (of_z < 0) return;
    for (std::int64_t y = y_.first - 1; y <= y_.last; ++y) {
      const std::int64_t of_y = inside(Axis::y, y);
      if (of_y < 0) continue;
      Row at = row(plane, y);
      fill(of_y, of_z, at);
      close(at);
    }
  }
  /// Fills what stands beyond the ends of a row.
  void close(const Row& row) const {
    const std::int64_t nx = domain_->image().nx;
    if (domain_->rules().is_closed(Axis::x)) return;
    for (float* const values : row) {
      values[-1] = values[nx - 1];
      values[nx] = values[0];
    }
  }

 private:
  /// Gives a position in the image, or -1 beyond closed faces.
  std::int64_t inside(Axis axis, std::int64_t position) const {
    const std::int64_t n = domain_->image().along(axis);
    if (position >= 0 && position < n) return position;
    return domain_->rules().is_closed(axis) ? -1 : (position + n) % n;
  }

  const Domain* domain_;
  Range y_;
  std::int64_t columns_;
  std::int64_t rows_;
  std::array<std::vector<float>, planes> planes_;
};

inline constexpr std::int64_t rows_a_block = 32;
inline constexpr std::int64_t planes_a_block = 64;

/// Calls visit(y, z) for blocks of rows and ranges of planes that together are the image; threads take one at a time.
template <class Visit>
void for_each_block_of_rows(const ThreadTeam& team, const Extent& n, const Visit& visit) {
  const std::int64_t blocks_y = (n.ny + rows_a_block - 1) / rows_a_block;
  const std::int64_t blocks_z = (n.nz + planes_a_block - 1) / planes_a_block;
  for_each_task(team, blocks_y * blocks_z, [&](const auto& for_each) {
    for_each([&](std::int64_t block) {
      const std::int64_t y = block % blocks_y * rows_a_block;
      const std::int64_t z = block / blocks_y * planes_a_block;
      visit(Range{y, std::min(n.ny, y + rows_a_block)}, Range{z, std::min(n.nz, z + planes_a_block)});
    });
  });
}

}  // namespace perm
