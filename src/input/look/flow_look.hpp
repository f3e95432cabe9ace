// SPDX-License-Identifier: Apache-2.0
// What a flow through an image would take, and how wide its pores are. A large image is measured in its middle, of
// about 160^3 voxels: sizes of pores need no more, and memory and time grow with the number of cells.
#pragma once

#include "darcy/flow_options.hpp"
#include "geometry/pore_slab.hpp"
#include "input/look/image_look.hpp"

namespace perm {

/// The voxels that are measured, at most; an image of a quarter more is measured whole.
inline constexpr std::int64_t most_voxels_measured = std::int64_t{1} << 22;

/// Gives the extent of the middle of an image that has at most so many voxels: a cube where the image leaves room.
Extent middle_extent(const Extent& image, std::int64_t most_voxels = most_voxels_measured);

/// Gives the middle of an image that one process holds. Along x it begins at a multiple of 32.
PoreSlab middle_of(const PoreSlab& pores, const Extent& extent);

/// Adds to `look` the sizes of pores, the throats along each axis, and what the flows would take with these options.
/// `connected` are the pores that a flow along each axis can reach, empty where there are none.
void look_at_flow(const PoreSlab& pores, const std::array<PoreSlab, 3>& connected, const FlowOptions& options,
                  ImageLook& look);

}  // namespace perm
