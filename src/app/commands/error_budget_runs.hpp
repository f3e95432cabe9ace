// SPDX-License-Identifier: Apache-2.0
// The flows that an error budget needs beside the one that is reported: the same medium in larger and in smaller
// voxels, and between other faces. What they show is judged by darcy/error_budget.hpp.
#pragma once

#include <optional>
#include <vector>

#include "app/options/flow_settings.hpp"
#include "darcy/run_estimate.hpp"
#include "geometry/pore_slab.hpp"
#include "report/run_report.hpp"

namespace perm {

/// What the runs have in common with the flows that they are about.
struct BudgetSettings {
  FlowOptions flow;
  std::optional<double> voxel_size_m;
  Talk talk{Talk::normal};  ///< of the first process
};

/// Gives every flow that has a permeability above 0 its error budget. `image` holds all pores that were found;
/// `estimates` are those of `flows`, one each. Solves the image coarsened by 2 and refined by 2, with the same options;
/// where the memory does not suffice for the latter, the coarsened image refined by 2; and the image as it is between
/// other faces. What cannot be solved is left
/// out with its reason. Collective. Throws Interrupted.
void add_error_budgets(const PoreSlab& image, std::vector<FlowReport>& flows, const std::vector<RunEstimate>& estimates,
                       const BudgetSettings& settings);

}  // namespace perm
