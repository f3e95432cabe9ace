// SPDX-License-Identifier: Apache-2.0
// Surveys a pore space once for all directions of the flow: its distance map, and the sizes that follow from the map. A
// run is prepared with these sizes, and its result is checked against them.
#pragma once

#include <span>

#include "core/boundary.hpp"
#include "geometry/measures/distance_map.hpp"
#include "geometry/measures/narrow_pores.hpp"
#include "geometry/pore_slab.hpp"
#include "solver/cell/settings.hpp"

namespace perm {

/// Lengths are in voxels.
struct PoreStructure {
  double porosity{0};              ///< surveyed pores over all voxels
  double specific_surface{0};      ///< S: surface over total volume, 1/voxel; see geometry/measures/pore_size.hpp
  double largest_radius{0};        ///< of the largest sphere inside the pores
  double kozeny_carman_voxel2{0};  ///< phi^3/(5 S^2), Kozeny 1927 and Carman 1937; 0 without a surface
  NarrowShares narrow;             ///< shares of the pore volume that are narrow
  double critical_radius{0};       ///< of the largest sphere that can travel along the flow; 0 where it is not known
};

class PoreSurvey {
 public:
  /// Collective; every process gets the same numbers. Keeps 2 bytes a voxel of the slab. A GPU makes the map where it
  /// is the device, if it has the memory.
  explicit PoreSurvey(const PoreSlab& pores, const FaceRules& rules = {}, Device device = Device::cpu);

  const PoreStructure& structure() const { return structure_; }
  std::span<const SquaredDistance> distances() const { return distances_.span(); }

 private:
  LargeArray<SquaredDistance> distances_;
  PoreStructure structure_;
};

}  // namespace perm
