// SPDX-License-Identifier: Apache-2.0
// Finds the flow that a run begins with. This is the flow through the half image, which has half as many voxels along
// each axis; the flow there is begun in the same way. Its pressure is right on scales of many pores, which a run from
// rest takes longest to reach, and it costs at most a sixteenth of the flow through the whole image. Lattice units.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "darcy/flow_options.hpp"
#include "darcy/flow_result.hpp"
#include "darcy/relaxation_time.hpp"
#include "darcy/solved_flow.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

/// Holds a flow through the half image.
struct CoarseStart {
  CapturedFields flow;
  double viscosity_unit{0};  ///< its velocities times this, over the viscosity of the whole image, are velocities there
  double permeability_voxel2{0};    ///< the K that is expected of the whole image, in its voxels
  std::vector<CoarseLevel> levels;  ///< this level, then the coarser ones
};

/// Gives the pores of the half image of `pores` that percolate along the axis. Empty where it does not pay to start
/// from the half image a flow that takes about `steps` from rest. Collective. The answer depends on the device and on
/// the number of processes.
std::optional<PoreSlab> halve_to_start(const PoreSlab& pores, const FlowOptions& options, double steps);

/// Solves the flow through the half image. `options`, `clocks` and `permeability_voxel2` (an estimate) are those of the
/// whole image. Empty where the half image gives no flow. `look` is called again and again while the flow is solved,
/// and may throw. Collective.
std::optional<CoarseStart> start_from(const PoreSlab& half, const FlowOptions& options, const Clocks& clocks,
                                      double permeability_voxel2, const std::function<void()>& look);

}  // namespace perm
