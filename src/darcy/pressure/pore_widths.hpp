// SPDX-License-Identifier: Apache-2.0
// Keeps how far each pore voxel is from solid, in a byte.
#pragma once

#include <cstdint>
#include <span>

#include "core/large_array.hpp"
#include "geometry/measures/distance_map.hpp"
#include "geometry/pore_slab.hpp"
#include "laplace/domain_cells.hpp"

namespace perm {

struct PoreWidths {
  LargeArray<std::uint8_t> of_pores;  ///< of the own planes in memory order: distances in units, rounded down
  double unit{1};                     ///< voxels, the same on every process
  double largest{0};                  ///< distance in the image, voxels
};

/// `distances` are those of the voxels of the slab (map_squared_distances). Collective.
PoreWidths measure_pore_widths(const PoreSlab& pores, std::span<const SquaredDistance> distances);

/// Gives the widths of the own cells of a domain, from the slabs that hold them, and room for those of its halo.
/// Collective.
LargeArray<std::uint8_t> fetch_widths(const PoreSlab& pores, const PoreWidths& widths, const DomainCells& cells);

}  // namespace perm
