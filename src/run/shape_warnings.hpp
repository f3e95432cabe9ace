// SPDX-License-Identifier: Apache-2.0
// The warnings about what no sample has: axes of one voxel, and planes without pores or without solid.
#pragma once

#include <string>
#include <vector>

#include "core/extent.hpp"
#include "geometry/pore_slab.hpp"
#include "run/run.hpp"

namespace perm {

/// Gives a sentence for each axis along which the image is one slice, for each flow along such an axis, for bare planes
/// across a flow, which change K (geometry/measures/bare_planes.hpp), and for a sample that is no straight piece.
/// Planes have the numbers of the file where the image was not resampled. Collective.
std::vector<std::string> describe_shape(const PoreSlab& pores, const std::vector<Axis>& directions,
                                        const ImageOrigin& origin);

}  // namespace perm
