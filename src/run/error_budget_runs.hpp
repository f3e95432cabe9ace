// SPDX-License-Identifier: Apache-2.0
// The flows that an error budget needs besides the reported ones: the same medium in larger and in smaller voxels, and
// the image as it is between other faces. darcy/evaluation/error_budget.hpp judges what these flows show.
#pragma once

#include <vector>

#include "darcy/flow_options.hpp"
#include "darcy/run_estimate.hpp"
#include "geometry/pore_slab.hpp"
#include "run/run_observer.hpp"
#include "run/run_report.hpp"

namespace perm {

class Checkpoint;  // core/saving/checkpoint.hpp

/// The settings that these flows share with the reported ones.
struct BudgetSettings {
  FlowOptions flow;
  const std::vector<RunEstimate>& estimates;  ///< one for each reported flow
  Checkpoint* checkpoint{nullptr};            ///< RunRequest::checkpoint
};

/// Gives every flow of `report` that has a permeability above 0 its error budget. `image` holds all pores of the image.
/// Solves the image coarsened by 2 and refined by 2, and the image as it is between other faces. When the memory does
/// not suffice for the refined image, the coarsened image refined by 2 takes its place. Where walls are those of a
/// surface, that surface is solved in voxels half as wide instead. A flow that cannot be solved is
/// left out, with its reason. Collective. Throws what `observer` throws.
void add_error_budgets(const PoreSlab& image, RunReport& report, const BudgetSettings& settings, RunObserver& observer);

}  // namespace perm
