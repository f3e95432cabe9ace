// SPDX-License-Identifier: Apache-2.0
// Longer than 300 lines: the three loops over a row share the fields of a voxel.
#include "conduction/upper_bound.hpp"

#include <array>
#include <vector>

#include "conduction/rolling_rows.hpp"
#include "core/host_device.hpp"
#include "laplace/cell_graph.hpp"

namespace perm {
namespace {

/// Fields of a voxel: its conductivity, 0 in solid; the power of its trilinear potential; what drives the potential at
/// the middles of its faces and edges from within it; the mean squared gradient along each face.
constexpr std::size_t conductivity_of = 0;
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
                 const float* conductivity, const CellCorners& at, const Drives::Row& row) {
  const std::int64_t x = at.x;
#pragma GCC ivdep
  for (std::uint32_t i = 0; i < at.count; ++i) {
    const float weight = conductivity == nullptr ? 1 : conductivity[at.first + i];
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
    row[conductivity_of][x + i] = weight;
    row[own_power][x + i] = weight * power / 12;
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
        row[along_face(axis, side)][x + i] =
            weight * (mean_square(on_face[1][0] - on_face[0][0], on_face[1][1] - on_face[0][1]) +
                      mean_square(on_face[0][1] - on_face[0][0], on_face[1][1] - on_face[1][0]));
        row[at_face(axis, side)][x + i] = weight * ((slope[0][0] + slope[0][1]) + (slope[1][0] + slope[1][1])) / 16;
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
          row[at_edge(axis, side_b, side_c)][x + i] = weight * edges[axis][side_b][side_c];
      }
    }
  }
}

/// Rows around a row of voxels, at 3 (dz + 1) + dy + 1.
using RowsAround = std::array<Drives::Row, 9>;
/// Says of the faces of the voxels of a row whether something holds there (1 or 0).
struct FacesOfRow {
  std::array<std::vector<float>, 2> x;  ///< of the low and the high face of each voxel along x
  std::array<std::array<float, 2>, 3> of_row{{{1, 1}, {1, 1}, {1, 1}}};  ///< of those along y and z
};

/// Rows of changes at the middles of faces and edges, by the number of the field less 2.
using Changes = std::array<std::vector<float>, middles>;

/// Finds the changes in a row, where the potential may change; `squares` becomes what drives them times them, and
/// `walls` the squared gradient at walls.
void find_changes(const RowsAround& rows, const FacesOfRow& may, const FacesOfRow& may_be_wall, std::int64_t nx,
                  Changes& changes, std::vector<float>& squares, std::vector<float>& walls) {
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
  const auto along_x_of = [&](const FacesOfRow& faces, std::size_t axis, std::size_t side) {
    return axis == 0 ? faces.x[side].data() : ones.data();
  };
  std::fill(squares.begin(), squares.end(), 0.0F);
  std::fill(walls.begin(), walls.end(), 0.0F);
  const float* const own_weight = rows[4][conductivity_of];
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::size_t b = axis_after(axis);
    const std::size_t c = axis_after(b);
    for (std::size_t side = 0; side < 2; ++side) {
      const float* const own = rows[4][at_face(axis, side)];
      const float* const beside = away(step_along(axis, side), at_face(axis, 1 - side));
      const float* const weight = away(step_along(axis, side), conductivity_of);
      const float* const along = rows[4][along_face(axis, side)];
      const float* const along_x = along_x_of(may, axis, side);
      const float of_row = may.of_row[axis][side];
      // A wall goes straight on at an edge where there is pore beside this voxel, and solid beside what is beyond.
      const std::array<int, 3> beyond = step_along(axis, side);
      std::array<const float*, 4> pore_on{};
      std::array<const float*, 4> solid_on{};
      for (std::size_t i = 0; i < 4; ++i) {
        const std::array<int, 3> on = step_along(i < 2 ? b : c, i % 2);
        pore_on[i] = away(on, conductivity_of);
        solid_on[i] = away(plus(on, beyond), conductivity_of);
      }
      const float* const wall_along_x = along_x_of(may_be_wall, axis, side);
      const float wall_of_row = may_be_wall.of_row[axis][side];
      float* const change = changes[at_face(axis, side) - 2].data();
#pragma GCC ivdep
      for (std::int64_t x = 0; x < nx; ++x) {
        const float together = own_weight[x] > 0 ? own_weight[x] + weight[x] : 1;
        const float driven = own_weight[x] > 0 ? (own[x] + beside[x]) * of_row * along_x[x] : 0;
        change[x] = driven * 1.5F / together;
        squares[x] += driven * change[x] * own_weight[x] / together;
        bool is_flat = true;
        PERM_UNROLL
        for (std::size_t i = 0; i < 4; ++i) is_flat = is_flat && pore_on[i][x] > 0 && !(solid_on[i][x] > 0);
        walls[x] += weight[x] > 0 || is_flat ? 0 : along[x] * wall_of_row * wall_along_x[x];
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
        const float* const weight_b = away(to_b, conductivity_of);
        const float* const weight_c = away(to_c, conductivity_of);
        const float* const weight_both = away(plus(to_b, to_c), conductivity_of);
        const float* const b_along_x = along_x_of(may, b, side_b);
        const float* const c_along_x = along_x_of(may, c, side_c);
        const float of_row = may.of_row[b][side_b] * may.of_row[c][side_c];
        float* const change = changes[at_edge(axis, side_b, side_c) - 2].data();
#pragma GCC ivdep
        for (std::int64_t x = 0; x < nx; ++x) {
          const bool is_joined = weight_b[x] > 0 || weight_c[x] > 0;  // to the opposite voxel, by way of another
          const float all = own_weight[x] + weight_b[x] + weight_c[x] + (is_joined ? weight_both[x] : 0);
          const float together = own_weight[x] > 0 ? all : 1;
          const float sum = own[x] + on_b[x] + on_c[x] + (is_joined ? on_both[x] : 0);
          const float driven = own_weight[x] > 0 ? sum * of_row * b_along_x[x] * c_along_x[x] : 0;
          change[x] = driven * 3 / together;
          squares[x] += driven * change[x] * own_weight[x] / together;
        }
      }
  }
}

