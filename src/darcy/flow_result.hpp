// SPDX-License-Identifier: Apache-2.0
// Holds what the flow along one direction gives: the permeability with its iteration error, how it was reached, and the
// evidence. Lattice units: lengths in voxels, times in steps. Every number describes the whole image, and every process
// has the same result, except for the seconds and the speeds.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/extent.hpp"
#include "core/named_values.hpp"
#include "darcy/survey/pore_structure.hpp"
#include "solver/flow_measures.hpp"

namespace perm {

/// `converged`: the bound met the tolerance. `estimated`: samples of K tell its limit to the tolerance, but inertia is
/// too strong for a bound. `rounding`: nothing changes any more but by rounding, which keeps the bound above the
/// tolerance. `interrupted`: the caller stopped the run (StopFlow); there is no K where none was known yet.
enum class StopReason { converged, estimated, step_limit, rounding, diverged, not_percolating, interrupted };

template <>
inline constexpr std::array names_of<StopReason>{
    NamedValue{StopReason::converged, "converged"},    NamedValue{StopReason::estimated, "estimated"},
    NamedValue{StopReason::step_limit, "step_limit"},  NamedValue{StopReason::rounding, "rounding"},
    NamedValue{StopReason::diverged, "diverged"},      NamedValue{StopReason::not_percolating, "not_percolating"},
    NamedValue{StopReason::interrupted, "interrupted"}};

/// Tells whether a flow ended of itself without K to its tolerance.
constexpr bool falls_short(StopReason stop) {
  return stop == StopReason::step_limit || stop == StopReason::rounding || stop == StopReason::diverged;
}

/// Holds one line of convergence.csv.
struct ConvergenceSample {
  std::int64_t step{0};
  double seconds{0};
  double permeability_voxel2{0};                          ///< nu <u> / g of the mean velocity at this step
  double extrapolated_voxel2{0};                          ///< corrected to second order, or by a fitted tail
  double error{std::numeric_limits<double>::infinity()};  ///< bound on |extrapolated/limit - 1|
};

/// Says how the image was shared out among the processes: into parts_y x parts_z blocks.
struct Sharing {
  int ranks{1};
  std::int64_t parts_y{1};
  std::int64_t parts_z{1};
  double imbalance{0};  ///< cells of the largest block over the mean, less 1
};

inline constexpr std::size_t most_mass_samples = 3;  ///< that a result keeps

/// Holds what the balance of mass needs of one sample.
struct MassSample {
  std::int64_t step{0};
  double mass_deviation{0};  ///< mean over cells of density - 1
  double first_flux{0};      ///< through the first plane across the flow
  double last_flux{0};       ///< through the last one
};

/// Holds what bounds the errors of mean velocities across a force (darcy/evaluation/permeability_tensor.hpp): the
/// sizes of the flow at its end, and how fast it still changed at the last look. Means of squares are over all voxels.
struct CrossFlow {
  std::array<double, 3> mean_velocity{};  ///< at the last look
  double velocity_voxel2{0};              ///< nu/g times the root of the mean square of u
  double pressure_steps{0};               ///< c_s/g times that of the density deviation
  double velocity_change{0};              ///< 1/g times that of du/dt
  double pressure_change{0};              ///< c_s/g times that of drho/dt

  bool operator==(const CrossFlow&) const = default;
};

struct FlowResult {
  Axis direction{Axis::x};
  StopReason stop{StopReason::step_limit};
  std::optional<double> permeability_voxel2;  ///< nu <u> / g; absent when the run diverged, or ended below 0
  /// Relative bound on K against its limit in exact arithmetic.
  double iteration_error{std::numeric_limits<double>::infinity()};
  double rounding_error{0};               ///< the part of it that more steps would not make smaller
  std::array<double, 3> mean_velocity{};  ///< superficial: over all voxels, lattice units, at the last sample
  std::optional<CrossFlow> cross_flow;    ///< absent without a look at how fast the flow changes
  double force{0};                        ///< the g that drove the flow
  double tau{0};
  bool tau_was_chosen{false};  ///< chosen by the program, not given
  std::int64_t steps{0};
  double seconds{0};             ///< seconds of starting and stepping
  double setup_seconds{0};       ///< seconds of making the lattice
  double mflups{0};              ///< million fluid-cell updates a second, of all processes together
  std::int64_t fluid_cells{0};   ///< cells that were solved: those that flow can reach
  double connected_porosity{0};  ///< fluid_cells over all voxels
  Sharing sharing;
  std::string device;  ///< the first rank's device, and how messages went: "cuda, NVIDIA H200, transport peer"
  double bytes_per_fluid_cell{0};  ///< memory of the lattice with its halos: distributions, links, occupancy
  double flux_spread{0};           ///< (max - min)/|mean| of the flux through the planes across the flow
  std::vector<double> plane_flux;  ///< mean velocity along the flow of every plane across it
  std::vector<ConvergenceSample> history;
  /// Mean density of the cells at the last sample, less that at the first one. Absent between faces across the flow
  /// that are closed, where the mean density may change (darcy/evaluation/mass_balance.hpp).
  std::optional<double> mass_deviation;
  std::vector<MassSample> mass_samples;  ///< the last few, at one viscosity and precision
  std::optional<FlowMeasures> measures;  ///< of the last step; absent when the run diverged
  /// The momentum along the flow that all cells gain in a step at the end, over what the force gives them in a step.
  /// Absent where the ends of the image are closed, or `measures` are.
  std::optional<double> momentum_gain;
  PoreStructure pores;  ///< the pores whose cells were solved
  /// K in float16 over the final K, less 1; the last steps are always made in float32. Absent without float16.
  std::optional<double> float16_difference;
  std::int64_t float16_steps{0};
  std::string diverged_because;  ///< step and cause, when the run diverged
};

}  // namespace perm
