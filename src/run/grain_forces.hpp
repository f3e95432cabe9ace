// SPDX-License-Identifier: Apache-2.0
// The force of each flow on each grain of the image, where a list of spheres says which solid voxels are one grain. It
// comes from momentum exchange (darcy/inertia/solid_force.hpp), so that the forces on all grains and on the rest of the
// solid add up to what drives a steady flow.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/extent.hpp"

namespace perm {

/// Holds the forces of one flow, over the force that drives it times its cells.
struct ForcesOfFlow {
  double reynolds{0};             ///< 0: the creeping flow
  double permeability_voxel2{0};  ///< nu U / g of this flow
  std::vector<std::array<double, 3>> on_grains;
  std::array<double, 3> on_rest{};  ///< on solid voxels that belong to no grain
};

/// Holds the forces of the flows along one direction.
struct GrainForces {
  std::vector<std::int64_t> voxels;  ///< of each grain; pores that the flow cannot reach are solid here
  std::int64_t rest_voxels{0};
  std::int64_t cells{0};
  std::vector<ForcesOfFlow> flows;

  /// Gives the drag coefficient F = force/(3 pi mu d U) of a grain of this diameter, d, in voxels; U is superficial.
  /// The force is that along the flow, by momentum exchange: what the fluid does to the grain besides the mean gradient
  /// of the pressure (van der Hoef, Beetstra, Kuipers 2005).
  double drag(const ForcesOfFlow& flow, std::size_t grain, Axis along, double diameter) const;
  /// Gives the same with the mean pressure gradient, which pushes on the voxels of the grain too. For equal grains that
  /// are the share c of the volume, K is then d^2/(18 c F) on average (Hill, Koch, Ladd 2001).
  double total_drag(const ForcesOfFlow& flow, std::size_t grain, Axis along, double diameter) const;
};

}  // namespace perm