/// Gives the power of changes at the middles, trilinear in the eight halves of a voxel: each has three edges, three
/// faces, and two opposite corners where nothing changes.
void find_power(const Changes& changes, const float* conductivity, std::int64_t nx, std::vector<float>& power) {
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
      power[static_cast<std::size_t>(x)] += conductivity[x] * sum / 24;
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
                                  std::span<const float> potential, std::span<const float> conductivity) {
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
      find_drives(corners, gradient, conductivity.data(), at, row);
    });
  };
  const auto is_end = [&](Axis axis, std::int64_t at, Side side) {
    return at == (side == Side::low ? 0 : n.along(axis) - 1);
  };
  const auto may_change = [&](Axis axis, std::int64_t at, Side side) {
    return is_end(axis, at, side) && leads_outside(domain, axis, side) ? 0.0F : 1.0F;
  };
  // A closed face of the image is no wall of the medium.
  const auto may_be_wall = [&](Axis axis, std::int64_t at, Side side) {
    return is_end(axis, at, side) && domain.rules().is_closed(axis) ? 0.0F : 1.0F;
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
    FacesOfRow may;
    FacesOfRow wall;
    const auto along_x = [&](FacesOfRow& faces, const auto& holds) {
      for (const Side side : {Side::low, Side::high})
        for (std::int64_t x = 0; x < n.nx; ++x) faces.x[side == Side::low ? 0 : 1].push_back(holds(Axis::x, x, side));
    };
    const auto of_row = [&](FacesOfRow& faces, std::int64_t y, std::int64_t z, const auto& holds) {
      faces.of_row[1] = {holds(Axis::y, y, Side::low), holds(Axis::y, y, Side::high)};
      faces.of_row[2] = {holds(Axis::z, z, Side::low), holds(Axis::z, z, Side::high)};
    };
    along_x(may, may_change);
    along_x(wall, may_be_wall);
    const auto add = [](double& sum, const auto& values) {
      for (const float value : values) sum += value;
    };
    drives.load(1, block_z.first - 1, fill);
    drives.load(2, block_z.first, fill);
    for (std::int64_t z = block_z.first; z < block_z.last; ++z) {
      drives.roll();
      drives.load(2, z + 1, fill);
      for (std::int64_t y = block_y.first; y < block_y.last; ++y) {
        of_row(may, y, z, may_change);
        of_row(wall, y, z, may_be_wall);
        RowsAround rows;
        for (std::size_t r = 0; r < 9; ++r) rows[r] = drives.row(r / 3, y + static_cast<std::int64_t>(r % 3) - 1);
        find_changes(rows, may, wall, n.nx, changes, squares, walls);
        find_power(changes, rows[4][conductivity_of], n.nx, power);
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
  return {(all.power - taken) / voxels, all.power / voxels, all.gain_of_walls / voxels};
}

}  // namespace perm
