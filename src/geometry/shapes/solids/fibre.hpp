// SPDX-License-Identifier: Apache-2.0
// A fibre in a periodic box and the voxels that it covers. Lengths are in voxels. A voxel lies inside a fibre when its
// centre is nearer to the fibre's centre line than the radius, so free ends are round. Squared distances are compared,
// so that every machine decides alike.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "geometry/pore_slab.hpp"
#include "geometry/shapes/solids/vector.hpp"

namespace perm {

struct Fibre {
  /// The centre line, point by point, at least two, no two in succession the same. It goes on beyond the box wherever
  /// it leaves it: its periodic image counts.
  std::vector<Vector> line;
  double radius{0};
  /// Axis along which a straight fibre goes through the whole image and has no ends, if there is one.
  std::optional<Axis> through;
};

/// Gives the length of the centre line.
double length_of(const Fibre& fibre);

// These functions see only the planes that a slab has; none is collective.

/// Makes the voxels inside the fibre and its periodic images solid; gives how many of them were pore before.
std::int64_t make_solid(PoreSlab& slab, const Fibre& fibre);

/// Makes the voxels near the piece of the centre line between two points solid; gives how many of them were pore
/// before.
std::int64_t make_solid(PoreSlab& slab, const Vector& begin, const Vector& end, double radius);

/// Counts the pore voxels inside a fibre that goes through the whole image. Its diameter must not exceed an extent
/// across it; otherwise voxels that several images cover count more than once.
std::int64_t count_pores_inside_through(const PoreSlab& slab, const Fibre& fibre);

}  // namespace perm
