// SPDX-License-Identifier: Apache-2.0
// The sizes of pores and of the throats between them, by balls. Balls cover the pore voxels that one of them holds
// which lies wholly in the pores (openings: the sizes of pores). They reach those of them to which one can travel from
// outside through the faces of the image (a drainage, as mercury is pressed in: the sizes of throats).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "geometry/pore_slab.hpp"

namespace perm {

/// What balls of this diameter and larger ones do, as shares of the pore voxels.
struct BallSize {
  std::int64_t diameter_voxels{0};
  double covered{0};
  double reached{0};
};

struct BallSizes {
  std::vector<BallSize> balls;  ///< by rising diameter, up to the largest one that covers anything
  /// The diameter, in voxels, of the largest ball that can travel from face to face along each axis: 2 sqrt(s) - 1 for
  /// the squared distance s from its centre to the nearest solid one. 0 where none can, and along an axis of one voxel.
  std::array<double, 3> passing{};
};

/// The diameters that are tried. They are odd: a gap of d voxels lets the ball of diameter d through.
inline constexpr std::array<std::int64_t, 13> ball_diameters{3, 5, 7, 11, 15, 21, 31, 45, 63, 91, 127, 181, 255};

/// Measures a slab that one process holds. A ball of diameter d is all voxels whose centres are less than (d + 1)/2
/// from that of one voxel, as in geometry/measures/narrow_pores.hpp. Faces are mirrors. Takes two distance maps and a
/// search for connected parts for each diameter, and a few of these more. An image without pores or without solid has
/// no sizes.
BallSizes measure_ball_sizes(const PoreSlab& slab);

}  // namespace perm
