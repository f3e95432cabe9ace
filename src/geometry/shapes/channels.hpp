// SPDX-License-Identifier: Apache-2.0
// Straight channels with exact solutions: between plates, in a round tube, between a tube and a rod on its axis, in a
// rectangular duct. The image is solid outside the channel, which runs along one axis through the whole image and lies
// in its middle (plates and ducts lie half a voxel lower when the number of voxels left for walls is odd). Lengths are
// in voxels.
#pragma once

#include <memory>

#include "core/communicator.hpp"
#include "geometry/shapes/recipe.hpp"
#include "geometry/shapes/solids/shift.hpp"
#include "geometry/surface.hpp"

namespace perm {

/// Gives a tube along `axis`: pores are nearer to its centre line than `radius`. Throws InputError when the radius is
/// below 1 or when less than a voxel of wall is left.
std::shared_ptr<const Surface> tube_surface(const Extent& extent, Axis axis, double radius, const Shift& shift = {});

/// Radii of an annulus.
struct AnnulusSection {
  double outer{0};
  double inner{0};
};

/// Gives a tube along `axis` with a solid rod on its centre line: pores are nearer to that line than `outer` and not
/// nearer than `inner`. Throws InputError as tube_surface does, and when the inner radius is below 1 or less than 1
/// voxel shorter than the outer one.
std::shared_ptr<const Surface> annulus_surface(const Extent& extent, Axis axis, const AnnulusSection& section,
                                               const Shift& shift = {});

/// Gives the gap between two plates `gap` voxels apart, normal to the axis after `axis`. Throws InputError when the gap
/// is not a whole number from 1 to one less than the extent.
std::shared_ptr<const Surface> plates_surface(const Extent& extent, Axis axis, double gap);

/// The cross-section of a duct: `gap` lies along the axis after `axis`, `width` along the axis after that.
struct DuctSection {
  double gap{0};
  double width{0};
};

/// Gives a rectangular duct along `axis`. Throws InputError when a side is not a whole number from 1 to one less than
/// its extent.
std::shared_ptr<const Surface> duct_surface(const Extent& extent, Axis axis, const DuctSection& section);

// Each function below gives the channel of a recipe. It throws InputError also when the recipe lacks a length.

std::shared_ptr<const Surface> surface_of_tube(const Recipe& recipe, const Communicator& processes);
std::shared_ptr<const Surface> surface_of_annulus(const Recipe& recipe, const Communicator& processes);
std::shared_ptr<const Surface> surface_of_plates(const Recipe& recipe, const Communicator& processes);
/// The width is the gap unless the recipe gives it.
std::shared_ptr<const Surface> surface_of_duct(const Recipe& recipe, const Communicator& processes);

}  // namespace perm
