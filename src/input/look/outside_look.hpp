// SPDX-License-Identifier: Apache-2.0
// Finds what lies around a sample in its image: air, a holder, or a value that stands for nothing. Counted in, it makes
// porosity and permeability those of another body.
#pragma once

#include <optional>

#include "geometry/file_axes.hpp"
#include "geometry/pore_slab.hpp"
#include "image/source/plane_source.hpp"
#include "input/look/image_look.hpp"
#include "input/look/watched_planes.hpp"

namespace perm {

/// Looks for voxels of one value around the sample, where all corners of the file have one; reads the
/// file once more then. `values` tells how many values the image has.
std::optional<OutsideLook> find_outside_of_one_value(PlaneSource& image, FileAxes axes, std::int64_t values,
                                                     const PlaneWatch& watch);

/// Looks for an outside that is all pore, or all solid.
std::optional<OutsideLook> find_outside_of(const PoreSlab& pores);

}  // namespace perm
