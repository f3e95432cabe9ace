// SPDX-License-Identifier: Apache-2.0
// Holds the link bitmasks of a group of cells turned over: one 16-bit word for each direction q, in which bit l belongs
// to the group's cell l and is set when its link along q leads to a cell. A step on vectors of cells reads these words
// as they are. In groups of 16 they take 2.25 bytes a cell, where a 32-bit word for each cell would take 4.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/extent.hpp"
#include "lattice/d3q19.hpp"
#include "lattice/occupancy.hpp"

namespace perm {

/// A group has so many cells that their distributions along one direction fill 64 bytes, a cache line.
template <class Real>
inline constexpr int group_cells = 64 / static_cast<int>(sizeof(Real));

/// Element i of `lanes` is for direction i + 1.
struct GroupMasks {
  std::array<std::uint16_t, d3q19::directions - 1> lanes;
};

/// Fills the masks of groups of `cells` cells each (8 or 16) from the occupancy; they must be clear before, and bits
/// beyond the last cell stay so. The image is periodic except along the axes `closed`: a link across a closed face ends
/// in solid.
void build_group_masks(const Occupancy& occupancy, int cells, std::span<GroupMasks> groups, AxisSet closed = {});

}  // namespace perm
