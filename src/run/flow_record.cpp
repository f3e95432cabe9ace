// SPDX-License-Identifier: Apache-2.0
#include "run/flow_record.hpp"

namespace perm {

FlowRecord record_of(const RunReport& report) {
  const FlowReport& flow = report.flows.front();
  const FlowResult& result = flow.result;
  FlowRecord record;
  record.voxels = report.image.sample_voxels();
  record.pore_voxels = report.image.pore_voxels;
  record.fluid_cells = result.fluid_cells;
  record.stop = result.stop;
  record.permeability_voxel2 = result.permeability_voxel2;
  record.iteration_error = result.iteration_error;
  record.flux_spread = result.flux_spread;
  if (result.permeability_voxel2) record.mean_velocity = result.mean_velocity;
  record.cross_flow = result.cross_flow;
  record.force = result.force;
  record.tau = result.tau;
  record.steps = result.steps;
  record.seconds = result.seconds;
  record.device = result.device;
  record.voxel_estimate = flow.voxel_estimate;
  record.face_spread = flow.face_spread;
  record.wall_slope = flow.wall_slope;
  record.rough_critical_radius = result.pores.rough_critical_radius;
  record.warnings = report.warnings;
  return record;
}

std::optional<VoxelEstimate> mean_of_estimates(std::span<const FlowRecord> records) {
  if (records.empty()) return {};
  VoxelEstimate mean;
  mean.resolved = true;
  const auto n = static_cast<double>(records.size());
  for (const FlowRecord& record : records) {
    if (!record.voxel_estimate) return {};
    mean.relative += record.voxel_estimate->relative / n;
    mean.two_sigma += record.voxel_estimate->two_sigma / n;
    mean.resolved = mean.resolved && record.voxel_estimate->resolved;
  }
  return mean;
}

}  // namespace perm
