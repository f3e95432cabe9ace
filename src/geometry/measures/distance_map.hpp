// SPDX-License-Identifier: Apache-2.0
// Exact Euclidean distance from each pore voxel to the nearest solid one, squared and in voxel^2, so that it is a whole
// number. 16 bits a voxel hold distances below 256 voxels; all others saturate.
#pragma once

#include <cstdint>
#include <limits>

#include "core/boundary.hpp"
#include "core/large_array.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

using SquaredDistance = std::uint16_t;

/// Stands for every squared distance of 65535 voxel^2 or more, and for the distance in an image without solid.
inline constexpr SquaredDistance saturated_distance = std::numeric_limits<SquaredDistance>::max();

/// Gives the squared distance between the centres of each voxel of a slab and the nearest solid voxel of the image, 0
/// where solid; x fastest, then y, then z. Across a periodic face the image goes on. Beyond a sealed face there is
/// solid. Beyond a mirror (and a prescribed density) no solid is nearer than the solid inside that it mirrors.
/// Collective: lines along z travel between the processes, about 64 MiB each way at a time, which takes three times
/// that memory besides the map. `values_a_round` sets how much travels at a time. The time is linear in the number of
/// voxels; the result is the same for every number of threads. There is one pass for each axis; the passes along y and
/// z look at the voxels near by, and where pores are wide they use lower envelopes of parabolas in integers (Meijster,
/// Roerdink and Hesselink 2000, "A general algorithm for computing distance transforms in linear time"; Felzenszwalb
/// and Huttenlocher 2012).
inline constexpr std::int64_t distances_a_round = 32 << 20;
LargeArray<SquaredDistance> map_squared_distances(const PoreSlab& slab, const FaceRules& rules = {},
                                                  std::int64_t values_a_round = distances_a_round);

}  // namespace perm
