// SPDX-License-Identifier: Apache-2.0
#include "darcy/inertia/inertia_keeper.hpp"

#include <utility>
#include <vector>

#include "core/phases/phase_clock.hpp"

namespace perm {
namespace {

constexpr const char* inertia_part = "inertia";

}  // namespace

InertiaKeeper::InertiaKeeper(const FlowSaving& saving) : saving_(saving) {
  if (!has_state(saving)) return;
  StateReader reader(*saving_.checkpoint->find(inertia_part));
  std::string flow;
  Found found;
  reader >> flow >> found.stepping >> found.list;
  reader.require_end();
  found_ = std::move(found);
}

bool InertiaKeeper::has_state(const FlowSaving& saving) {
  const StateBytes* const bytes = saving.checkpoint == nullptr ? nullptr : saving.checkpoint->find(inertia_part);
  if (bytes == nullptr) return false;
  std::string flow;
  StateReader(*bytes) >> flow;
  return flow == saving.flow;
}

InertiaKeeper::~InertiaKeeper() {
  if (saving_.checkpoint != nullptr) saving_.checkpoint->forget(inertia_part);
}

std::shared_ptr<FlowLattice> InertiaKeeper::make_lattice(const PoreSlab& pores, const FlowOptions& options) const {
  const PhaseScope making(Phase::lattice);
  const Stepping& stepping = found_->stepping;
  auto lattice = std::make_shared<FlowLattice>(FlowLattice{share_out(pores, options), nullptr, {}});
  const PoreSpace own = fetch_pores(pores, lattice->share.domain);
  lattice->cells = rows_of_cells(lattice->share.domain, own);
  SolverSettings settings = options.solver;
  settings.equilibrium = stepping.equilibrium;
  settings.force = stepping.force;
  settings.tau = stepping.tau;
  lattice->backend = make_backend(lattice->share.domain, own, settings);
  Backend& backend = *lattice->backend;
  saving_.checkpoint->restore(list_distributions(backend, lattice->cells, settings.precision));
  backend.go_on_from(stepping.steps);
  if (stepping.compared_step) {
    saving_.checkpoint->restore(backend.list_compared());
    backend.compare_from(*stepping.compared_step);
  }
  return lattice;
}

const StateBytes& InertiaKeeper::restore(Stepper& stepper) const {
  stepper.go_on_from(found_->stepping.seconds);
  saving_.checkpoint->forget(inertia_part);
  return found_->list;
}

void InertiaKeeper::save(FlowLattice& lattice, const Stepper& stepper, const StateBytes& list,
                         Checkpoint::When when) const {
  if (saving_.checkpoint == nullptr) return;
  Backend& backend = *lattice.backend;
  const SolverSettings& settings = backend.settings();
  StateWriter state;
  state << saving_.flow << Stepping{settings.equilibrium, settings.force,    settings.tau,
                                    backend.steps(),      stepper.seconds(), backend.compared_step()}
        << list;
  saving_.checkpoint->note(inertia_part, state.take());
  std::vector<SavedList> lists{list_distributions(backend, lattice.cells, settings.precision)};
  if (backend.compared_step()) lists.push_back(backend.list_compared());
  saving_.checkpoint->save(lists, when);
}

}  // namespace perm
