// SPDX-License-Identifier: Apache-2.0
// A surface between pores and solid, which may lie anywhere between the centres of voxels.
#pragma once

#include <array>

#include "geometry/velocity_set.hpp"

namespace perm {

class Surface {
 public:
  virtual ~Surface() = default;
  /// Gives where the link of a pore voxel along `step`, to a solid one, meets the surface, in lengths of the link: more
  /// than 0, at most 1. `centre` is that of the pore voxel, in voxels.
  virtual double meets(const std::array<double, 3>& centre, const d3q19::Velocity& step) const = 0;
};

}  // namespace perm
