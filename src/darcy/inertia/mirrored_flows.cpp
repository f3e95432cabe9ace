// SPDX-License-Identifier: Apache-2.0
#include "darcy/inertia/mirrored_flows.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <utility>

#include "core/phases/phase_clock.hpp"
#include "core/process_memory.hpp"
#include "darcy/steady_flow.hpp"
#include "geometry/mirror_image.hpp"

namespace perm {
namespace {

/// Says why the list ends before its first flow; `longer` is the flow that did not become steady, null where it was
/// stopped before anything was known of it.
void end_before_first(const FlowResult* longer, const FlowOptions& options, InertialFlows& flows) {
  const std::string whose = "The creeping flow through the image followed by its mirror image";
  if (longer == nullptr || longer->stop == StopReason::interrupted) {
    flows.end = InertiaEnd::interrupted;
    flows.why = "The run was stopped";
  } else if (longer->stop == StopReason::diverged) {
    flows.end = InertiaEnd::diverged;
    flows.why = fmt::format("{} diverged ({}): leave --tau to the program", whose, longer->diverged_because);
  } else {
    flows.end = InertiaEnd::step_limit;
    flows.why = fmt::format("{} was not steady after {} steps: raise --max-steps", whose, options.max_steps);
  }
}

/// Makes the creeping flow through the longer image ready, which is freed when that is done.
SteadyFlow prepare(const PoreSlab& pores, const FlowOptions& longer, RunEstimate& estimate) {
  const PhaseScope prediction(Phase::prediction);
  const PoreSlab mirrored = append_mirror_image(pores, longer.direction);
  estimate = estimate_run(mirrored, longer);
  return {mirrored, longer, estimate};
}

/// Solves that flow. Empty where it was stopped before its K was known.
std::optional<SolvedFlow> solve_longer(const PoreSlab& pores, const FlowOptions& longer, RunEstimate& estimate,
                                       const ProgressFunction& progress) {
  try {
    return prepare(pores, longer, estimate).run(progress);
  } catch (const StopFlow&) {
    return {};
  } catch (const StopRun&) {  // in a coarser image
    return {};
  }
}

}  // namespace

bool needs_mirror_image(const FlowOptions& options) {
  return face_rules(options.boundary, options.direction, {}).is_closed(options.direction);
}

FlowOptions options_of_mirrored(FlowOptions options) {
  options.boundary.across_flow = AcrossFlow::joined;
  options.goal = Goal::permeability;
  return options;
}

InertialFlows solve_mirrored_flows(SolvedFlow creeping, const PoreSlab& pores, const FlowOptions& options,
                                   const InertiaRequest& request, const ProgressFunction& progress) {
  check_request(request, options);
  InertialFlows flows;
  flows.creeping_voxel2 = *creeping.result().permeability_voxel2;
  flows.creeping_error = creeping.result().iteration_error;
  flows.cells = 2 * creeping.result().fluid_cells;
  { const SolvedFlow gone = std::move(creeping); }  // its lattice goes before the longer one comes
  return_freed_memory();
  const FlowOptions longer = options_of_mirrored(options);
  RunEstimate estimate;
  std::optional<SolvedFlow> solved = solve_longer(pores, longer, estimate, progress);
  if (solved && solved->result().stop == StopReason::converged) {
    flows = solve_inertial_flows(*std::move(solved), estimate, longer, request, progress);
  } else {
    flows.length_voxel = request.length_voxel.value_or(std::sqrt(flows.creeping_voxel2));
    flows.reynolds_at_end = request.reynolds.front();
    end_before_first(solved ? &solved->result() : nullptr, options, flows);
  }
  flows.image = InertiaImage::mirrored;
  return flows;
}

}  // namespace perm
