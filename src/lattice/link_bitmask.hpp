// SPDX-License-Identifier: Apache-2.0
// The link bitmask has one 32-bit word for each cell; bit q is set when the link along direction q ends in solid (after
// Habich 2008 and Huang et al. 2015, section 3.2). The boundary condition reads this mask.
#pragma once

#include <cstdint>
#include <span>

#include "lattice/d3q19.hpp"
#include "lattice/occupancy.hpp"

namespace perm {

using LinkBitmask = std::uint32_t;

/// This is the mask of a cell on its own: all 18 links end in solid.
inline constexpr LinkBitmask isolated_cell = ((1U << d3q19::directions) - 1U) & ~1U;

/// Fills `masks` (one a cell, in cell order) from the occupancy. The image is periodic except along the axes `closed`:
/// a link across a closed face ends in solid.
void build_link_bitmasks(const Occupancy& occupancy, std::span<LinkBitmask> masks, AxisSet closed = {});

}  // namespace perm
