// SPDX-License-Identifier: Apache-2.0
// Describes one flow of many: the image that a recipe gives, solved along one axis. Sweeps and validation consist of
// such tasks.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>

#include "darcy/evaluation/voxel_estimate.hpp"
#include "darcy/steady_flow.hpp"
#include "geometry/shapes/recipe.hpp"

namespace perm {

/// Where the pores of a task come from when no recipe makes them.
struct PoreSource {
  std::string key;  ///< everything that decides the voxels, in one line
  std::function<PoreSlab(const Communicator&)> read;
};

struct FlowTask {
  Recipe recipe;
  FlowOptions options;
  std::optional<PoreSource> source{};  ///< where it is given, only the extent and the porosity of the recipe count
};

/// Holds what is kept of a solved flow. Lattice units.
struct FlowRecord {
  std::int64_t pore_voxels{0};
  std::int64_t voxels{0};
  StopReason stop{StopReason::step_limit};
  std::optional<double> permeability_voxel2;                        ///< absent when the flow diverged
  double iteration_error{std::numeric_limits<double>::infinity()};  ///< relative bound
  double flux_spread{0};
  std::array<double, 3> mean_velocity{};  ///< superficial: over all voxels, at the last sample; 0 when it diverged
  double force{0};                        ///< the g that drove the flow, per unit mass
  double tau{0};
  std::int64_t steps{0};
  std::int64_t fluid_cells{0};
  double seconds{0};  ///< seconds of time stepping
  std::string device;
  std::optional<VoxelEstimate> voxel_estimate;  ///< absent where none can be given

  double porosity() const { return static_cast<double>(pore_voxels) / static_cast<double>(voxels); }
};

/// Takes what a record keeps of a flow, but for its voxel estimate, which depends on the image too. Voxels, pores and
/// cells are those of the image, which the caller knows.
void take_result(const FlowResult& result, FlowRecord& record);

/// Gives the means of the estimates of these flows, resolved where all are, without a corrected K. Gives nothing where
/// one flow has no estimate, and for no flow.
std::optional<VoxelEstimate> mean_of_estimates(std::span<const FlowRecord> records);

/// Generates the image, leaves out the pores that no flow can reach, and solves. Collective for `processes`, which
/// share the work. An image without percolating pores has permeability 0. Throws everything that generate and
/// estimate_run throw, and DeviceError when the memory does not suffice.
FlowRecord solve_task(const FlowTask& task, const Communicator& processes, const ProgressFunction& progress = {});

/// Says how much work a task is, very roughly, in pore voxels times the longest extent; only for sharing tasks out
/// evenly.
double rough_cost(const FlowTask& task);
/// Gives the bytes that a task takes while stepping: a rough number, too large rather than too small.
std::int64_t rough_bytes(const FlowTask& task);

/// Gives everything that decides the voxels of a recipe's image, in one line.
std::string key_of(const Recipe& recipe);

/// Gives the key of a task, in one line: everything that decides the voxels of its image, and key_of its options. Tasks
/// with equal keys have equal results on the same version of the program.
std::string describe_task(const FlowTask& task);

}  // namespace perm
