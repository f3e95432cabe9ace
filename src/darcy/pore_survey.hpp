// SPDX-License-Identifier: Apache-2.0
// What is measured of a pore space once, whatever the direction of the flow: its distance map, and from it the sizes
// that a run is prepared with and its result is checked against.
#pragma once

#include <vector>

#include "core/boundary.hpp"
#include "geometry/measures/distance_map.hpp"
#include "geometry/measures/narrow_pores.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

/// Lengths in voxels.
struct PoreStructure {
  double porosity{0};              ///< of the pores surveyed, over all voxels
  double specific_surface{0};      ///< surface over total volume, 1/voxel; see geometry/measures/pore_size.hpp
  double largest_radius{0};        ///< of the pores
  double kozeny_carman_voxel2{0};  ///< phi^3/(5 S^2); 0 without a surface
  NarrowShares narrow;             ///< of the pore volume
  double critical_radius{0};       ///< of the largest sphere that can travel along the flow; set where that is known
};

class PoreSurvey {
 public:
  /// Collective; the same numbers on every process. Keeps 2 bytes a voxel of the slab.
  explicit PoreSurvey(const PoreSlab& pores, const FaceRules& rules = {});

  const PoreStructure& structure() const { return structure_; }
  const std::vector<SquaredDistance>& distances() const { return distances_; }

 private:
  std::vector<SquaredDistance> distances_;
  PoreStructure structure_;
};

}  // namespace perm
