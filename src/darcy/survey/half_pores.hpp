// SPDX-License-Identifier: Apache-2.0
// The pores of the half image, which has half as many voxels along each axis. The choice of the relaxation time, the
// forecast of the steps and the start of the flow all look at them, so they are made once and handed on.
#pragma once

#include <cstdint>

#include "core/boundary.hpp"
#include "core/extent.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

struct HalfPores {
  /// Halves an image. Collective; the result is the same for every number of processes.
  HalfPores(const PoreSlab& whole, Axis direction, const FaceRules& rules);

  /// Tells whether these are the pores of a flow in this direction between such faces.
  bool serve(Axis direction, const FaceRules& rules) const { return direction == axis && rules.closed() == closed; }

  Axis axis;
  AxisSet closed;
  // Of all pores of the half image:
  std::int64_t all_cells{0};
  double specific_surface{0};  ///< between the faces that were given, 1/voxel of the half image
  // Of the pores that percolate along the axis:
  std::int64_t cells{0};
  PoreSlab pores;
};

}  // namespace perm
