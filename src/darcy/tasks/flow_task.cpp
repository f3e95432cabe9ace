// SPDX-License-Identifier: Apache-2.0
#include "darcy/tasks/flow_task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "geometry/connectivity/connectivity.hpp"

namespace perm {

void take_result(const FlowResult& result, FlowRecord& record) {
  record.stop = result.stop;
  record.permeability_voxel2 = result.permeability_voxel2;
  record.iteration_error = result.iteration_error;
  record.flux_spread = result.flux_spread;
  if (result.permeability_voxel2) record.mean_velocity = result.mean_velocity;
  record.force = result.force;
  record.tau = result.tau;
  record.steps = result.steps;
  record.seconds = result.seconds;
  record.device = result.device;
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

FlowRecord solve_task(const FlowTask& task, const Communicator& processes, const ProgressFunction& progress) {
  PoreSlab pores = task.source ? task.source->read(processes) : generate(task.recipe, processes);
  FlowRecord record;
  record.voxels = pores.image().voxels();
  record.pore_voxels = pores.count_pores();
  const Axis direction = task.options.direction;
  const AxisSet closed = face_rules(task.options.boundary, direction).closed();
  PoreSlab conducting = [&] {
    const Connectivity connectivity(std::move(pores), closed);
    record.fluid_cells = connectivity.count_percolating(direction);
    return connectivity.percolating(direction);
  }();
  if (record.fluid_cells == 0) {
    record.stop = StopReason::not_percolating;
    record.permeability_voxel2 = 0.0;
    record.iteration_error = 0;
    return record;
  }
  const RunEstimate estimate = estimate_run(conducting, task.options);
  require_memory(estimate.own_bytes, task.options.solver.device, processes);
  const SolvedFlow solved = SteadyFlow(conducting, task.options, estimate).run(progress);
  take_result(solved.result(), record);
  record.voxel_estimate = estimate_voxel_error(solved.result(), task.options.solver);
  return record;
}

double rough_cost(const FlowTask& task) {
  const Extent& extent = task.recipe.extent;
  const double porosity = task.recipe.porosity.value_or(0.5);
  const auto longest = static_cast<double>(std::max({extent.nx, extent.ny, extent.nz}));
  return static_cast<double>(extent.voxels()) * porosity * longest;  // steps grow with the length
}

std::int64_t rough_bytes(const FlowTask& task) {
  const double porosity = std::min(1.0, 1.2 * task.recipe.porosity.value_or(1.0));
  const double bytes_a_cell = 10.0 + 20.0 * static_cast<double>(bytes_of(task.options.solver.precision));
  return static_cast<std::int64_t>(static_cast<double>(task.recipe.extent.voxels()) * (porosity * bytes_a_cell + 4));
}

namespace {

/// Tells when a file of centres was last written, in ticks of the file system's clock; 0 without a file.
std::int64_t time_of(const std::filesystem::path& file) {
  std::error_code none;
  const auto time = std::filesystem::last_write_time(file, none);
  return none ? 0 : static_cast<std::int64_t>(time.time_since_epoch().count());
}

}  // namespace

// The binding names every field, so that a new field does not compile until somebody has added it here.
std::string key_of(const Recipe& recipe) {
  const auto& [kind, extent, porosity, radius, inner_radius, radius_spread, gap, width, axis, shift, seed, moves,
               centres, centres_hold_diameters, box, orientation, length, persistence_length, second_radius,
               second_share, overlap] = recipe;
  const auto number = [](const std::optional<double>& value) { return value ? fmt::format("{}", *value) : "-"; };
  return fmt::format(
      "{} {} porosity {} radius {} inner {} spread {} gap {} width {} axis {} seed {} moves {} centres '{}' of {} {} "
      "box {} "
      "shift {},{},{} {} length {} persistence {} second {} share {} overlap {}",
      to_string(kind), to_string(extent), number(porosity), number(radius), number(inner_radius), radius_spread,
      number(gap), number(width), axis_letter(axis_of(recipe)), seed, moves, centres.string(), time_of(centres),
      centres_hold_diameters ? "diameters" : "radii", box, shift.x, shift.y, shift.z, to_string(orientation),
      number(length), number(persistence_length), number(second_radius), number(second_share), to_string(overlap));
}

std::string describe_task(const FlowTask& task) {
  return fmt::format("{}; {}", task.source ? task.source->key : key_of(task.recipe), key_of(task.options));
}

}  // namespace perm
