// SPDX-License-Identifier: Apache-2.0
// Reads an image, several threads at once where its source allows it, and marks the voxels that conduct. A thread holds
// one plane; with swapped axes also the bits of 32 planes.
#pragma once

#include <span>
#include <vector>

#include "geometry/file_axes.hpp"
#include "geometry/pore_slab.hpp"
#include "geometry/segmentation/grey_ranges.hpp"
#include "image/source/plane_source.hpp"

namespace perm {

/// Which voxels conduct.
struct MarkRule {
  std::vector<GreyRange> ranges;
  bool conducts_inside{true};  ///< false: the voxels in none of the ranges conduct
};

/// A rule, and the slab that it marks.
struct Marks {
  const MarkRule* rule;
  PoreSlab* slab;
};

/// Marks the voxels that conduct, by each rule, in the planes that the slabs, which are all solid and of the same
/// planes, have in this process. Collective. With FileAxes::zyx each process reads the whole image. Throws what the
/// source throws, of several errors that of the lowest plane; and InputError, on all processes alike, when a voxel is
/// not a number.
void mark_planes(PlaneSource& image, FileAxes axes, std::span<const Marks> all);
inline void mark_planes(PlaneSource& image, const MarkRule& rule, FileAxes axes, PoreSlab& slab) {
  const Marks marks{&rule, &slab};
  mark_planes(image, axes, std::span(&marks, 1));
}

}  // namespace perm
