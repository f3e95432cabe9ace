// SPDX-License-Identifier: Apache-2.0
// Straight channels with exact solutions: between plates, in a round tube, between a tube and a rod on its axis, in a
// rectangular duct. All are solid elsewhere, run along one axis through the whole image and lie in its middle (plates
// and ducts half a voxel lower where the rest is odd). Lengths in voxels.
#pragma once

#include "geometry/pore_slab.hpp"
#include "geometry/shapes/recipe.hpp"
#include "geometry/shapes/shift.hpp"

namespace perm {

// Each carves a slab that is all solid, and touches its own planes only.

/// A tube along `axis`: the voxels whose centres are nearer to its centre line than `radius`.
/// Throws InputError when the radius is below 1 or no wall of a voxel is left.
void carve_tube(PoreSlab& slab, Axis axis, double radius, const Shift& shift = {});

/// Radii of an annulus.
struct AnnulusSection {
  double outer{0};
  double inner{0};
};

/// A tube along `axis` with a solid rod on its centre line: the voxels whose centres are nearer to that line than
/// `outer` and not nearer than `inner`.
/// Throws InputError as carve_tube, and when the inner radius is below 1 or less than 1 voxel short of the outer one.
void carve_annulus(PoreSlab& slab, Axis axis, const AnnulusSection& section, const Shift& shift = {});

/// Two plates `gap` voxels apart, normal to the axis after `axis`.
/// Throws InputError when the gap is not a whole number from 1 to one less than the extent.
void carve_plates(PoreSlab& slab, Axis axis, double gap);

/// Cross-section of a duct: `gap` along the axis after `axis`, `width` along the one after that.
struct DuctSection {
  double gap{0};
  double width{0};
};

/// A rectangular duct along `axis`.
/// Throws InputError when a side is not a whole number from 1 to one less than its extent.
void carve_duct(PoreSlab& slab, Axis axis, const DuctSection& section);

// The channel of a recipe. Each throws InputError also when the recipe lacks a length.

void draw_tube(PoreSlab& slab, const Recipe& recipe);
void draw_annulus(PoreSlab& slab, const Recipe& recipe);
void draw_plates(PoreSlab& slab, const Recipe& recipe);
/// The width is the gap unless given.
void draw_duct(PoreSlab& slab, const Recipe& recipe);

}  // namespace perm
