// SPDX-License-Identifier: Apache-2.0
// The velocities c_q of D3Q19 (lattice/d3q19.hpp): rest, and the steps to the 18 neighbours across a face or an edge.
// Directions that lead to the same row (y, z) of voxels stand together, so that what a cell exchanges with that row
// lies together in memory.
#pragma once

#include "core/extent.hpp"
#include "core/host_device.hpp"

namespace perm::d3q19 {

inline constexpr int directions = 19;

struct Velocity {
  int x;
  int y;
  int z;

  PERM_HOST_DEVICE constexpr int along(Axis axis) const { return axis == Axis::x ? x : axis == Axis::y ? y : z; }
  /// Gives this velocity with another component along one axis.
  constexpr Velocity with(Axis axis, int component) const {
    return {axis == Axis::x ? component : x, axis == Axis::y ? component : y, axis == Axis::z ? component : z};
  }
};

/// Gives c_q. The table is local so that device code can use it.
PERM_HOST_DEVICE constexpr Velocity velocity(int q) {
  constexpr Velocity table[directions] = {
      {0, 0, 0},                             // rest
      {1, 0, 0},  {-1, 0, 0},                // along the row
      {-1, 1, 0}, {0, 1, 0},   {1, 1, 0},    // to row y+1
      {1, -1, 0}, {0, -1, 0},  {-1, -1, 0},  // to row y-1
      {-1, 0, 1}, {0, 0, 1},   {1, 0, 1},    // to row z+1
      {1, 0, -1}, {0, 0, -1},  {-1, 0, -1},  // to row z-1
      {0, 1, 1},  {0, -1, -1},               // to the diagonal rows
      {0, -1, 1}, {0, 1, -1},
  };
  return table[q];
}

}  // namespace perm::d3q19
