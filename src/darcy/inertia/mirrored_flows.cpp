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
                                       const ProgressFunction& progress, const FlowSaving& saving) {
  try {
    return prepare(pores, longer, estimate).run(progress, saving);
  } catch (const StopFlow&) {
    return {};
  } catch (const StopRun&) {  // in a coarser image
    return {};
  }
}

/// Solves the creeping flow through the longer image, and then the list.
InertialFlows solve_from_rest(const FlowResult& creeping, const PoreSlab& pores, const FlowOptions& longer,
                              const InertiaRequest& request, const ProgressFunction& progress,
                              const FlowSaving& saving) {
  RunEstimate estimate;
  std::optional<SolvedFlow> solved = solve_longer(pores, longer, estimate, progress, saving);
  if (solved && solved->result().stop == StopReason::converged)
    return solve_inertial_flows(*std::move(solved), estimate, longer, request, progress, saving);
  InertialFlows flows;
  flows.creeping_voxel2 = *creeping.permeability_voxel2;
  flows.creeping_error = creeping.iteration_error;
  flows.cells = 2 * creeping.fluid_cells;
  flows.length_voxel = request.length_voxel.value_or(std::sqrt(flows.creeping_voxel2));
  flows.reynolds_at_end = request.reynolds.front();
  end_before_first(solved ? &solved->result() : nullptr, longer, flows);
  return flows;
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
                                   const InertiaRequest& request, const ProgressFunction& progress,
                                   const FlowSaving& saving) {
  // Its lattice goes before the longer one comes.
  const FlowResult result = SolvedFlow(std::move(creeping)).result();
  return go_on_with_mirrored_flows(result, pores, options, request, progress, saving);
}

InertialFlows go_on_with_mirrored_flows(const FlowResult& creeping, const PoreSlab& pores, const FlowOptions& options,
                                        const InertiaRequest& request, const ProgressFunction& progress,
                                        const FlowSaving& saving) {
  check_request(request, options);
  return_freed_memory();
  const FlowOptions longer = options_of_mirrored(options);
  const FlowSaving in_longer{saving.checkpoint, saving.flow + " and its mirror image"};
  InertialFlows flows = has_saved_list(in_longer)
                            ? go_on_with_inertial_flows(append_mirror_image(pores, longer.direction), longer, request,
                                                        progress, in_longer)
                            : solve_from_rest(creeping, pores, longer, request, progress, in_longer);
  flows.image = InertiaImage::mirrored;
  return flows;
}

}  // namespace perm
