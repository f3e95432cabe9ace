// SPDX-License-Identifier: Apache-2.0
// Surveys a pore space once for all directions of the flow: its distance map, and the sizes that follow from the map. A
// run is prepared with these sizes, and its result is checked against them.
#pragma once

#include <span>

#include "core/boundary.hpp"
#include "darcy/survey/pore_structure.hpp"
#include "geometry/measures/distance_map.hpp"
#include "geometry/pore_slab.hpp"
#include "solver/cell/settings.hpp"

namespace perm {

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
