// SPDX-License-Identifier: Apache-2.0
#include "conduction/wall_gain.hpp"

#include <array>
#include <utility>
#include <vector>

#include "conduction/corner_normals.hpp"
#include "conduction/moved_voxel.hpp"
#include "conduction/rolling_rows.hpp"
#include "conduction/row_sums.hpp"

namespace perm {
namespace {

/// Voxels with a corner on a wall, some at a time: the potential at corners x + 2 y + 4 z, and how these move.
class MovedVoxels {
 public:
  static constexpr std::size_t most = 128;

  bool is_full() const { return count_ == most; }
  /// Makes room for voxel x of a row, at [corner][place]; place is where.
  std::size_t add(std::size_t x) {
    x_[count_] = x;
    return count_++;
  }
  /// Gives each voxel x what its power gains, and forgets them.
  void take_gains(float* gains);

  float potential[8][most];
  float moved[3][8][most];

 private:
  std::size_t x_[most];
  std::size_t count_{0};
};

void MovedVoxels::take_gains(float* gains) {
  constexpr std::size_t together = 16;  // numbers that a vector has
  std::array<float, most> of_places;
  for (std::size_t first = 0; first < count_; first += together)
#pragma GCC ivdep
    for (std::size_t i = first; i < first + together; ++i) {
      float at_corners[8];
      float moves[3][8];
      PERM_UNROLL
      for (std::size_t corner = 0; corner < 8; ++corner) {
        at_corners[corner] = potential[corner][i];
        PERM_UNROLL
        for (std::size_t axis = 0; axis < 3; ++axis) moves[axis][corner] = moved[axis][corner][i];
      }
      of_places[i] = gain_of_voxel(at_corners, moves);
    }
  for (std::size_t i = 0; i < count_; ++i) gains[x_[i]] = of_places[i];
  count_ = 0;
}

/// Normals at the corners of the voxels of some rows, below and above one plane of voxels.
class NormalsAround {
 public:
  NormalsAround(const DomainCells& cells, const Range& y)
      : y_(y), corners_(static_cast<std::size_t>(cells.domain().image().nx) + 1), found_(cells, y) {
    for (std::vector<float>& plane : planes_) plane.resize(3 * corners_ * (static_cast<std::size_t>(y.size()) + 1));
  }

  /// Finds those above plane z; those above the plane before come to lie below.
  void go_above(std::int64_t z) {
    std::swap(planes_[0], planes_[1]);
    found_.go_to(z + 1);
    for (std::int64_t y = y_.first; y <= y_.last; ++y) found_.find(y, row(y, 1));
  }
  /// Gives a row of corners, below (0) or above (1).
  CornerNormals::Row row(std::int64_t y, std::size_t side) {
    float* const first = planes_[side].data() + 3 * corners_ * static_cast<std::size_t>(y - y_.first);
    return {first, first + corners_, first + 2 * corners_};
  }

 private:
  Range y_;
  std::size_t corners_;
  CornerNormals found_;
  std::array<std::vector<float>, 2> planes_;
};

}  // namespace

double gain_of_moved_walls(const CornerNodes& nodes, const ThreadTeam& team, Axis along,
                           std::span<const float> potential) {
  const Extent& n = nodes.cells().domain().image();
  const auto nx = static_cast<std::size_t>(n.nx);
  std::vector<double> of_rows(static_cast<std::size_t>(n.ny * n.nz));
  for_each_block_of_rows(team, n, [&](const Range& block_y, const Range& block_z) {
    NormalsAround normals(nodes.cells(), block_y);
    MovedVoxels voxels{};
    std::vector<float> is_moved(nx);
    std::vector<float> gains(nx);
    normals.go_above(block_z.first - 1);
    for (std::int64_t z = block_z.first; z < block_z.last; ++z) {
      normals.go_above(z);
      for (std::int64_t y = block_y.first; y < block_y.last; ++y) {
        std::array<CornerNormals::Row, 4> rows;  // of corners, at dy + 2 dz
        for (std::size_t r = 0; r < 4; ++r) rows[r] = normals.row(y + static_cast<std::int64_t>(r % 2), r / 2);
        std::fill(is_moved.begin(), is_moved.end(), 0.0F);
        std::fill(gains.begin(), gains.end(), 0.0F);
        for (const CornerNormals::Row& row : rows)
          for (const float* const of_axis : row) {
#pragma GCC ivdep
            for (std::size_t x = 0; x < nx; ++x)
              is_moved[x] += of_axis[x] * of_axis[x] + of_axis[x + 1] * of_axis[x + 1];
          }
        nodes.visit_row(y, z, [&](const CellCorners& at) {
          for (std::uint32_t i = 0; i < at.count; ++i) {
            const std::size_t x = static_cast<std::size_t>(at.x) + i;
            if (!(is_moved[x] > 0)) continue;
            if (voxels.is_full()) voxels.take_gains(gains.data());
            const std::size_t place = voxels.add(x);
            for (std::size_t corner = 0; corner < 8; ++corner) {
              const std::size_t r = corner / 2;
              // The potential falls along the axis by 1 a voxel, but for what the nodes say.
              voxels.potential[corner][place] = potential[(corner % 2 == 0 ? at.left[r] : at.right[r]) + i] -
                                                static_cast<float>(corner >> static_cast<unsigned>(along) & 1U);
              for (std::size_t axis = 0; axis < 3; ++axis)
                voxels.moved[axis][corner][place] = rows[r][axis][x + corner % 2];
            }
          }
        });
        voxels.take_gains(gains.data());
        of_rows[static_cast<std::size_t>(z * n.ny + y)] =
            sum_of_row(n.nx, [&](std::int64_t x) { return gains[static_cast<std::size_t>(x)]; });
      }
    }
  });
  double gain = 0;
  for (const double of_row : of_rows) gain += of_row;
  return gain / static_cast<double>(n.voxels());
}

}  // namespace perm
