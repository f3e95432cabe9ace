// SPDX-License-Identifier: Apache-2.0
// What is kept of one flow of many, such as those of a sweep or a validation. Lattice units.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "darcy/evaluation/voxel_estimate.hpp"
#include "run/run_report.hpp"

namespace perm {

struct FlowRecord {
  std::int64_t pore_voxels{0};
  std::int64_t voxels{0};
  StopReason stop{StopReason::step_limit};
  std::optional<double> permeability_voxel2;                        ///< absent when the flow diverged
  double iteration_error{std::numeric_limits<double>::infinity()};  ///< relative bound
  double flux_spread{0};
  std::array<double, 3> mean_velocity{};  ///< superficial: over all voxels, at the last sample; 0 when it diverged
  std::optional<CrossFlow> cross_flow;
  double force{0};  ///< the g that drove the flow, per unit mass
  double tau{0};
  std::int64_t steps{0};
  std::int64_t fluid_cells{0};
  double seconds{0};  ///< seconds of time stepping
  std::string device;
  std::optional<VoxelEstimate> voxel_estimate;  ///< absent where none can be given
  std::optional<double> face_spread;            ///< FlowReport::face_spread
  std::optional<WallSlope> wall_slope;          ///< what slip does to K; absent where there is none
  double rough_critical_radius{0};              ///< PoreStructure::rough_critical_radius
  std::vector<std::string> warnings;            ///< of the run, a sentence each (RunReport::warnings)
  std::optional<Conducted> conduction;  ///< of the voxels, as `conduct` finds it; absent when nobody asked for it
  std::vector<std::string> conduction_warnings;  ///< those that the flow does not have

  double porosity() const { return static_cast<double>(pore_voxels) / static_cast<double>(voxels); }
};

/// Gives what is kept of the first flow of a run.
FlowRecord record_of(const RunReport& report);

/// Gives the means of the estimates of these flows, resolved where all are, without a corrected K. Gives nothing where
/// one flow has no estimate, and for no flow.
std::optional<VoxelEstimate> mean_of_estimates(std::span<const FlowRecord> records);

}  // namespace perm
