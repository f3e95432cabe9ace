// SPDX-License-Identifier: Apache-2.0
// A flow to begin with: that of an image of half as many voxels along each axis, begun in the same way. Its pressure is
// right on scales of many pores, which a run from rest takes longest to reach, and it costs a sixteenth of the finer
// one or less.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "darcy/flow_options.hpp"
#include "darcy/flow_result.hpp"
#include "darcy/relaxation_time.hpp"
#include "geometry/pore_slab.hpp"
#include "solver/coarse_flow.hpp"

namespace perm {

/// A flow on the half image, in the lattice units of the whole one.
struct CoarseStart {
  CoarseFlow flow;                  ///< velocities times viscosity: of whatever relaxation time comes next
  double permeability_voxel2{0};    ///< of the half image, in voxels of the whole one
  std::vector<CoarseLevel> levels;  ///< this one, then the coarser ones
};

/// The half image of `pores`, as far as it percolates along the axis; empty where starting from it is not worth while.
/// Collective.
std::optional<PoreSlab> halve_to_start(const PoreSlab& pores, const FlowOptions& options);

/// Solves the half image, whose clocks are given, for the flow along the axis that `options`, those of the whole image,
/// name. Empty where that gives no flow. `look` is called every now and then and may throw. Collective.
std::optional<CoarseStart> start_from(const PoreSlab& half, const FlowOptions& options, const Clocks& clocks,
                                      double permeability_voxel2, const std::function<void()>& look);

}  // namespace perm
