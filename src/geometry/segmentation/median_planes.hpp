// SPDX-License-Identifier: Apache-2.0
// An image whose voxels are each the median of the 3^3 around it: noise of single voxels goes, walls stay where they
// are. A voxel depends on its neighbours in the file alone, so processes, threads and crops have no part in it.
#pragma once

#include <array>
#include <memory>

#include "core/range.hpp"
#include "image/source/plane_source.hpp"

namespace perm {

/// Gives the medians of the voxels of `image` in `box`, whose ends may be `to_end` (image/source/cropped_planes.hpp).
/// Neighbours of the box count where the file has them; beyond the file its outermost voxels repeat, as scipy.ndimage
/// has it (median_filter, mode nearest). A voxel that is not a number stays so. Throws InputError when a range of the
/// box is empty or goes beyond the image. Each source holds three planes of the file.
std::unique_ptr<PlaneSource> median_planes(std::unique_ptr<PlaneSource> image, const std::array<Range, 3>& box);

}  // namespace perm
