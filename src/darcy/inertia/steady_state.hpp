// SPDX-License-Identifier: Apache-2.0
// Steps a flow that the faces of the image drive, a lid or an inlet, until it is steady. It has no permeability, so the
// residual alone decides. Lattice units.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>

#include "core/named_values.hpp"
#include "darcy/inertia/steadiness.hpp"
#include "solver/backend.hpp"

namespace perm {

struct SteadyStateRequest {
  double speed{0};            ///< of the lid or the inlet, to which velocities are compared
  double slowest_decay{0};    ///< the longest decay time that the shape of the fluid lets expect, steps
  double tolerance{1e-6};     ///< bound on the root mean square of what velocities still change, over the speed
  std::int64_t max_steps{0};  ///< from now on
};

enum class SteadyEnd { steady, unsteady, step_limit, diverged };

template <>
inline constexpr std::array names_of<SteadyEnd>{
    NamedValue{SteadyEnd::steady, "steady"}, NamedValue{SteadyEnd::unsteady, "unsteady"},
    NamedValue{SteadyEnd::step_limit, "step_limit"}, NamedValue{SteadyEnd::diverged, "diverged"}};

struct SteadyState {
  SteadyEnd end{SteadyEnd::step_limit};
  double error{std::numeric_limits<double>::infinity()};  ///< the bound that the tolerance is compared with
  std::int64_t steps{0};
  double seconds{0};
  std::optional<Oscillation> oscillation{};  ///< of the end, where velocities oscillate
};

/// Steps until the flow is steady, never will be (Steadiness), is no longer finite, or the steps are used up.
/// `between` is called every second or so with the steps and the bound, and may throw. Collective.
SteadyState step_until_steady(std::unique_ptr<Backend>& backend, const SteadyStateRequest& request,
                              const std::function<void(const SteadyState&)>& between = {});

}  // namespace perm
