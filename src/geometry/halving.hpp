// SPDX-License-Identifier: Apache-2.0
// An image of half as many voxels along each axis, from which the flow of the finer one is begun.
#pragma once

#include "geometry/pore_slab.hpp"

namespace perm {

/// A voxel of the half image is pore where at least half of its 2 x 2 x 2 voxels are, so that
/// narrow paths stay open. Where an extent is odd, the last voxel counts twice. Collective; the result is the same for
/// every number of processes.
PoreSlab halve(const PoreSlab& pores);

}  // namespace perm
