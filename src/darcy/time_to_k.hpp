// SPDX-License-Identifier: Apache-2.0
// How long a user waits for K: the program's way against steps of BGK at tau 1 from rest, on the same device. Each is
// held against its own limit, as BGK's differs.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "darcy/steady_flow.hpp"

namespace perm {

/// One way to one limit. Lattice units.
struct WayToK {
  double limit_voxel2{0};      ///< solved to a hundredth of the tolerance
  std::int64_t steps{0};       ///< from which K stays within the tolerance of it
  double seconds{0};           ///< the same; of coarser images too
  std::int64_t stop_steps{0};  ///< at which the run itself knew
  double stop_seconds{0};
  double iteration_error{0};  ///< that it gave
  double true_error{0};       ///< what its K was off by
  bool converged{false};
};

struct TimeToK {
  std::string name;
  Extent extent;
  std::int64_t fluid_cells{0};
  WayToK plain;
  WayToK accelerated;
  std::vector<CoarseLevel> coarse_levels;
  /// Seconds in which the plain run comes within the tolerance, as one sees who knows the limit, over those in which
  /// the accelerated one does,
  double ratio() const { return plain.seconds / accelerated.seconds; }
  /// and over those after which the accelerated one knows and stops.
  double ratio_to_stop() const { return plain.seconds / accelerated.stop_seconds; }
};

/// Geometric means. Of none: 0.
double mean_ratio(const std::vector<TimeToK>& cases);
double mean_ratio_to_stop(const std::vector<TimeToK>& cases);

/// `pores`: what percolates along the axis of `options`, whose solver, device and tolerance are used. Collective.
TimeToK measure_time_to_k(const std::string& name, const PoreSlab& pores, const FlowOptions& options,
                          const ProgressFunction& progress = {});

}  // namespace perm
