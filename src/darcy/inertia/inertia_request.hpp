// SPDX-License-Identifier: Apache-2.0
// What a list of flows with inertia is asked for. Lattice units.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "darcy/flow_options.hpp"
#include "darcy/inertia/inertial_list.hpp"
#include "solver/backend.hpp"

namespace perm {

/// A Reynolds number must be this at least: below it what inertia does is below the rounding of float64.
inline constexpr double least_reynolds = 1e-9;

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

}  // namespace perm
