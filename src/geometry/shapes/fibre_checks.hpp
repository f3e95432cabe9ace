// SPDX-License-Identifier: Apache-2.0
// Refusals of fibres that cannot be. All throw InputError. Lengths are in voxels.
#pragma once

#include "geometry/shapes/fibres.hpp"

namespace perm {

/// Gives the smallest extent that a fibre's diameter must fit into: of all axes, or for aligned fibres of the two
/// across them.
double smallest_extent(const Extent& extent, Orientation orientation, Axis axis);

/// Refuses options of a recipe that have no meaning together.
void refuse_contradictions(const Recipe& recipe);

/// Refuses values that are out of their range.
void refuse_out_of_range(const FibreRequest& request, const Extent& extent);

}  // namespace perm
