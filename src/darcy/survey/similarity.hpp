// SPDX-License-Identifier: Apache-2.0
// Compares the pores of an image with those of its half image, before the flow through the half image is solved. Where
// halving has taken walls away, closed throats or opened them, the two flows have nothing to do with each other.
#pragma once

#include "core/extent.hpp"
#include "darcy/survey/pore_survey.hpp"

namespace perm {

/// Tells whether the flow through `half` can be expected to look like the flow through `whole`. Each structure is in
/// voxels of its own image, and `half_extent` is the extent of the half image. The critical radii are compared where
/// both are known.
bool is_like_whole(const PoreStructure& half, const Extent& half_extent, const PoreStructure& whole);

/// Tells whether the half image has kept the solid of the whole one. It compares surfaces and porosities only, which
/// are quickly measured; images that are alike have passed this.
bool keeps_solid(const PoreStructure& half, const Extent& half_extent, const PoreStructure& whole);

}  // namespace perm
