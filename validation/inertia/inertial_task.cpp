// SPDX-License-Identifier: Apache-2.0
#include "validation/inertia/inertial_task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "core/errors.hpp"
#include "core/stop_check.hpp"
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

/// Gives the pores of a task that conduct.
PoreSlab conducting_pores(const Communicator& processes, const InertialTask& task, const FlowOptions& options) {
  const Connectivity connectivity(generate(task.recipe, processes),
                                  face_rules(options.boundary, options.direction, task.recipe.extent).closed());
  if (connectivity.count_percolating(options.direction) == 0)
    throw InputError(fmt::format("Nothing flows through {}", task.name), "no pore leads from face to face",
                     "Change the recipe of the case");
  return connectivity.percolating(options.direction);
}

ProgressFunction stopping(const Communicator& processes) {
  return [&](const Progress&) { check_for_stop(processes); };
}

/// What a task gives the processes that solve it.
struct TaskFlows {
  InertialFlows flows;
  std::int64_t creeping_steps{0};
};

TaskFlows solve_on(const Communicator& processes, const InertialTask& task, const InertiaMachine& machine) {
  const FlowOptions options = options_of(task, machine);
  TaskFlows solved;
  const PoreSlab conducting = conducting_pores(processes, task, options);
  const ProgressFunction progress = stopping(processes);
  const RunEstimate estimate = estimate_run(conducting, options);
  require_memory(estimate.own_bytes, options.solver.device, processes);
  SolvedFlow creeping = SteadyFlow(conducting, options, estimate).run(progress);
  const FlowResult& result = creeping.result();
  solved.creeping_steps = result.steps;
  if (result.stop != StopReason::converged || !result.permeability_voxel2) {
    solved.flows.end = InertiaEnd::step_limit;
    solved.flows.why =
        fmt::format("The creeping flow ended with '{}' after {} steps", to_string(result.stop), result.steps);
    return solved;
  }
  solved.flows = solve_inertial_flows(std::move(creeping), estimate, options, task.request, progress);
  return solved;
}

/// Gives what the first process has to all.
void share(const Communicator& processes, TaskFlows& solved) {
  InertialFlows& flows = solved.flows;
  struct Numbers {
    std::int64_t creeping_steps;
    double creeping_voxel2, creeping_error, length_voxel, reynolds_at_end;
    InertiaEnd end;
    std::size_t points, words;
    bool has_unsteady;
    UnsteadyFlow unsteady;
  } numbers{solved.creeping_steps,      flows.creeping_voxel2,
            flows.creeping_error,       flows.length_voxel,
            flows.reynolds_at_end,      flows.end,
            flows.points.size(),        flows.why.size(),
            flows.unsteady.has_value(), flows.unsteady.value_or(UnsteadyFlow{})};
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
  if (numbers.has_unsteady) flows.unsteady = numbers.unsteady;
  solved.creeping_steps = numbers.creeping_steps;
}

/// Gives how many processes can share the image of a task.
int solving_processes(const InertialTask& task, const Communicator& all) {
  int solving = all.size();
  while (!can_be_cut(task.recipe.extent, solving)) --solving;
  return solving;
}

}  // namespace

std::string InertialRecord::why_incomplete() const { return result.flows.why; }

InertialRecord solve_inertial_task(const InertialTask& task, const InertiaMachine& machine) {
  machine.tell(task.name);
  const Communicator& all = machine.processes;
  const int solving = solving_processes(task, all);
  const Communicator some = all.first(solving);
  TaskFlows solved;
  if (all.rank() < solving) solved = solve_on(some, task, machine);
  share(all, solved);
  if (solved.flows.end == InertiaEnd::interrupted) throw StopRun{};
  return {evaluate(std::move(solved.flows)), solved.creeping_steps};
}

FlowFromRest solve_from_rest(const InertialTask& task, const InertialPoint& point, const InertiaMachine& machine) {
  machine.tell(task.name + ", from rest");
  const Communicator& all = machine.processes;
  const int solving = solving_processes(task, all);
  const Communicator some = all.first(solving);
  FlowFromRest ended;
  if (all.rank() < solving) {
    FlowOptions options = options_of(task, machine);
    options.solver.equilibrium = Equilibrium::incompressible;
    options.force = point.force;
    options.tau = point.tau;
    const PoreSlab conducting = conducting_pores(some, task, options);
    const SolvedFlow flow = SteadyFlow(conducting, options, estimate_run(conducting, options)).run(stopping(some));
    ended = {flow.result().stop, flow.result().steps};
  }
  all.broadcast(std::span(&ended, 1));
  if (ended.stop == StopReason::interrupted) throw StopRun{};
  return ended;
}

const InertialPoint* find_point(const InertialRecord& record, double reynolds_asked) {
  const std::vector<InertialPoint>& points = record.result.flows.points;
  const auto found = std::ranges::find(points, reynolds_asked, &InertialPoint::reynolds_asked);
  return found == points.end() ? nullptr : &*found;
}

}  // namespace perm::validation
