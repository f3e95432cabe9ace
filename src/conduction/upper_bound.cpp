// SPDX-License-Identifier: Apache-2.0
#include "conduction/upper_bound.hpp"

#include <array>
#include <vector>

#include "conduction/rolling_rows.hpp"
#include "core/host_device.hpp"
#include "laplace/cell_graph.hpp"

namespace perm {
namespace {

/// Fields of a voxel, after is_pore: the power of its trilinear potential; what drives the potential at the middles
/// of its faces and edges from within it; the mean squared gradient along each face.
constexpr std::size_t own_power = 1;
constexpr std::size_t at_face(std::size_t axis, std::size_t side) { return 2 + 2 * axis + side; }
/// The edge along an axis, at these sides along the next one and the one after it.
constexpr std::size_t at_edge(std::size_t axis, std::size_t side_b, std::size_t side_c) {
  return 8 + 4 * axis + 2 * side_b + side_c;
}
constexpr std::size_t along_face(std::size_t axis, std::size_t side) { return 20 + 2 * axis + side; }
constexpr std::size_t middles = 18;  ///< of faces and edges
using Drives = RollingRows<26, 3>;

constexpr float squared(float value) { return value * value; }

/// Finds the fields of consecutive cells from the potentials at their corners x + 2 y + 4 z. `gradient` is what the
/// potential falls to the corner (1, 1, 1) along each axis.
void find_drives(const std::array<const float*, 8>& potential, const std::array<float, 3>& gradient,
                 std::uint32_t count, std::int64_t x, const Drives::Row& row) {
#pragma GCC ivdep
  for (std::uint32_t i = 0; i < count; ++i) {
    float corners[8];
    PERM_UNROLL
    for (std::size_t corner = 0; corner < 8; ++corner)
      corners[corner] = (potential[corner][i] - potential[0][i]) - ((corner & 1U) != 0 ? gradient[0] : 0) -
                        ((corner & 2U) != 0 ? gradient[1] : 0) - ((corner & 4U) != 0 ? gradient[2] : 0);
    // Corners that no edge joins: of each of 6 faces both diagonals, and the 4 diagonals of the voxel.
    float power = 0;
    for (const std::size_t apart : {3U, 5U, 6U, 7U}) {
      PERM_UNROLL
      for (std::size_t corner = 0; corner < 8; ++corner)
        if (corner < (corner ^ apart)) power += squared(corners[corner] - corners[corner ^ apart]);
    }
    row[is_pore][x + i] = 1;
    row[own_power][x + i] = power / 12;
    float edges[3][2][2] = {};
    PERM_UNROLL
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::size_t b = axis_after(axis);
      const std::size_t c = axis_after(b);
      PERM_UNROLL
      for (std::size_t side = 0; side < 2; ++side) {
        float on_face[2][2];  // by side along b and c
        float slope[2][2];    // outwards
        PERM_UNROLL
        for (std::size_t on_b = 0; on_b < 2; ++on_b) {
          PERM_UNROLL
          for (std::size_t on_c = 0; on_c < 2; ++on_c) {
            const std::size_t corner = side << axis | on_b << b | on_c << c;
            on_face[on_b][on_c] = corners[corner];
            slope[on_b][on_c] = corners[corner] - corners[corner ^ 1U << axis];
          }
        }
        const auto mean_square = [](float low, float high) { return (low * low + low * high + high * high) / 3; };
        row[along_face(axis, side)][x + i] = mean_square(on_face[1][0] - on_face[0][0], on_face[1][1] - on_face[0][1]) +
                                             mean_square(on_face[0][1] - on_face[0][0], on_face[1][1] - on_face[1][0]);
        row[at_face(axis, side)][x + i] = ((slope[0][0] + slope[0][1]) + (slope[1][0] + slope[1][1])) / 16;
        // A function that falls from the middle of an edge to those of the edges beside: means of 5/24 near and 1/24
        // far.
        PERM_UNROLL
        for (std::size_t end = 0; end < 2; ++end) {
          edges[c][side][end] += (5 * (slope[end][0] + slope[end][1]) + (slope[1 - end][0] + slope[1 - end][1])) / 96;
          edges[b][end][side] += (5 * (slope[0][end] + slope[1][end]) + (slope[0][1 - end] + slope[1][1 - end])) / 96;
        }
      }
    }
    PERM_UNROLL
    for (std::size_t axis = 0; axis < 3; ++axis) {
      PERM_UNROLL
      for (std::size_t side_b = 0; side_b < 2; ++side_b) {
        PERM_UNROLL
        for (std::size_t side_c = 0; side_c < 2; ++side_c)
          row[at_edge(axis, side_b, side_c)][x + i] = edges[axis][side_b][side_c];
      }
    }
  }
}

/// Rows around a row of voxels, at 3 (dz + 1) + dy + 1.
using RowsAround = std::array<Drives::Row, 9>;
/// Says of each end of a row or of its voxels along each axis whether the potential may change there (1 or 0).
struct MayChange {
  std::array<std::vector<float>, 2> x;                                   ///< at the low and the high face of each voxel
  std::array<std::array<float, 2>, 3> of_row{{{1, 1}, {1, 1}, {1, 1}}};  ///< along y and z
};

/// Rows of changes at the middles of faces and edges, by the number of the field less 2.
using Changes = std::array<std::vector<float>, middles>;

/// Finds the changes in a row, adds to `squares` what drives them times them, and to `walls` the squared gradient at
/// walls.
void find_changes(const RowsAround& rows, const MayChange& may, std::int64_t nx, Changes& changes,
                  std::vector<float>& squares, std::vector<float>& walls) {
  const auto away = [&](std::array<int, 3> step, std::size_t field) -> const float* {
    return rows[static_cast<std::size_t>(3 * (step[2] + 1) + step[1] + 1)][field] + step[0];
  };
  const auto step_along = [](std::size_t axis, std::size_t side) {
    std::array<int, 3> step{};
    step[axis] = side == 0 ? -1 : 1;
    return step;
  };
  const auto plus = [](std::array<int, 3> a, const std::array<int, 3>& b) {
    for (std::size_t i = 0; i < 3; ++i) a[i] += b[i];
    return a;
  };
  const std::vector<float> ones(static_cast<std::size_t>(nx), 1);
  const auto may_along_x = [&](std::size_t axis, std::size_t side) {
    return axis == 0 ? may.x[side].data() : ones.data();
  };
  std::fill(squares.begin(), squares.end(), 0.0F);
  std::fill(walls.begin(), walls.end(), 0.0F);
  const float* const own_pore = rows[4][is_pore];
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::size_t b = axis_after(axis);
    const std::size_t c = axis_after(b);
    for (std::size_t side = 0; side < 2; ++side) {
      const float* const own = rows[4][at_face(axis, side)];
      const float* const beside = away(step_along(axis, side), at_face(axis, 1 - side));
      const float* const pore = away(step_along(axis, side), is_pore);
      const float* const along = rows[4][along_face(axis, side)];
      const float* const along_x = may_along_x(axis, side);
      const float of_row = may.of_row[axis][side];
      float* const change = changes[at_face(axis, side) - 2].data();
#pragma GCC ivdep
      for (std::int64_t x = 0; x < nx; ++x) {
        const float cells = 1 + pore[x];
        const float driven = own_pore[x] * (own[x] + beside[x]) * of_row * along_x[x];
        change[x] = driven * 1.5F / cells;
        squares[x] += driven * change[x] / cells;
        walls[x] += (1 - pore[x]) * along[x] * of_row * along_x[x];
      }
    }
    for (std::size_t side_b = 0; side_b < 2; ++side_b)
      for (std::size_t side_c = 0; side_c < 2; ++side_c) {
        const std::array<int, 3> to_b = step_along(b, side_b);
        const std::array<int, 3> to_c = step_along(c, side_c);
        const float* const own = rows[4][at_edge(axis, side_b, side_c)];
        const float* const on_b = away(to_b, at_edge(axis, 1 - side_b, side_c));
        const float* const on_c = away(to_c, at_edge(axis, side_b, 1 - side_c));
        const float* const on_both = away(plus(to_b, to_c), at_edge(axis, 1 - side_b, 1 - side_c));
        const float* const pore_b = away(to_b, is_pore);
        const float* const pore_c = away(to_c, is_pore);
        const float* const pore_both = away(plus(to_b, to_c), is_pore);
        const float* const b_along_x = may_along_x(b, side_b);
        const float* const c_along_x = may_along_x(c, side_c);
        const float of_row = may.of_row[b][side_b] * may.of_row[c][side_c];
        float* const change = changes[at_edge(axis, side_b, side_c) - 2].data();
#pragma GCC ivdep
        for (std::int64_t x = 0; x < nx; ++x) {
          const float joined = pore_b[x] > pore_c[x] ? pore_b[x] : pore_c[x];  // the opposite voxel, by way of another
          const float cells = 1 + pore_b[x] + pore_c[x] + joined * pore_both[x];
          const float driven =
              own_pore[x] * (own[x] + on_b[x] + on_c[x] + joined * on_both[x]) * of_row * b_along_x[x] * c_along_x[x];
          change[x] = driven * 3 / cells;
          squares[x] += driven * change[x] / cells;
        }
      }
  }
}

