// SPDX-License-Identifier: Apache-2.0
#include "conduction/upper_bound.hpp"

#include <array>
#include <vector>

#include "conduction/cell_planes.hpp"
#include "laplace/cell_graph.hpp"

namespace perm {
namespace {

/// Values at the middles of the faces and edges of a voxel. Faces are [axis][side]; edges are [axis along][side along
/// the next axis][side along the one after it].
struct Middles {
  std::array<std::array<double, 2>, 3> faces;
  std::array<std::array<std::array<double, 2>, 2>, 3> edges;
};

/// What drives the potential at the middles of a voxel, from within it.
struct CellDrive : Middles {
  double power;                                ///< of the trilinear potential
  std::array<std::array<double, 2>, 3> along;  ///< squared gradient along each face, [axis][side]
};

constexpr double squared(double value) { return value * value; }

/// Finds it from the potentials at the corners x + 2 y + 4 z of a voxel.
CellDrive drive_of(const std::array<double, 8>& corners) {
  CellDrive drive{};
  // Corners that no edge joins: of each of 6 faces both diagonals, and the 4 diagonals of the voxel.
  for (const std::size_t apart : {3U, 5U, 6U, 7U})
    for (std::size_t corner = 0; corner < 8; ++corner)
      drive.power += squared(corners[corner] - corners[corner ^ apart]) / 24;  // each counts at both ends
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::size_t b = axis_after(axis);
    const std::size_t c = axis_after(b);
    for (std::size_t side = 0; side < 2; ++side) {
      // The outward derivative at the four corners of the face, by side along b and c.
      std::array<std::array<double, 2>, 2> slope{};
      for (std::size_t on_b = 0; on_b < 2; ++on_b)
        for (std::size_t on_c = 0; on_c < 2; ++on_c) {
          const std::size_t corner = side << axis | on_b << b | on_c << c;
          slope[on_b][on_c] = corners[corner] - corners[corner ^ 1U << axis];
        }
      const auto on_face = [&](std::size_t on_b, std::size_t on_c) {
        return corners[side << axis | on_b << b | on_c << c];
      };
      for (const bool is_b : {false, true}) {
        const double low = on_face(is_b ? 1 : 0, is_b ? 0 : 1) - on_face(0, 0);
        const double high = on_face(1, 1) - on_face(is_b ? 0 : 1, is_b ? 1 : 0);
        drive.along[axis][side] += (low * low + low * high + high * high) / 3;
      }
      drive.faces[axis][side] = (slope[0][0] + slope[0][1] + slope[1][0] + slope[1][1]) / 16;
      // A function that falls from the middle of an edge to those of the edges beside: means of 5/24 near and 1/24 far.
      for (std::size_t end = 0; end < 2; ++end) {
        const double near_b = slope[end][0] + slope[end][1];  // along the edge at this side of b, which runs along c
        const double far_b = slope[1 - end][0] + slope[1 - end][1];
        drive.edges[c][side][end] += (5 * near_b + far_b) / 96;
        const double near_c = slope[0][end] + slope[1][end];  // at this side of c; it runs along b
        const double far_c = slope[0][1 - end] + slope[1][1 - end];
        drive.edges[b][end][side] += (5 * near_c + far_c) / 96;
      }
    }
  }
  return drive;
}

using DrivePlanes = CellPlanes<CellDrive>;
/// Gives the power of changes at the middles, trilinear in the eight halves of a voxel: each has three edges, three
/// faces, and two opposite corners where nothing changes.
double power_of(const Middles& changes) {
  double power = 0;
  for (std::size_t half = 0; half < 8; ++half) {
    std::array<double, 3> edges{};  // along each axis
    std::array<double, 3> faces{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::size_t b = axis_after(axis);
      const std::size_t c = axis_after(b);
      edges[axis] = changes.edges[axis][half >> b & 1U][half >> c & 1U];
      faces[axis] = changes.faces[axis][half >> axis & 1U];
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::size_t b = axis_after(axis);
      power += squared(edges[axis] - edges[b]) + squared(faces[axis] - faces[b]) + squared(edges[axis] - faces[axis]) +
               squared(edges[axis]) + squared(faces[axis]);
    }
  }
  return power / 24;
}

/// Tells which faces of a voxel keep their potential, as [axis][side].
using KeptFaces = std::array<std::array<bool, 2>, 3>;

struct PotentialSums {
  double power{0};
  double squares{0};  ///< what drives a change, times the change
  double power_of_changes{0};
  double gain_of_walls{0};
};

void add_cell(const DrivePlanes& planes, std::int64_t x, std::int64_t y, const CellDrive& own, const KeptFaces& kept,
              PotentialSums& sums) {
  Middles changes{};
  const auto change = [&](double& at, double driven, double stiffness, double sharing) {
    at = driven / stiffness;
    sums.squares += driven * at / sharing;
  };
  const auto away = [](std::size_t axis, std::size_t side, std::array<int, 3> from) {
    from[axis] = side == 0 ? -1 : 1;
    return from;
  };
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::size_t b = axis_after(axis);
    const std::size_t c = axis_after(b);
    for (std::size_t side = 0; side < 2; ++side) {
      if (kept[axis][side]) continue;
      const CellDrive* const beside = planes.beside(x, y, away(axis, side, {}));
      const double driven = own.faces[axis][side] + (beside == nullptr ? 0 : beside->faces[axis][1 - side]);
      const double cells = beside == nullptr ? 1 : 2;
      if (beside == nullptr) sums.gain_of_walls += own.along[axis][side];
      change(changes.faces[axis][side], driven, cells * 2 / 3, cells);
    }
    for (std::size_t on_b = 0; on_b < 2; ++on_b)
      for (std::size_t on_c = 0; on_c < 2; ++on_c) {
        if (kept[b][on_b] || kept[c][on_c]) continue;
        const CellDrive* const beyond_b = planes.beside(x, y, away(b, on_b, {}));
        const CellDrive* const beyond_c = planes.beside(x, y, away(c, on_c, {}));
        double driven = own.edges[axis][on_b][on_c];
        double cells = 1;
        const auto add = [&](const CellDrive* beyond, std::size_t at_b, std::size_t at_c) {
          if (beyond == nullptr) return;
          driven += beyond->edges[axis][at_b][at_c];
          cells += 1;
        };
        add(beyond_b, 1 - on_b, on_c);
        add(beyond_c, on_b, 1 - on_c);
        if (cells > 1) add(planes.beside(x, y, away(c, on_c, away(b, on_b, {}))), 1 - on_b, 1 - on_c);
        change(changes.edges[axis][on_b][on_c], driven, cells / 3, cells);
      }
  }
  sums.power += own.power;
  sums.power_of_changes += power_of(changes);
}

}  // namespace

