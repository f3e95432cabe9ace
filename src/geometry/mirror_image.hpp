// SPDX-License-Identifier: Apache-2.0
// Makes an image twice as long: the image, and behind it its mirror image. The longer image repeats along that axis
// whatever the image was, because behind each of its ends it goes on as it does behind a mirror.
#pragma once

#include "core/extent.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

/// Gives `pores` followed along `axis` by its mirror image: voxel n + i is voxel n - 1 - i, n being the voxels along
/// the axis. Processes keep their planes, except along z, where each gets an even share. Collective; the result is the
/// same for every number of processes.
PoreSlab append_mirror_image(const PoreSlab& pores, Axis axis);

}  // namespace perm
