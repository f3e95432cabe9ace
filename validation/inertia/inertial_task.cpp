// SPDX-License-Identifier: Apache-2.0
#include "validation/inertia/inertial_task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "core/errors.hpp"
#include "darcy/steady_flow.hpp"
#include "geometry/connectivity/connectivity.hpp"
#include "lattice/partition.hpp"

namespace perm::validation {
namespace {

FlowOptions options_of(const InertialTask& task, const InertiaMachine& machine) {
  FlowOptions options;
  options.direction = task.direction;
  options.solver = machine.solver;
  if (task.precision) options.solver.precision = *task.precision;
  if (options.solver.precision == Precision::float16) options.solver.precision = Precision::float32;  // not for inertia
  options.tau = task.tau;
  options.tolerance = task.tolerance;
  options.max_steps = machine.max_steps;
  return options;
}

/// Gives the flows, solved by `processes`, and the solid fraction of the voxels.
std::pair<InertialFlows, double> solve_on(const Communicator& processes, const InertialTask& task,
                                          const InertiaMachine& machine) {
  const FlowOptions options = options_of(task, machine);
  PoreSlab pores = generate(task.recipe, processes);
  const double solid = 1 - static_cast<double>(pores.count_pores()) / static_cast<double>(pores.image().voxels());
  const PoreSlab conducting = [&] {
    const Connectivity connectivity(std::move(pores), face_rules(options.boundary, options.direction).closed());
    if (connectivity.count_percolating(options.direction) == 0)
      throw InputError(fmt::format("Nothing flows through {}", task.name), "no pore leads from face to face",
                       "Change the recipe of the case");
    return connectivity.percolating(options.direction);
  }();
  const ProgressFunction progress = [&](const Progress&) {
    if (machine.check_for_stop) machine.check_for_stop(processes);
  };
  const RunEstimate estimate = estimate_run(conducting, options);
  require_memory(estimate.own_bytes, options.solver.device, processes);
  SolvedFlow creeping = SteadyFlow(conducting, options, estimate).run(progress);
  const FlowResult& result = creeping.result();
  if (result.stop != StopReason::converged || !result.permeability_voxel2) {
    InertialFlows flows;
    flows.end = InertiaEnd::step_limit;
    flows.why = fmt::format("The creeping flow ended with '{}' after {} steps", to_string(result.stop), result.steps);
    return {flows, solid};
  }
  return {solve_inertial_flows(std::move(creeping), estimate, options, task.request, progress), solid};
}

/// Gives what the first process has to all.
void share(const Communicator& processes, InertialFlows& flows, double& solid) {
  struct Numbers {
    double creeping_voxel2, creeping_error, length_voxel, reynolds_at_end, solid;
    InertiaEnd end;
    std::size_t points, words;
  } numbers{flows.creeping_voxel2, flows.creeping_error, flows.length_voxel, flows.reynolds_at_end, solid, flows.end,
            flows.points.size(),   flows.why.size()};
  processes.broadcast(std::span(&numbers, 1));
  flows.points.resize(numbers.points);
  flows.why.resize(numbers.words);
  processes.broadcast(std::span(flows.points));
  processes.broadcast(std::span(flows.why.data(), flows.why.size()));
  flows.creeping_voxel2 = numbers.creeping_voxel2;
  flows.creeping_error = numbers.creeping_error;
  flows.length_voxel = numbers.length_voxel;
  flows.reynolds_at_end = numbers.reynolds_at_end;
  flows.end = numbers.end;
  solid = numbers.solid;
}

}  // namespace

std::string InertialRecord::why_incomplete() const { return result.flows.why; }

InertialRecord solve_inertial_task(const InertialTask& task, const InertiaMachine& machine) {
  machine.tell(task.name);
  const Communicator& all = machine.processes;
  int solving = all.size();
  while (!can_be_cut(task.recipe.extent, solving)) --solving;
  const Communicator some = all.first(solving);
  InertialFlows flows;
  InertialRecord record;
  if (all.rank() < solving) std::tie(flows, record.solid_fraction) = solve_on(some, task, machine);
  share(all, flows, record.solid_fraction);
  if (flows.end == InertiaEnd::interrupted) throw StopRun{};
  record.result = evaluate(std::move(flows));
  return record;
}

const InertialPoint* find_point(const InertialRecord& record, double reynolds_asked) {
  const std::vector<InertialPoint>& points = record.result.flows.points;
  const auto found = std::ranges::find(points, reynolds_asked, &InertialPoint::reynolds_asked);
  return found == points.end() ? nullptr : &*found;
}

}  // namespace perm::validation
