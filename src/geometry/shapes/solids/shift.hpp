// SPDX-License-Identifier: Apache-2.0
// How far a geometry is moved before it becomes voxels. A shift by whole voxels moves the image and changes none of its
// bits; a fraction of a voxel lets the voxels meet the surfaces at other places, which shows how much these matter.
#pragma once

#include <cmath>
#include <cstdint>

#include "core/extent.hpp"

namespace perm {

/// Voxels along x, y and z, periodically; at most 2^53 each way.
struct Shift {
  double x{0};
  double y{0};
  double z{0};

  constexpr double along(Axis axis) const { return axis == Axis::x ? x : axis == Axis::y ? y : z; }
  /// Gives the whole number of voxels by which positions of voxels move: the shift rounded down.
  std::int64_t whole(Axis axis) const { return static_cast<std::int64_t>(std::floor(along(axis))); }
  /// Gives the rest of the shift, by which centres move in addition: from 0 up to, but not including, 1.
  double fraction(Axis axis) const { return along(axis) - std::floor(along(axis)); }

  friend constexpr bool operator==(const Shift&, const Shift&) = default;
};

}  // namespace perm
