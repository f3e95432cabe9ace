// SPDX-License-Identifier: Apache-2.0
// Measures how long a user waits for K: the program's method against steps of BGK at tau 1 from rest, on the same
// device. Each is compared with its own limit, because the limit of BGK differs.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "darcy/steady_flow.hpp"

namespace perm {

/// Describes how one method comes to its limit. Lattice units.
struct WayToK {
  double limit_voxel2{0};      ///< K solved to a hundredth of the tolerance
  std::int64_t steps{0};       ///< from this step on K stays within the tolerance of the limit
  double seconds{0};           ///< seconds until that step, coarser images included
  std::int64_t stop_steps{0};  ///< the step at which the run itself knew that it was done
  double stop_seconds{0};
  double iteration_error{0};  ///< the bound that the run gave
  double true_error{0};       ///< of its K against the limit
  bool converged{false};
};

struct TimeToK {
  std::string name;
  Extent extent;
  std::int64_t fluid_cells{0};
  WayToK plain;
  WayToK program;  ///< by the method of its options
  /// Gives the seconds until the plain run is within the tolerance of its limit, over those of the program's run.
  /// Only somebody who knows the limit can see these moments.
  double ratio() const { return plain.seconds / program.seconds; }
  /// Gives the same seconds of the plain run over those after which the program's run knows that it is done and
  /// stops.
  double ratio_to_stop() const { return plain.seconds / program.stop_seconds; }
};

/// Give geometric means over the cases; 0 without cases.
double mean_ratio(const std::vector<TimeToK>& cases);
double mean_ratio_to_stop(const std::vector<TimeToK>& cases);

/// Solves `pores`, which must percolate along the axis of `options`, in both ways, with the solver, device and
/// tolerance of `options`. Collective. Throws everything that estimate_run and SteadyFlow throw.
TimeToK measure_time_to_k(const std::string& name, const PoreSlab& pores, const FlowOptions& options,
                          const ProgressFunction& progress = {});

}  // namespace perm
