// SPDX-License-Identifier: Apache-2.0
// Tables for plotting: how the permeability approached its limit, and the flux through every plane across the flow.
// A value that does not exist yet (there is no bound so far) leaves its cell empty.
#pragma once

#include <string>
#include <vector>

#include "run/run_report.hpp"

namespace perm {

/// Gives convergence.csv: direction,step,seconds,permeability_voxel2,extrapolated_voxel2,error
std::string format_convergence_csv(const std::vector<FlowReport>& flows);

/// Gives plane_flux.csv: direction,plane,mean_velocity. The last is the mean velocity along the flow of plane number
/// `plane`, in lattice units; in a steady state every plane of a direction has the same.
std::string format_plane_flux_csv(const std::vector<FlowReport>& flows);

}  // namespace perm
