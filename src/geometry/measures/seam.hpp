// SPDX-License-Identifier: Apache-2.0
// Measures whether an image repeats. The seam is where its last plane across an axis meets its first one under periodic
// boundaries: how much these two differ is compared with how much neighbouring planes inside the image differ.
#pragma once

#include <array>

#include "core/extent.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

/// The seam of one axis.
struct Seam {
  double difference{0};         ///< share of the voxels in which the last plane and the first differ
  double largest_inside{0};     ///< the largest such share of two planes side by side; 0 where there is one plane only
  double most_in_two_steps{0};  ///< the largest sum of two such shares, one after the other
  double mean_inside{0};        ///< the mean share of two planes side by side
  double porosity_of_last{0};
  double porosity_of_first{0};

  /// Says whether the image fails to repeat along this axis. Where an image repeats, a change that takes one step at
  /// the seam may take two steps elsewhere, because voxels cut the same curve differently: cylinders that touch the
  /// seam give a jump of up to 1.73 times the largest inside, but not more than two steps together. In images of rock
  /// the seam differs three to eight times as much as the planes inside (Berea, Ketton, FiberForm; 128 to 400 voxels).
  bool is_visible() const { return difference > 1.25 * most_in_two_steps && difference > 0.05; }
};

/// Measures the seams by axis; they are the same on all processes. Collective. The time is linear in the number of
/// voxels.
std::array<Seam, 3> measure_seams(const PoreSlab& pores);

}  // namespace perm
