// SPDX-License-Identifier: Apache-2.0
// Solves the flows of one image at ascending Reynolds numbers, each from the one before. The first begins from the
// creeping flow. The equilibrium is that of He, Luo 1997. With it and two relaxation times a steady flow at one
// Reynolds number does not depend on the viscosity (d'Humieres, Ginzburg 2009): if all velocities and the viscosity are
// multiplied by s, pressures and the force are by s^2, and every term of the step grows alike. So the viscosity is
// chosen for the fewest steps, as far as the largest Mach number allows. Lattice units.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "darcy/flow_options.hpp"
#include "darcy/inertia/inertial_list.hpp"
#include "darcy/progress.hpp"
#include "darcy/run_estimate.hpp"
#include "darcy/solved_flow.hpp"
#include "solver/backend.hpp"

namespace perm {

struct InertiaRequest {
  std::vector<double> reynolds;          ///< ascending, above 0: U l / nu, U being the superficial velocity
  std::optional<double> length_voxel;    ///< l; absent: the square root of the permeability of creeping flow
  std::optional<double> largest_mach{};  ///< of the largest speed of a cell; absent: usual_largest_mach
  /// Is called with each flow while the lattice holds it; may be empty. Collective.
  std::function<void(const Backend&, const InertialPoint&)> on_point{};
};

/// Throws InputError where the Reynolds numbers do not ascend from above 0, or another number is out of range, and
/// UsageError where `options` do not go with inertia: BGK, whose K depends on the viscosity, float16, and densities
/// prescribed across the flow.
void check_request(const InertiaRequest& request, const FlowOptions& options);

/// Solves the flows. `creeping` is the flow with the linear equilibrium through the same pores, which has a K above 0;
/// `estimate` and `options` are those it was solved with, by which the faces across the flow are joined. A flow is
/// steady when its bound is below options.tolerance; each takes at most options.max_steps. `progress` is called at
/// every sample; where it throws StopFlow, what was solved is kept. Collective.
InertialFlows solve_inertial_flows(SolvedFlow creeping, const RunEstimate& estimate, const FlowOptions& options,
                                   const InertiaRequest& request, const ProgressFunction& progress = {});

}  // namespace perm
