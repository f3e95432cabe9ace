// SPDX-License-Identifier: Apache-2.0
// The voxels of a grey image that become pore or solid where the threshold between them moves a little: with them a
// flow tells how much of its permeability hangs on the threshold (darcy/evaluation/threshold_slope.hpp).
#pragma once

#include <optional>
#include <vector>

#include "core/communicator.hpp"
#include "geometry/pore_slab.hpp"
#include "geometry/segmentation/grey_ranges.hpp"
#include "geometry/segmentation/marked_planes.hpp"
#include "image/source/plane_source.hpp"

namespace perm {

struct MovingVoxels {
  double grey_values{0};  ///< by which every bound between pores and solid moves, either way
  double a_voxel{0};      ///< the grey values that move walls by a voxel
  double blur{0};         ///< standard deviation of the blur, in voxels, the mean over a voxel included
  PoreSlab voxels;        ///< set where such a move makes pore of solid, or solid of pore
};

/// A move of the bounds of a rule, and the grey values that it makes others.
struct GreyMove {
  double grey_values{0};
  double a_voxel{0};  ///< as in MovingVoxels
  double blur{0};     ///< as in MovingVoxels
  std::vector<GreyRange> ranges;
};

/// Finds a move that takes the walls about a tenth of a voxel, from the mean step of the grey values between pore and
/// solid neighbours; whole grey values where voxels have these. The blur is that which makes of the contrast, between
/// the means of pore and solid away from walls, such a rise across a flat one. Up to eight planes, spread evenly over
/// the file, are read for it. Gives nothing where the rule names single values only, as for labels, and where a tenth
/// of a voxel is less than one whole grey value. Collective.
std::optional<GreyMove> find_grey_move(PlaneSource& image, const MarkRule& rule, const Communicator& processes);

}  // namespace perm
