// SPDX-License-Identifier: Apache-2.0
// Solves the flows of one image at ascending Reynolds numbers, each from the one before. The first begins from the
// creeping flow. The equilibrium is that of He, Luo 1997. With it and two relaxation times a steady flow at one
// Reynolds number does not depend on the viscosity (d'Humieres, Ginzburg 2009): if all velocities and the viscosity are
// multiplied by s, pressures and the force are by s^2, and every term of the step grows alike. So the viscosity is
// chosen for the fewest steps, as far as the largest Mach number allows. Lattice units.
#pragma once

#include "darcy/flow_keeper.hpp"
#include "darcy/flow_options.hpp"
#include "darcy/inertia/inertia_request.hpp"
#include "darcy/inertia/inertial_list.hpp"
#include "darcy/progress.hpp"
#include "darcy/run_estimate.hpp"
#include "darcy/solved_flow.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

/// Solves the flows. `creeping` is the flow with the linear equilibrium through the same pores, which has a K above 0;
/// `estimate` and `options` are those it was solved with, by which the faces across the flow are joined. A flow is
/// steady when its bound is below options.tolerance; each takes at most options.max_steps. `progress` is called at
/// every sample; where it throws StopFlow, what was solved is kept. States of the list are saved in `saving`.
/// Collective.
InertialFlows solve_inertial_flows(SolvedFlow creeping, const RunEstimate& estimate, const FlowOptions& options,
                                   const InertiaRequest& request, const ProgressFunction& progress = {},
                                   const FlowSaving& saving = {});

/// Says whether a state of the list was saved.
bool has_saved_list(const FlowSaving& saving);
/// Goes on with the list from there; `pores` are those of its creeping flow. Collective.
InertialFlows go_on_with_inertial_flows(const PoreSlab& pores, const FlowOptions& options,
                                        const InertiaRequest& request, const ProgressFunction& progress,
                                        const FlowSaving& saving);

}  // namespace perm
