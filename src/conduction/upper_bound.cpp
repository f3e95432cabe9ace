// SPDX-License-Identifier: Apache-2.0
#include "conduction/upper_bound.hpp"

#include <array>
#include <vector>

#include "conduction/rolling_rows.hpp"
#include "core/host_device.hpp"
#include "laplace/cell_graph.hpp"

namespace perm {
namespace {

using Drives = RollingRows<middle_changes::fields, 3>;

/// Takes the fields of voxel x of a row.
struct SetDrives {
  const Drives::Row& row;
  std::int64_t x;

  PERM_ALWAYS_INLINE void operator()(std::size_t field, float value) const { row[field][x] = value; }
};

/// Finds the fields of consecutive cells, which conduct conductivity_of(i), from the potentials at their corners.
template <class ConductivityOf>
void find_drives(std::span<const float> potential, const float (&gradient)[3], const ConductivityOf& conductivity_of,
                 const CellCorners& at, const Drives::Row& row) {
  const float* all[8];
  for (std::size_t r = 0; r < 4; ++r) {
    all[2 * r] = potential.data() + at.left[r];
    all[2 * r + 1] = potential.data() + at.right[r];
  }
#pragma GCC ivdep
  for (std::uint32_t i = 0; i < at.count; ++i) {
    float corners[8];
    PERM_UNROLL
    for (std::size_t corner = 0; corner < 8; ++corner) corners[corner] = all[corner][i];
    middle_changes::find_drives(corners, gradient, conductivity_of(i), SetDrives{row, at.x + i});
  }
}

/// Rows around a row of voxels, at 3 (dz + 1) + dy + 1.
using RowsAround = std::array<Drives::Row, 9>;

/// Shows the voxels around voxel x of a row.
struct Away {
  const RowsAround& rows;
  std::int64_t x;

  PERM_ALWAYS_INLINE float operator()(const middle_changes::Step& step, std::size_t field) const {
    return rows[static_cast<std::size_t>(3 * (step.z + 1) + step.y + 1)][field][x + step.x];
  }
};

/// Says of the faces of the voxels of a row whether something holds there (1 or 0).
struct FacesOfRow {
  std::array<std::vector<float>, 2> x;  ///< of the low and the high face of each voxel along x
  std::array<std::array<float, 2>, 3> of_row{{{1, 1}, {1, 1}, {1, 1}}};  ///< of those along y and z

  PERM_ALWAYS_INLINE float at(std::size_t axis, std::size_t side, std::int64_t place) const {
    return axis == 0 ? x[side].data()[place] : of_row[axis][side];
  }
};

/// Rows of changes at the middles of faces and edges.
using Changes = std::array<std::vector<float>, middle_changes::middles>;

struct ChangesAt {
  const Changes& changes;
  std::int64_t x;

  PERM_ALWAYS_INLINE float operator()(std::size_t field) const {
    return changes[field - middle_changes::at_face(0, 0)].data()[x];
  }
};

struct SetChanges {
  Changes& changes;
  std::int64_t x;

  PERM_ALWAYS_INLINE void operator()(std::size_t field, float value) const {
    changes[field - middle_changes::at_face(0, 0)].data()[x] = value;
  }
};

/// Says where the faces of voxel x hold what is asked of them.
struct FacesAt {
  const FacesOfRow& faces;
  std::int64_t x;

  PERM_ALWAYS_INLINE float operator()(std::size_t axis, std::size_t side) const { return faces.at(axis, side, x); }
};

/// Gives the squared gradient along faces of voxel x that can be walls.
struct AlongWalls {
  const Drives::Row& row;
  FacesAt may_be_wall;

  PERM_ALWAYS_INLINE float operator()(std::size_t axis, std::size_t side) const {
    return row[middle_changes::along_face(axis, side)][may_be_wall.x] * may_be_wall(axis, side);
  }
};

/// Finds what a row adds to the sums; `changes` and `values` are room for a row.
PotentialSums sums_of(const RowsAround& rows, const FacesOfRow& may, const FacesOfRow& may_be_wall, Changes& changes,
                      std::vector<float>& values) {
  const Drives::Row& own = rows[4];
  const auto nx = static_cast<std::int64_t>(values.size());
  float* const value = values.data();
  const auto sum = [nx](const float* row) { return sum_of_row(nx, [row](std::int64_t x) { return double{row[x]}; }); };
  PotentialSums sums;
  sums.power = sum(own[middle_changes::own_power]);
#pragma GCC ivdep
  for (std::int64_t x = 0; x < nx; ++x)
    value[x] = middle_changes::find_changes(Away{rows, x}, FacesAt{may, x}, SetChanges{changes, x});
  sums.squares = sum(value);
#pragma GCC ivdep
  for (std::int64_t x = 0; x < nx; ++x)
    value[x] = middle_changes::power_of_changes(ChangesAt{changes, x}, own[middle_changes::conductivity_of][x]);
  sums.power_of_changes = sum(value);
#pragma GCC ivdep
  for (std::int64_t x = 0; x < nx; ++x)
    value[x] = middle_changes::find_walls(Away{rows, x}, AlongWalls{own, {may_be_wall, x}});
  sums.gain_of_walls = sum(value);
  return sums;
}

}  // namespace

PotentialBound bound_by_potential(const CornerNodes& nodes, const ThreadTeam& team, Axis along,
                                  std::span<const float> potential, std::span<const float> conductivity) {
  const Domain& domain = nodes.cells().domain();
  const Extent& n = domain.image();
  float gradient[3] = {};
  gradient[static_cast<std::size_t>(along)] = 1;
  const auto fill = [&](std::int64_t y, std::int64_t z, const Drives::Row& row) {
    nodes.visit_row(y, z, [&](const CellCorners& at) {
      if (conductivity.empty())
        find_drives(
            potential, gradient, [](std::uint32_t) { return 1.0F; }, at, row);
      else
        find_drives(
            potential, gradient, [&](std::uint32_t i) { return conductivity[at.first + i]; }, at, row);
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
  LargeArray<PotentialSums> of_rows(static_cast<std::size_t>(n.ny * n.nz));
  for_each_block_of_rows(team, n, [&](const Range& block_y, const Range& block_z) {
    const auto nx = static_cast<std::size_t>(n.nx);
    Drives drives(domain, block_y);
    Changes changes;
    for (std::vector<float>& of_middle : changes) of_middle.resize(nx);
    std::vector<float> values(nx);
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
        of_rows[static_cast<std::size_t>(z * n.ny + y)] = sums_of(rows, may, wall, changes, values);
      }
    }
  });
  return bound_of(sum_of_rows<PotentialSums>(of_rows.span()), n);
}

PotentialBound bound_of(const PotentialSums& sums, const Extent& n) {
  const double taken = sums.power_of_changes > 0 ? sums.squares * sums.squares / sums.power_of_changes : 0;
  const auto voxels = static_cast<double>(n.voxels());
  return {(sums.power - taken) / voxels, sums.power / voxels, sums.gain_of_walls / voxels};
}

}  // namespace perm
