// SPDX-License-Identifier: Apache-2.0
// Gives K of a moment of a creeping flow to second order, and bounds what it misses of the limit by what still changes:
// velocities and pressure within bodies by their decay (darcy/residual_bound.hpp), pressure that becomes steady slowly
// by the network of the pores (darcy/slow_pressure.hpp).
#pragma once

#include <cstdint>

#include "darcy/residual_bound.hpp"
#include "darcy/running_flow.hpp"
#include "darcy/slow_pressure.hpp"

namespace perm {

class WatchedBound {
 public:
  explicit WatchedBound(const RunningFlow& flow);

  /// Gives K corrected to second order; `permeability` is that of this moment, voxel^2.
  static double correct(const RunningFlow& flow, const ChangingFlow& now, double permeability);
  /// Adds a look and gives the corrected K with its bound, slow pressure left out. Collective.
  Limit add(RunningFlow& flow, const ChangingFlow& now, double corrected);
  /// Adds to the bound on the rest what slow pressure keeps from K. `interval` and `is_calm` are those of SlowPressure.
  /// Collective.
  Limit with_slow_pressure(RunningFlow& flow, Limit rest, std::int64_t interval, bool is_calm);
  /// Corrects slow pressure where the run would wait for it, and says whether it did. Collective.
  bool correct_pressure(RunningFlow& flow);
  /// Forgets what was seen: the flow has been changed by something else than steps.
  void forget();
  /// Expects this K, voxel^2, until a look tells more.
  void expect(double permeability) { permeability_ = permeability; }

  const SlowPressure& pressure() const { return pressure_; }
  const ResidualBound& rest() const { return rest_; }

 private:
  /// Gives the longest decay time that the image and K let expect, in steps.
  double slowest(const RunningFlow& flow) const;

  double permeability_;  ///< the best guess so far
  SearchState state_;
  double share_beside_{1};  ///< of the last residual, what changes of bodies do not explain
  SlowPressure pressure_;
  ResidualBound rest_;
};

}  // namespace perm