/// Gives the power of changes at the middles, trilinear in the eight halves of a voxel: each has three edges, three
/// faces, and two opposite corners where nothing changes.
void find_power(const Changes& changes, std::int64_t nx, std::vector<float>& power) {
  std::fill(power.begin(), power.end(), 0.0F);
  for (std::size_t half = 0; half < 8; ++half) {
    std::array<const float*, 3> edges{};  // along each axis
    std::array<const float*, 3> faces{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::size_t b = axis_after(axis);
      const std::size_t c = axis_after(b);
      edges[axis] = changes[at_edge(axis, half >> b & 1U, half >> c & 1U) - 2].data();
      faces[axis] = changes[at_face(axis, half >> axis & 1U) - 2].data();
    }
#pragma GCC ivdep
    for (std::int64_t x = 0; x < nx; ++x) {
      float sum = 0;
      PERM_UNROLL
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::size_t b = axis_after(axis);
        sum += squared(edges[axis][x] - edges[b][x]) + squared(faces[axis][x] - faces[b][x]) +
               squared(edges[axis][x] - faces[axis][x]) + squared(edges[axis][x]) + squared(faces[axis][x]);
      }
      power[static_cast<std::size_t>(x)] += sum / 24;
    }
  }
}

struct PotentialSums {
  double power{0};
  double squares{0};  ///< what drives changes, times these
  double power_of_changes{0};
  double gain_of_walls{0};
};

}  // namespace

