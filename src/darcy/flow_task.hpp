// SPDX-License-Identifier: Apache-2.0
// One flow of many: the image that a recipe gives, solved along one axis. What sweeps and validation are made of.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>

#include "darcy/steady_flow.hpp"
#include "geometry/shapes/recipe.hpp"

namespace perm {

struct FlowTask {
  Recipe recipe;
  FlowOptions options;
};

/// What is kept of a flow once it is solved. Lattice units.
struct FlowRecord {
  std::int64_t pore_voxels{0};
  std::int64_t voxels{0};
  StopReason stop{StopReason::step_limit};
  std::optional<double> permeability_voxel2;                        ///< absent when the flow diverged
  double iteration_error{std::numeric_limits<double>::infinity()};  ///< relative bound
  double flux_spread{0};
  double tau{0};
  std::int64_t steps{0};
  std::int64_t fluid_cells{0};
  double seconds{0};  ///< time stepping
  std::string device;

  double porosity() const { return static_cast<double>(pore_voxels) / static_cast<double>(voxels); }
};

/// Generates the image, leaves out what no flow can reach, and solves. Collective for `processes`, which share the
/// work. An image that nothing percolates has permeability 0. Throws what generate and estimate_run throw, and
/// DeviceError when the memory does not suffice.
FlowRecord solve_task(const FlowTask& task, const Communicator& processes, const ProgressFunction& progress = {});

/// Cell updates that a task takes, very roughly; only for sharing tasks out evenly.
double rough_cost(const FlowTask& task);
/// Bytes that it takes while stepping, roughly and rather too many.
std::int64_t rough_bytes(const FlowTask& task);

/// All that decides the numbers of a task, in one line: same line, same result, on the same version of the program.
std::string describe_task(const FlowTask& task);

}  // namespace perm
