// SPDX-License-Identifier: Apache-2.0
// The warnings about what no sample has: axes of one voxel, and planes without pores or without solid.
#pragma once

#include <string>
#include <vector>

#include "core/extent.hpp"
#include "geometry/pore_slab.hpp"
#include "run/run.hpp"

namespace perm {

/// Gives a sentence for each axis along which the image is one slice, and one for each flow along such an axis.
std::vector<std::string> describe_thin_axes(const Extent& image, const std::vector<Axis>& directions);

/// Gives the sentences about bare planes across these directions (geometry/measures/bare_planes.hpp), which change K.
/// Planes have the numbers of the file where the image was not resampled. Collective.
std::vector<std::string> describe_bare_planes(const PoreSlab& pores, const std::vector<Axis>& directions,
                                              const ImageOrigin& origin);

}  // namespace perm
