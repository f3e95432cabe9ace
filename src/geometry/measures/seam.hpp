// SPDX-License-Identifier: Apache-2.0
// Whether an image repeats: how much its last plane across an axis differs from its first, which are neighbours under
// periodic boundaries, beside how much neighbouring planes inside it differ.
#pragma once

#include <array>

#include "core/extent.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

/// Of one axis.
struct Seam {
  double difference{0};         ///< share of the voxels in which the last plane and the first differ
  double largest_inside{0};     ///< the largest such share of two planes side by side; 0 where there is one plane only
  double most_in_two_steps{0};  ///< the largest sum of two such shares, one after the other
  double porosity_of_last{0};
  double porosity_of_first{0};

  /// The image does not repeat along this axis. Where it does, what changes at once at the seam may change in two steps
  /// elsewhere, for voxels cut the same curve differently: cylinders that touch the seam give a jump of up to 1.73
  /// times the largest inside, but not more than two steps together. In images of rock the seam differs three to eight
  /// times as much as the planes inside (Berea, Ketton, FiberForm; 128 to 400 voxels).
  bool is_visible() const { return difference > 1.25 * most_in_two_steps && difference > 0.05; }
};

/// By axis, the same on all processes. Collective. Linear in the voxels.
std::array<Seam, 3> measure_seams(const PoreSlab& pores);

}  // namespace perm
