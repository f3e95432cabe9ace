// SPDX-License-Identifier: Apache-2.0
// How much of a face, or of a voxel, lies in pores, where the surface may cut it anywhere: its aperture, as schemes of
// cut cells need it (embedded boundaries: Johansen and Colella 1998).
#pragma once

#include <array>

#include "core/extent.hpp"
#include "geometry/surface.hpp"

namespace perm {

/// A rectangle across an axis, from its lowest corner on.
struct Rectangle {
  Surface::Place corner{};
  Axis across{Axis::x};
  std::array<double, 3> edges{1, 1, 1};  ///< of which the one along `across` counts for nothing
};

/// Gives the distance to the surface, negative in solid, for faces and boxes whose longest edge is `edge`. Where the
/// surface does not know it, a number near 0 with the right sign.
double signed_distance(const Surface& surface, const Surface::Place& at, double edge);

/// Gives the share of a rectangle that lies in pores, from 0 to 1. `at_corners` are the distances there (of which two
/// differ along the axis after `across` first). Rectangles are divided where the distance is not nearly linear, down to
/// a 64th of the edges; what bends it within those that are left is put right to first order. Exact where the surface
/// is flat; for a ball whose radius is r edges the wall is off by about 1e-4 edges / r.
double open_share(const Surface& surface, const Rectangle& rectangle, const std::array<double, 4>& at_corners);

/// A box along the axes, from its lowest corner on.
struct Cuboid {
  Surface::Place corner{};
  std::array<double, 3> edges{1, 1, 1};
};

/// Gives the share of a box that lies in pores, by a flat wall with the distance from the middle and the slope between
/// the corners (x fastest); what bends it is put right to first order. Boxes that it bends much are divided.
double open_share(const Surface& surface, const Cuboid& box, const std::array<double, 8>& at_corners);

}  // namespace perm
