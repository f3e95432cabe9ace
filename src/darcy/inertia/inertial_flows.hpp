// SPDX-License-Identifier: Apache-2.0
// Solves the flows of one image at ascending Reynolds numbers, each from the one before. The first begins from the
// creeping flow. The equilibrium is that of He, Luo 1997. With it and two relaxation times a steady flow at one
// Reynolds number does not depend on the viscosity (d'Humieres, Ginzburg 2009): if all velocities and the viscosity are
// multiplied by s, pressures and the force are by s^2, and every term of the step grows alike. So the viscosity is
// chosen for the fewest steps, as far as the largest Mach number allows. Lattice units.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/named_values.hpp"
#include "darcy/flow_options.hpp"
#include "darcy/progress.hpp"
#include "darcy/run_estimate.hpp"
#include "darcy/solved_flow.hpp"
#include "solver/backend.hpp"

namespace perm {

/// Holds one flow of the list.
struct InertialPoint {
  double reynolds_asked{0};
  double reynolds{0};             ///< of the flow that was solved, within a few per cent of what was asked
  double permeability_voxel2{0};  ///< apparent: nu U / g
  double iteration_error{std::numeric_limits<double>::infinity()};  ///< relative bound on it
  double force{0};
  double tau{0};
  double superficial_velocity{0};
  double largest_speed{0};  ///< of a cell
  double mach{0};           ///< of the largest speed
  /// The force on all walls, by momentum exchange, over the force times the cells; less 1. It is what the momentum of
  /// the flow still loses in a step, so that only rounding remains in a steady flow.
  double wall_force_difference{0};
  double flux_spread{0};  ///< (max - min)/mean of the flux through the planes across the flow
  std::int64_t steps{0};
  double seconds{0};
};

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

/// complete: every flow of the list is steady. unsteady: one never comes to rest. unresolved: one needs more voxels
/// across a pore. The list ends there; what was solved before is kept.
enum class InertiaEnd { complete, unsteady, unresolved, step_limit, diverged, interrupted };

template <>
inline constexpr std::array names_of<InertiaEnd>{
    NamedValue{InertiaEnd::complete, "complete"},     NamedValue{InertiaEnd::unsteady, "unsteady"},
    NamedValue{InertiaEnd::unresolved, "unresolved"}, NamedValue{InertiaEnd::step_limit, "step_limit"},
    NamedValue{InertiaEnd::diverged, "diverged"},     NamedValue{InertiaEnd::interrupted, "interrupted"}};

/// Says through what the flows go: the image, which repeats, or the image followed by its mirror image along the flow
/// (darcy/inertia/mirrored_flows.hpp).
enum class InertiaImage { single, mirrored };

template <>
inline constexpr std::array names_of<InertiaImage>{NamedValue{InertiaImage::single, "single"},
                                                   NamedValue{InertiaImage::mirrored, "mirrored"}};

/// Holds the flow at which a list ended because it is unsteady, as it went on when that was plain. It is no point of
/// the list: its K is a mean over whole periods, and no fit uses it.
struct UnsteadyFlow {
  double reynolds{0};             ///< of the mean
  double permeability_voxel2{0};  ///< apparent, mean
  double oscillation{0};          ///< largest less smallest K over the mean; 0 where none was made out
  double period_steps{0};         ///< of an irregular one the mean time between two maxima; 0 where none was made out
  double period{0};               ///< the same over l/U
  bool is_regular{false};
  double force{0};
  double tau{0};
  std::int64_t steps{0};
};

struct InertialFlows {
  InertiaImage image{InertiaImage::single};
  std::int64_t cells{0};      ///< that each flow goes through
  double creeping_voxel2{0};  ///< K0, of the creeping flow through these cells
  double creeping_error{0};   ///< relative bound on it
  double length_voxel{0};     ///< l
  std::vector<InertialPoint> points;
  InertiaEnd end{InertiaEnd::complete};
  double reynolds_at_end{0};             ///< that the list ended at, where it is not complete
  std::optional<UnsteadyFlow> unsteady;  ///< the flow there, where it is unsteady
  std::string why;                       ///< it is not complete: one sentence, and what to do
};

/// Solves the flows. `creeping` is the flow with the linear equilibrium through the same pores, which has a K above 0;
/// `estimate` and `options` are those it was solved with, by which the faces across the flow are joined. A flow is
/// steady when its bound is below options.tolerance; each takes at most options.max_steps. `progress` is called at
/// every sample; where it throws StopFlow, what was solved is kept. Collective.
InertialFlows solve_inertial_flows(SolvedFlow creeping, const RunEstimate& estimate, const FlowOptions& options,
                                   const InertiaRequest& request, const ProgressFunction& progress = {});

}  // namespace perm
