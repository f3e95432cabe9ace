// SPDX-License-Identifier: Apache-2.0
// The sizes that follow from a survey of a pore space (pore_survey.hpp).
#pragma once

#include "geometry/measures/narrow_pores.hpp"

namespace perm {

/// Lengths are in voxels.
struct PoreStructure {
  double porosity{0};               ///< surveyed pores over all voxels
  double specific_surface{0};       ///< S: surface over total volume, 1/voxel; see geometry/measures/pore_size.hpp
  double largest_radius{0};         ///< of the largest sphere inside the pores
  double kozeny_carman_voxel2{0};   ///< phi^3/(5 S^2), Kozeny 1927 and Carman 1937; 0 without a surface
  NarrowShares narrow;              ///< shares of the pore volume that are narrow
  double critical_radius{0};        ///< of the largest sphere that can travel along the flow; 0 where it is not known
  double rough_critical_radius{0};  ///< the same, which of images above 128 voxels is found in larger voxels
};

}  // namespace perm
