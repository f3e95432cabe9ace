// SPDX-License-Identifier: Apache-2.0
// What the histogram of an image says: its bars, every threshold with the porosities that follow, and whether it has
// two modes at all.
#pragma once

#include "geometry/segmentation/grey_histogram.hpp"
#include "input/look/image_look.hpp"

namespace perm {

/// The bars that a histogram is shown by, at most.
inline constexpr std::int64_t most_bars = 64;

/// An image of so many values, or fewer, is segmented already.
inline constexpr std::int64_t most_labels = 8;

/// Describes the grey values of voxels of type `type`. Bars are of one width, and of whole numbers where the values
/// are; a thousandth of the voxels at each end, which may be far away, stands in the outermost ones. Of an image that
/// is segmented a bar is one value, and no threshold is looked for.
GreyLook describe_grey(const GreyHistogram& histogram, VoxelType type);

}  // namespace perm
