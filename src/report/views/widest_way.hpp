// SPDX-License-Identifier: Apache-2.0
// The widest way through the pores along one axis: that on which the largest ball gets through, and the throat where it
// is narrowest. No other way through the same pores has a wider throat (of the voxels that are seen here).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/boundary.hpp"
#include "geometry/pore_space.hpp"

namespace perm {

/// Lengths are in voxels of the pore space, from the corner of its first voxel.
struct WidestWay {
  std::vector<std::array<float, 3>> points;  ///< from face to face, smoothed; they may jump through a periodic face
  std::array<float, 3> throat{};             ///< where the way is narrowest
  double throat_diameter{0};                 ///< of the ball that gets through there, from wall to wall
};

/// Finds it; absent where nothing percolates, and where no solid is seen from it. Voxels join through faces and edges,
/// as cells of the flow do, and through periodic faces of the image that do not lie across the axis. The process works
/// alone; it takes about 10 bytes a voxel, and the same bits come out for every number of threads.
std::optional<WidestWay> find_widest_way(const PoreSpace& pores, Axis axis, const FaceRules& rules);

}  // namespace perm