PotentialBound bound_by_potential(const CornerNodes& nodes, const ThreadTeam& team, Axis along,
                                  std::span<const float> potential) {
  const Domain& domain = nodes.cells().domain();
  const Extent& n = domain.image();
  std::array<float, 3> gradient{};
  gradient[static_cast<std::size_t>(along)] = 1;
  const auto fill = [&](std::int64_t y, std::int64_t z, const Drives::Row& row) {
    nodes.visit_row(y, z, [&](const CellCorners& at) {
      std::array<const float*, 8> corners{};
      for (std::size_t r = 0; r < 4; ++r) {
        corners[2 * r] = potential.data() + at.left[r];
        corners[2 * r + 1] = potential.data() + at.right[r];
      }
      find_drives(corners, gradient, at.count, at.x, row);
    });
  };
  const auto may_change = [&](Axis axis, std::int64_t at, Side side) {
    return at == (side == Side::low ? 0 : n.along(axis) - 1) && leads_outside(domain, axis, side) ? 0.0F : 1.0F;
  };
  std::vector<PotentialSums> of_blocks(static_cast<std::size_t>(blocks_of_rows(n)));
  for_each_block_of_rows(team, n, [&](const Range& block_y, const Range& block_z, std::size_t number) {
    PotentialSums& sums = of_blocks[number];
    const auto nx = static_cast<std::size_t>(n.nx);
    Drives drives(domain, block_y);
    Changes changes;
    for (std::vector<float>& of_middle : changes) of_middle.resize(nx);
    std::vector<float> squares(nx);
    std::vector<float> walls(nx);
    std::vector<float> power(nx);
    MayChange may;
    for (const Side side : {Side::low, Side::high})
      for (std::int64_t x = 0; x < n.nx; ++x) may.x[side == Side::low ? 0 : 1].push_back(may_change(Axis::x, x, side));
    const auto add = [](double& sum, const auto& values) {
      for (const float value : values) sum += value;
    };
    drives.load(1, block_z.first - 1, fill);
    drives.load(2, block_z.first, fill);
    for (std::int64_t z = block_z.first; z < block_z.last; ++z) {
      drives.roll();
      drives.load(2, z + 1, fill);
      for (std::int64_t y = block_y.first; y < block_y.last; ++y) {
        may.of_row[1] = {may_change(Axis::y, y, Side::low), may_change(Axis::y, y, Side::high)};
        may.of_row[2] = {may_change(Axis::z, z, Side::low), may_change(Axis::z, z, Side::high)};
        RowsAround rows;
        for (std::size_t r = 0; r < 9; ++r) rows[r] = drives.row(r / 3, y + static_cast<std::int64_t>(r % 3) - 1);
        find_changes(rows, may, n.nx, changes, squares, walls);
        find_power(changes, n.nx, power);
        add(sums.power, std::span(rows[4][own_power], nx));
        add(sums.squares, squares);
        add(sums.power_of_changes, power);
        add(sums.gain_of_walls, walls);
      }
    }
  });
  PotentialSums all;
  for (const PotentialSums& sums : of_blocks) {
    all.power += sums.power;
    all.squares += sums.squares;
    all.power_of_changes += sums.power_of_changes;
    all.gain_of_walls += sums.gain_of_walls;
  }
  const double taken = all.power_of_changes > 0 ? all.squares * all.squares / all.power_of_changes : 0;
  const auto voxels = static_cast<double>(n.voxels());
  return {(all.power - taken) / voxels, all.gain_of_walls / voxels};
}

}  // namespace perm
