// SPDX-License-Identifier: Apache-2.0
// Makes an image with half as many voxels along each axis. The flow of the finer image begins from the flow of this
// one.
#pragma once

#include "geometry/pore_slab.hpp"

namespace perm {

/// Halves an image. A voxel of the half image is pore when at least half of the 2 x 2 x 2 voxels that it replaces are,
/// so that narrow paths stay open. Where an extent is odd, the last voxel counts twice. Collective; the result is the
/// same for every number of processes.
PoreSlab halve(const PoreSlab& pores);

}  // namespace perm
