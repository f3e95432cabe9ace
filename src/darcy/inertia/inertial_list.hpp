// SPDX-License-Identifier: Apache-2.0
// The flows with inertia of a list of Reynolds numbers, as they were solved (inertial_flows.hpp). Lattice units.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/named_values.hpp"
#include "core/saving/members.hpp"

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

PERM_MEMBERS(InertialPoint, reynolds_asked, reynolds, permeability, iteration_error, force, tau, superficial_velocity,
             largest_speed, mach, wall_force_difference, flux_spread, steps, seconds)
PERM_MEMBERS(UnsteadyFlow, reynolds, permeability, oscillation, period_steps, period, is_regular, force, tau, steps)
PERM_MEMBERS(InertialFlows, image, cells, creeping, creeping_error, length, points, end, reynolds_at_end, unsteady, why)

}  // namespace perm
