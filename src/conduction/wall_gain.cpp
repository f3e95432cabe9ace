// SPDX-License-Identifier: Apache-2.0
#include "conduction/wall_gain.hpp"

#include <array>
#include <utility>
#include <vector>

#include "conduction/corner_normals.hpp"
#include "conduction/rolling_rows.hpp"
#include "core/host_device.hpp"

namespace perm {
namespace {

/// Voxels with a corner on a wall, some at a time: the potential at corners x + 2 y + 4 z, and how these move.
class MovedVoxels {
 public:
  static constexpr std::size_t most = 128;

  bool is_full() const { return count_ == most; }
  /// Makes room for one more, at [corner][place]; place is where.
  std::size_t add() { return count_++; }
  /// Gives what their power gains, and forgets them.
  double take_gain();

  float potential[8][most];
  float moved[3][8][most];

 private:
  std::size_t count_{0};
};

/// Gives a slope along an axis of a trilinear function at the points of Gauss, by side along the next axis and the one
/// after it. Two points along each axis integrate what is cubic along it.
struct Slopes {
  float at[2][2];
};
PERM_ALWAYS_INLINE Slopes slopes_along(std::size_t axis, const float (&corners)[8]) {
  constexpr float near = 0.78867513459481288F;  // (1 + 1/sqrt 3) / 2
  constexpr float far = 1 - near;
  const std::size_t b = axis_after(axis);
  const std::size_t c = axis_after(b);
  float edges[2][2];
  PERM_UNROLL
  for (std::size_t on_b = 0; on_b < 2; ++on_b) {
    PERM_UNROLL
    for (std::size_t on_c = 0; on_c < 2; ++on_c) {
      const std::size_t corner = on_b << b | on_c << c;
      edges[on_b][on_c] = corners[corner | std::size_t{1} << axis] - corners[corner];
    }
  }
  Slopes slopes;
  PERM_UNROLL
  for (std::size_t on_b = 0; on_b < 2; ++on_b) {
    const float low = near * edges[on_b][0] + far * edges[1 - on_b][0];
    const float high = near * edges[on_b][1] + far * edges[1 - on_b][1];
    slopes.at[on_b][0] = near * low + far * high;
    slopes.at[on_b][1] = near * high + far * low;
  }
  return slopes;
}

/// Integrates |e|^2 div v - 2 e . (grad v) e over a voxel whose corners move by v, e being the slope of its potential.
PERM_ALWAYS_INLINE float gain_of_voxel(const float (&potential)[8], const float (&moved)[3][8]) {
  Slopes e[3];
  Slopes v[3][3];  // of each component, along each axis
  PERM_UNROLL
  for (std::size_t axis = 0; axis < 3; ++axis) {
    e[axis] = slopes_along(axis, potential);
    PERM_UNROLL
    for (std::size_t component = 0; component < 3; ++component)
      v[component][axis] = slopes_along(axis, moved[component]);
  }
  float gain = 0;
  PERM_UNROLL
  for (std::size_t point = 0; point < 8; ++point) {
    const auto value = [point](const Slopes& slopes, std::size_t axis) {
      const std::size_t b = axis_after(axis);
      return slopes.at[point >> b & 1U][point >> axis_after(b) & 1U];
    };
    float squares[3];
    PERM_UNROLL
    for (std::size_t axis = 0; axis < 3; ++axis) squares[axis] = value(e[axis], axis) * value(e[axis], axis);
    PERM_UNROLL
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::size_t b = axis_after(axis);
      const std::size_t c = axis_after(b);
      gain += value(v[axis][axis], axis) * (squares[b] + squares[c] - squares[axis]);
      gain -= 2 * value(e[axis], axis) * value(e[b], b) * (value(v[axis][b], b) + value(v[b][axis], axis));
    }
  }
  return gain / 8;
}

double MovedVoxels::take_gain() {
  std::array<float, most> gains;
#pragma GCC ivdep
  for (std::size_t i = 0; i < most; ++i) {
    float at_corners[8];
    float moves[3][8];
    PERM_UNROLL
    for (std::size_t corner = 0; corner < 8; ++corner) {
      at_corners[corner] = potential[corner][i];
      PERM_UNROLL
      for (std::size_t axis = 0; axis < 3; ++axis) moves[axis][corner] = moved[axis][corner][i];
    }
    gains[i] = gain_of_voxel(at_corners, moves);
  }
  double sum = 0;
  for (std::size_t i = 0; i < count_; ++i) sum += gains[i];
  count_ = 0;
  return sum;
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
  std::vector<double> of_blocks(static_cast<std::size_t>(blocks_of_rows(n)));
  for_each_block_of_rows(team, n, [&](const Range& block_y, const Range& block_z, std::size_t number) {
    NormalsAround normals(nodes.cells(), block_y);
    MovedVoxels voxels{};
    std::vector<float> is_moved(nx);
    double gain = 0;
    normals.go_above(block_z.first - 1);
    for (std::int64_t z = block_z.first; z < block_z.last; ++z) {
      normals.go_above(z);
      for (std::int64_t y = block_y.first; y < block_y.last; ++y) {
        std::array<CornerNormals::Row, 4> rows;  // of corners, at dy + 2 dz
        for (std::size_t r = 0; r < 4; ++r) rows[r] = normals.row(y + static_cast<std::int64_t>(r % 2), r / 2);
        std::fill(is_moved.begin(), is_moved.end(), 0.0F);
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
            if (voxels.is_full()) gain += voxels.take_gain();
            const std::size_t place = voxels.add();
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
      }
    }
    of_blocks[number] = gain + voxels.take_gain();
  });
  double gain = 0;
  for (const double of_block : of_blocks) gain += of_block;
  return gain / static_cast<double>(n.voxels());
}

}  // namespace perm
