// SPDX-License-Identifier: Apache-2.0
// Spheres in a periodic box and the voxels they cover. Lengths in voxels. Voxel (i, j, k) has its centre at
// (i + 1/2, j + 1/2, k + 1/2) and lies inside a sphere when that centre is nearer to the sphere's centre than its
// radius. Squared distances are compared, so that a voxel is inside or outside on every machine alike.
#pragma once

#include <cstdint>
#include <span>

#include "geometry/pore_slab.hpp"
#include "geometry/pore_space.hpp"
#include "geometry/shapes/solids/shift.hpp"

namespace perm {

/// Centre and radius, voxels. The centre may lie outside the box: its periodic image counts.
struct Sphere {
  double x{0};
  double y{0};
  double z{0};
  double radius{0};

  friend constexpr bool operator==(const Sphere&, const Sphere&) = default;
};

// These functions see only the planes that a slab has; none is collective.

/// Makes the voxels inside the sphere, moved by `shift`, and its periodic images solid; gives how many of them were
/// pore before.
std::int64_t make_solid(PoreSlab& slab, const Sphere& sphere, const Shift& shift = {});

/// Does the same for many spheres; threads share the planes.
std::int64_t make_solid(PoreSlab& slab, std::span<const Sphere> spheres, const Shift& shift = {});

/// Counts the pore voxels inside the sphere and its periodic images. The diameter must not exceed an extent; otherwise
/// voxels that several images cover count more than once.
std::int64_t count_pores_inside(const PoreSlab& slab, const Sphere& sphere);

/// Makes all voxels pore except those inside the spheres, which are moved by `shift`.
void draw_spheres(PoreSlab& slab, std::span<const Sphere> spheres, const Shift& shift = {});

/// Gives the volume of a sphere in voxel^3.
double sphere_volume(double radius);

/// Gives the cube root of `ratio`: the radius times it gives the volume times `ratio`. It comes from plain arithmetic,
/// so its bits are the same everywhere.
double cube_root(double ratio);

}  // namespace perm
