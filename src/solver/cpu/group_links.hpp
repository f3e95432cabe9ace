// SPDX-License-Identifier: Apache-2.0
// Tells where the links of one group of consecutive cells (the lanes of a vector) lead. Links go to nine rows of
// voxels: the cell's own and eight around it. Cells are numbered along rows, so neighbours of consecutive cells in a
// row are consecutive too, as far as they are pore: a few segments, mostly one for each run of cells, describe a group.
#pragma once

#include <cstdint>

#include "lattice/d3q19.hpp"

namespace perm {

/// Names the nine rows that links lead to, the cell's own row last, with the directions to each for c_x = -1, 0, +1 (0
/// where there is none).
struct NeighbourRow {
  int dy;
  int dz;
  int q[3];
};
inline constexpr int neighbour_row_count = 9;
inline constexpr int own_row = 8;
inline constexpr NeighbourRow neighbour_rows[neighbour_row_count] = {
    {1, 0, {3, 4, 5}},    {-1, 0, {8, 7, 6}},  {0, 1, {9, 10, 11}}, {0, -1, {14, 13, 12}}, {1, 1, {0, 15, 0}},
    {-1, -1, {0, 16, 0}}, {-1, 1, {0, 17, 0}}, {1, -1, {0, 18, 0}}, {0, 0, {2, 0, 1}}};

constexpr bool neighbour_rows_match_velocities() {
  int seen = 0;
  for (const NeighbourRow& row : neighbour_rows)
    for (int i = 0; i < 3; ++i) {
      if (row.q[i] == 0) continue;
      const d3q19::Velocity c = d3q19::velocity(row.q[i]);
      if (c.x != i - 1 || c.y != row.dy || c.z != row.dz) return false;
      ++seen;
    }
  return seen == d3q19::directions - 1;
}
static_assert(neighbour_rows_match_velocities());

/// Describes lanes whose links lead to consecutive slots, row by row. Where a link of lane l along q leads to a cell,
/// it leads to slot `offset[row of q]` + c_x + l of line q, counted in values from the first tile's first line.
struct LinkSegment {
  std::int64_t offset[neighbour_row_count];
  std::uint32_t lanes[3];  ///< for c_x = -1, 0, +1
};

/// Holds the links of a group as segments. Every link that leads to a cell is in one of them; lanes of solid links may
/// be in one too.
struct GroupLinks {
  static constexpr int capacity = 3 * 16;  ///< at most one segment for each lane and c_x
  LinkSegment segments[capacity];
  int count;
  /// True when every segment has the same lanes for each c_x, no lane is in two segments, and all links along the row
  /// lead to the slots next to the lane's own slot.
  bool uniform;
};

}  // namespace perm
