// SPDX-License-Identifier: Apache-2.0
// The run that the tests of this folder use: a converged flow along x through an image with a voxel size.
#pragma once

#include "run/run_report.hpp"

namespace perm::testing_report {

inline FlowReport converged_flow(Axis direction) {
  FlowReport flow;
  FlowResult& result = flow.result;
  result.direction = direction;
  result.stop = StopReason::converged;
  result.permeability_voxel2 = 0.05367;
  result.iteration_error = 8e-4;
  result.mean_velocity = {1.25e-8, -2e-12, 3e-12};
  result.force = 1e-6;
  result.tau = 0.55;
  result.tau_was_chosen = true;
  result.steps = 1550;
  result.seconds = 10;
  result.mflups = 30;
  result.fluid_cells = 150;
  result.connected_porosity = 0.15;
  result.bytes_per_fluid_cell = 80.5;
  result.flux_spread = 1e-4;
  result.plane_flux = {1.25e-8, 1.2501e-8};
  result.history = {{50, 0.5, 0.04}, {100, 1.0, 0.05, 0.0536, 8e-4}};
  flow.isolated_voxels = 50;
  flow.preparation_seconds = 0.5;
  flow.resident_bytes_stepping = 123456789;
  flow.headline = make_headline(result, {VoxelEstimate{-0.02, 0.14, false, {}}, 0.05, {}});
  return flow;
}

inline FlowReport blocked_flow(Axis direction) {
  FlowReport flow;
  flow.result.direction = direction;
  flow.result.stop = StopReason::not_percolating;
  flow.result.permeability_voxel2 = 0.0;
  flow.result.iteration_error = 0;
  flow.isolated_voxels = 200;
  return flow;
}

inline FlowReport diverged_flow(Axis direction) {
  FlowReport flow = converged_flow(direction);
  flow.result.stop = StopReason::diverged;
  flow.result.permeability_voxel2.reset();
  flow.headline.reset();
  flow.result.iteration_error = std::numeric_limits<double>::infinity();
  flow.result.mean_velocity = {std::numeric_limits<double>::quiet_NaN(), 0, 0};
  flow.result.diverged_because = "step 40: the mean velocity is not a number";
  return flow;
}

inline RunReport example_run() {
  RunReport report;
  report.image.source = "berea.tif";
  report.image.format = "multi-page TIFF, 8 bit";
  report.image.segmentation = "values 0 are pore (given by --pore)";
  report.image.extent = {10, 10, 10};
  report.image.voxel_size_m = 5.345e-6;
  report.image.pore_voxels = 200;
  report.image.connected_voxels = 150;
  report.image.pore_space_hash = "fnv1a64:1b76da138f4408ee";
  report.solver.device = "cpu";
  report.solver.version = "0.1.0";
  report.solver.commit = "02e351b";
  report.solver.tolerance = 1e-3;
  report.solver.max_steps = 1000;
  report.flows = {converged_flow(Axis::x)};
  report.seconds = 12;
  return report;
}

}  // namespace perm::testing_report