PotentialBound bound_by_potential(const CornerNodes& nodes, const ThreadTeam& team, Axis along,
                          std::span<const float> potential) {
  const DomainCells& cells = nodes.cells();
  const Extent& n = cells.domain().image();
  const auto fill = [&](std::int64_t z, std::vector<CellDrive>& values, std::size_t first) {
    for (std::int64_t y = 0; y < n.ny; ++y)
      nodes.visit_row(y, z, [&](const CellCorners& at) {
        for (std::uint32_t i = 0; i < at.count; ++i) {
          std::array<double, 8> corners{};
          for (std::size_t corner = 0; corner < 8; ++corner) {
            const std::uint32_t node = (corner % 2 == 0 ? at.left : at.right)[corner / 2] + i;
            corners[corner] = double{potential[node]} - static_cast<double>(corner >> static_cast<int>(along) & 1U);
          }
          values[at.first + i - first] = drive_of(corners);
        }
      });
  };
  std::vector<PotentialSums> of_planes(static_cast<std::size_t>(n.nz));
  team.run_on_parts(n.nz, [&](const Range& range, int) {
    if (range.size() == 0) return;
    DrivePlanes planes(cells);
    planes.go_through(range, fill, [&](std::int64_t z) {
      const auto is_kept = [&](Axis axis, std::int64_t at, Side side) {
        return at == (side == Side::low ? 0 : n.along(axis) - 1) && leads_outside(cells.domain(), axis, side);
      };
      planes.for_each([&](std::int64_t x, std::int64_t y, const CellDrive& own) {
        const KeptFaces kept{{{is_kept(Axis::x, x, Side::low), is_kept(Axis::x, x, Side::high)},
                              {is_kept(Axis::y, y, Side::low), is_kept(Axis::y, y, Side::high)},
                              {is_kept(Axis::z, z, Side::low), is_kept(Axis::z, z, Side::high)}}};
        add_cell(planes, x, y, own, kept, of_planes[static_cast<std::size_t>(z)]);
      });
    });
  });
  PotentialSums all;
  for (const PotentialSums& sums : of_planes) {
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
