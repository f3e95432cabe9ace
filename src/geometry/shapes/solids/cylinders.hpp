// SPDX-License-Identifier: Apache-2.0
// Round cylinders that go straight through the whole periodic image along one axis, and the voxels that they cover.
// Lengths are in voxels. A voxel lies inside a cylinder when its centre is nearer to the centre line than the radius.
// Squared distances are compared, so that every machine decides alike.
#pragma once

#include "geometry/pore_slab.hpp"
#include "geometry/shapes/solids/shift.hpp"

namespace perm {

/// `first` and `second` say where the centre line meets the section of the image: along the axis after the cylinder's
/// axis, and along the axis after that. Both lie within the extent of the image. The cylinder repeats
/// with the image.
struct Cylinder {
  double first{0};
  double second{0};
  double radius{0};
};

/// Whether the inside of a cylinder becomes pore or solid.
enum class Filling { pore, solid };

/// Fills a cylinder along `axis`, moved by `shift`. The diameter must not exceed the section. Only the
/// planes that the slab has are filled; not collective.
void fill_cylinder(PoreSlab& slab, Axis axis, const Cylinder& cylinder, Filling filling, const Shift& shift = {});

}  // namespace perm
