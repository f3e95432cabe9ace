// SPDX-License-Identifier: Apache-2.0
// The voxels of a slab that are far enough from solid, as a pore space of their own.
#pragma once

#include <cstdint>
#include <span>

#include "geometry/measures/distance_map.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

/// Gives the slab whose pores are the voxels with a squared distance of `least` or more. `distances` is the map of
/// `slab`.
PoreSlab find_far_voxels(const PoreSlab& slab, std::span<const SquaredDistance> distances, std::int64_t least);

}  // namespace perm
