// SPDX-License-Identifier: Apache-2.0
// A flow to begin with: that of an image of half as many voxels along each axis, begun in the same way. Its pressure is
// right on scales of many pores, which a run from rest takes longest to reach, and it costs a sixteenth of the finer
// one or less.
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

/// A flow on the half image.
struct CoarseStart {
  CapturedFields flow;
  double viscosity_unit{0};         ///< velocities times this are, divided by a viscosity, those of the whole image
  double permeability_voxel2{0};    ///< in voxels of the whole image, and as is to be expected of that
  std::vector<CoarseLevel> levels;  ///< this one, then the coarser ones
};

/// The half image of `pores`, as far as it percolates along the axis; empty where starting from it is not worth while:
/// from rest a flow takes about `steps`. Collective.
std::optional<PoreSlab> halve_to_start(const PoreSlab& pores, const FlowOptions& options, double steps);

/// Solves the half image, whose clocks are given, for the flow along the axis that `options`, those of the whole image,
/// name. Empty where that gives no flow. `look` is called every now and then and may throw. Collective.
std::optional<CoarseStart> start_from(const PoreSlab& half, const FlowOptions& options, const Clocks& clocks,
                                      double permeability_voxel2, const std::function<void()>& look);

}  // namespace perm
