// SPDX-License-Identifier: Apache-2.0
#include "run/inertia_runs.hpp"

#include <fmt/format.h>

#include <utility>

#include "core/errors.hpp"
#include "core/units.hpp"
#include "darcy/inertia/mirrored_flows.hpp"

namespace perm {
namespace {

/// Gives what darcy is asked for; `pores` are those of the flow.
InertiaRequest request_of(const InertiaChoice& choice, const PoreStructure& pores) {
  InertiaRequest request;
  request.reynolds = choice.reynolds;
  request.largest_mach = choice.largest_mach;
  if (choice.length == ReynoldsLength::given) request.length_voxel = choice.length_voxel;
  if (choice.length == ReynoldsLength::pore && pores.largest_radius > 0)
    request.length_voxel = 2 * pores.largest_radius;
  return request;
}

InertiaRequest request_of(const InertiaRun& run, const PoreStructure& pores) {
  InertiaRequest request = request_of(run.choice, pores);
  request.on_point = run.on_point;
  return request;
}

}  // namespace

void check_inertia(const RunRequest& request) {
  if (!request.inertia) return;
  const Equilibrium equilibrium = request.flow.solver.equilibrium;
  if (has_inertia(equilibrium))
    throw UsageError(fmt::format("Reynolds numbers are given with --equilibrium {}", to_string(equilibrium)),
                     "the flows of the list choose their equilibrium and their force, and begin from creeping flow",
                     "Leave --equilibrium out");
  FlowOptions options = request.flow;
  for (const Axis direction : request.directions) {
    options.direction = direction;
    check_request(request_of(*request.inertia, {}), options);
  }
}

InertiaForecast forecast_inertia(const RunEstimate& estimate, const FlowOptions& options, const InertiaChoice& choice,
                                 const Communicator& processes, const FlowResult* solved) {
  return forecast_inertia(estimate, options, request_of(choice, estimate.pores), processes, solved);
}

void require_memory_of(const InertiaForecast& forecast, const FlowOptions& options, const Communicator& processes) {
  try {
    require_memory(forecast.own_bytes, options.solver.device, processes);
  } catch (const MemoryShortage& shortage) {
    if (forecast.image == InertiaImage::single) throw;
    throw MemoryShortage(
        fmt::format("The flows of --reynolds need {} of memory", format_bytes(static_cast<double>(forecast.bytes))),
        fmt::format("they go through the image followed by its mirror image, twice the cells; {}", shortage.why()),
        "Use a smaller image, more processes or nodes, or leave --reynolds out");
  }
}

InertiaResult solve_with_inertia(SolvedFlow creeping, const InertiaRun& run) {
  const InertiaRequest request = request_of(run, creeping.result().pores);
  if (needs_mirror_image(run.options))
    return evaluate(
        solve_mirrored_flows(std::move(creeping), run.pores, run.options, request, run.progress, run.saving));
  return evaluate(
      solve_inertial_flows(std::move(creeping), run.estimate, run.options, request, run.progress, run.saving));
}

bool can_go_on_with_inertia(const FlowOptions& options, const FlowSaving& saving) {
  return needs_mirror_image(options) || has_saved_list(saving);
}

InertiaResult go_on_with_inertia(const FlowResult& creeping, const InertiaRun& run) {
  const InertiaRequest request = request_of(run, creeping.pores);
  if (needs_mirror_image(run.options))
    return evaluate(go_on_with_mirrored_flows(creeping, run.pores, run.options, request, run.progress, run.saving));
  return evaluate(go_on_with_inertial_flows(run.pores, run.options, request, run.progress, run.saving));
}

}  // namespace perm
