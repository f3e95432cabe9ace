// SPDX-License-Identifier: Apache-2.0
// Keeps how far each pore voxel is from solid, in a byte.
#pragma once

#include <cstdint>
#include <span>

#include "core/large_array.hpp"
#include "geometry/measures/distance_map.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

struct PoreWidths {
  LargeArray<std::uint8_t> of_pores;  ///< of the own planes in memory order: distances in units, rounded down
  double unit{1};                     ///< voxels, the same on every process
  double largest{0};                  ///< distance in the image, voxels
};

/// `distances` are those of the voxels of the slab (map_squared_distances). Collective.
PoreWidths measure_pore_widths(const PoreSlab& pores, std::span<const SquaredDistance> distances);

}  // namespace perm
