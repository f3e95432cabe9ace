// SPDX-License-Identifier: Apache-2.0
#include "darcy/steady_flow.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/errors.hpp"
#include "core/phases/phase_clock.hpp"
#include "core/processors/node_processors.hpp"
#include "core/processors/thread_team.hpp"
#include "core/processors/threads.hpp"
#include "darcy/coarse_start.hpp"
#include "darcy/flow_lattice.hpp"
#include "darcy/limit_search.hpp"
#include "darcy/pressure/cuda/make_cuda.hpp"
#include "darcy/pressure/voxel_pressure.hpp"
#include "darcy/running_flow.hpp"

namespace perm {
namespace {

/// Gives options with the method that fits, and with a force in place of prescribed densities. Densities prescribed at
/// two faces drive a flow as a force does between mirrors, step by step (solver/closed_faces.hpp); the density is that
/// of the force plus a straight line. K is corrected for forces only, so the flow under the force is solved.
FlowOptions as_solved(FlowOptions options, const RunEstimate& estimate) {
  if (options.method == Method::pressure && !estimate.widths) options.method = Method::accelerated;
  BoundaryChoice& boundary = options.boundary;
  if (boundary.boundary == Boundary::pressure)
    boundary = {boundary.sides == Sides::mirror ? Boundary::mirror : Boundary::sealed};
  return options;
}

std::unique_ptr<HalfImage> keep(std::optional<HalfImage> half) {
  return half ? std::make_unique<HalfImage>(*std::move(half)) : nullptr;
}

/// Gives the Darcy flow of the voxels, where the flow is found by it.
std::unique_ptr<VoxelPressure> find_pressure(const PoreSlab& pores, const FlowOptions& options,
                                             const RunEstimate& estimate, const Share& share) {
  if (options.method != Method::pressure) return nullptr;
  const PhaseScope solving(Phase::pressure);
  const Communicator& processes = pores.processes();
  const int threads = resolve_threads(options.solver.threads, processes);
  const NodeProcessors node(processes);
  const auto make_flow = [&](PoreConductances conductances) {
    if (estimate.pressure_on_gpu) return make_darcy_flow_cuda(std::move(conductances), options.direction);
    std::shared_ptr<const ThreadTeam> team =
        processes.is_alone() ? std::make_shared<const ThreadTeam>(threads) : node.make_team_of_all();
    return make_darcy_flow(std::move(conductances), options.direction, std::move(team));
  };
  const auto make_cells = [&](std::unique_ptr<const Occupancy> whole) {
    if (estimate.pressure_on_gpu)
      return make_cells_on_first_cuda(processes, share.cells[static_cast<std::size_t>(processes.rank())],
                                      options.solver.transport);
    return make_cells_on_first(processes, share.partition, std::move(whole));
  };
  return std::make_unique<VoxelPressure>(pores, *estimate.widths, share.domain.rules(), make_flow, make_cells);
}

/// Brings the flow to its end. Gives false where it diverged.
bool search(RunningFlow& flow) {
  bool goes_on = true;
  if (flow.is_in_float16()) goes_on = carry_in_float16(flow);
  if (goes_on) search_for_limit(flow);
  return flow.result().stop != StopReason::diverged;
}

}  // namespace

SteadyFlow::SteadyFlow(const PoreSlab& pores, const FlowOptions& options, const RunEstimate& estimate)
    : options_(options), estimate_(estimate) {
  check_options(options);
  const PhaseScope lattice(Phase::lattice);
  solved_ = as_solved(options, estimate);
  lattice_ = std::make_shared<FlowLattice>(FlowLattice{share_out(pores, solved_), nullptr});
  pores_ = fetch_pores(pores, lattice_->share.domain);
  half_ = keep(halve_to_start(pores, solved_, estimate));
  voxels_ = find_pressure(pores, solved_, estimate, lattice_->share);
  if (voxels_) measured_.emplace(lattice_->share.domain, pores_);
}

SteadyFlow::SteadyFlow(SolvedFlow&& before, const PoreSlab& pores, const FlowOptions& options,
                       const RunEstimate& estimate)
    : options_(options), estimate_(estimate) {
  check_options(options);
  if (!before.can_serve(options))
    throw Error(ExitCode::failure, "The lattice of a flow cannot serve another one",
                "it has other settings or closed faces, was in float16, or its captured fields are in use",
                "Ask SolvedFlow::can_serve first, and prepare the flow without the other one");
  lattice_ = std::move(before.lattice_);
  solved_ = as_solved(options, estimate);
  half_ = keep(halve_to_start(pores, solved_, estimate));
  voxels_ = find_pressure(pores, solved_, estimate, lattice_->share);
  if (voxels_) measured_.emplace(lattice_->share.domain, fetch_pores(pores, lattice_->share.domain));
}

SteadyFlow::SteadyFlow(SteadyFlow&&) noexcept = default;
SteadyFlow& SteadyFlow::operator=(SteadyFlow&&) noexcept = default;
SteadyFlow::~SteadyFlow() = default;

SolvedFlow SteadyFlow::run(const ProgressFunction& progress) && {
  const PhaseScope looks(Phase::looks);  // whatever does not step
  RunningFlow flow(*lattice_, solved_, estimate_, progress);
  if (voxels_)
    flow.begin(std::exchange(pores_, {}), std::move(voxels_), [&](std::size_t cells) {
      const auto make = estimate_.pressure_on_gpu ? make_cell_rates_cuda : make_cell_rates;
      return make(cells, *measured_);
    });
  else
    flow.begin(std::exchange(pores_, {}), std::move(half_));
  // Only a flow that was begun from rest may diverge; one that was begun from another flow gets a second chance.
  if (!search(flow) && flow.began_from_half_image()) {
    flow.begin_again_from_rest();
    search(flow);
  }
  FlowResult result = flow.finish();
  return {std::move(lattice_), options_, std::move(result)};
}

}  // namespace perm
