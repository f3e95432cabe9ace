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
#include "darcy/flow_lattice.hpp"
#include "darcy/limit_search.hpp"
#include "darcy/pressure/cuda/make_cuda.hpp"
#include "darcy/pressure/voxel_pressure.hpp"
#include "darcy/running_flow.hpp"
#include "lattice/wall_coding.hpp"

namespace perm {
namespace {

/// Gives options with a force in place of prescribed densities. Densities prescribed at two faces drive a flow as a
/// force does between mirrors, step by step (solver/closed_faces.hpp); the density is that of the force plus a straight
/// line. K is corrected for forces only, so the flow under the force is solved.
FlowOptions as_solved(FlowOptions options) {
  BoundaryChoice& boundary = options.boundary;
  if (boundary.boundary == Boundary::pressure)
    boundary = {boundary.sides == Sides::mirror ? Boundary::mirror : Boundary::sealed};
  if (options.solver.slip.length > 0 && !options.surface) {
    options.surface = middles_of_links();
    options.solver.slip.at_voxels = true;
  }
  return options;
}

/// Gives the pressure of the voxels. `pores` are those of the domain.
std::unique_ptr<VoxelPressure> find_pressure(const PoreSlab& slab, const PoreSpace& pores, const FlowOptions& options,
                                             const RunEstimate& estimate, const Domain& domain) {
  const PhaseScope solving(Phase::pressure);
  const Communicator& processes = slab.processes();
  const auto make_flow = [&](PoreConductances conductances) {
    if (estimate.pressure_on_gpu)
      return make_darcy_flow_cuda(std::move(conductances), options.direction, options.solver.transport);
    TeamsOfFlow teams{std::make_shared<const ThreadTeam>(resolve_threads(options.solver.threads, processes)), nullptr};
    const NodeProcessors node(processes);
    if (processes.is_first()) teams.of_first = processes.is_alone() ? teams.own : node.make_team_of_all();
    return make_darcy_flow(std::move(conductances), options.direction, teams);
  };
  return std::make_unique<VoxelPressure>(slab, *estimate.widths, domain, pores, make_flow);
}

}  // namespace

SteadyFlow::SteadyFlow(const PoreSlab& pores, const FlowOptions& options, const RunEstimate& estimate)
    : options_(options), estimate_(estimate) {
  check_options(options);
  const PhaseScope lattice(Phase::lattice);
  solved_ = as_solved(options);
  lattice_ = std::make_shared<FlowLattice>(FlowLattice{share_out(pores, solved_), nullptr, {}});
  pores_ = fetch_pores(pores, lattice_->share.domain);
  voxels_ = find_pressure(pores, pores_, solved_, estimate, lattice_->share.domain);
  take_surface();
  measured_.emplace(lattice_->share.domain, pores_, solved_.surface.get(), solved_.solver.slip);
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
  solved_ = as_solved(options);
  pores_ = fetch_pores(pores, lattice_->share.domain);
  voxels_ = find_pressure(pores, pores_, solved_, estimate, lattice_->share.domain);
  take_surface();
  measured_.emplace(lattice_->share.domain, pores_, solved_.surface.get(), solved_.solver.slip);
}

void SteadyFlow::take_surface() {
  if (solved_.surface) solved_.surface = near_planes(solved_.surface, lattice_->share.domain.own().z);
}

SteadyFlow::SteadyFlow(SteadyFlow&&) noexcept = default;
SteadyFlow& SteadyFlow::operator=(SteadyFlow&&) noexcept = default;
SteadyFlow::~SteadyFlow() = default;

SolvedFlow SteadyFlow::run(const ProgressFunction& progress, const FlowSaving& saving) && {
  const PhaseScope looks(Phase::looks);  // whatever does not step
  FlowKeeper keeper(saving, lattice_->share.domain, pores_);
  lattice_->cells = keeper.cells();
  RunningFlow flow(*lattice_, solved_, estimate_, progress);
  const auto make_rates = [&](std::size_t cells) {
    const auto make = estimate_.pressure_on_gpu ? make_cell_rates_cuda : make_cell_rates;
    return make(cells, *measured_);
  };
  if (keeper.has_found()) {
    flow.begin_again(std::exchange(pores_, {}), std::move(voxels_), make_rates, keeper.precision());
    keeper.restore(flow);
  } else {
    flow.begin(std::exchange(pores_, {}), std::move(voxels_), make_rates);
  }
  if (!flow.is_in_float16() || carry_in_float16(flow, keeper)) search_for_limit(flow, keeper);
  FlowResult result = flow.finish();
  return {std::move(lattice_), options_, std::move(result)};
}

}  // namespace perm
