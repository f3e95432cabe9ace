// SPDX-License-Identifier: Apache-2.0
// Gives K of a moment of a creeping flow to second order, and bounds what it misses of the limit by what still changes:
// velocities and pressure within bodies by their decay (darcy/bounds/residual_bound.hpp), pressure that becomes steady
// slowly by the network of the pores (darcy/slow_pressure.hpp).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "darcy/bounds/residual_bound.hpp"
#include "darcy/running_flow.hpp"
#include "darcy/slow_pressure.hpp"

namespace perm {

class WatchedBound {
 public:
  explicit WatchedBound(const RunningFlow& flow);

  /// Takes `steps` steps to the next look. Where a look would see nothing but rounding, the flow is compared at both
  /// ends of them. Collective.
  void advance_to_look(RunningFlow& flow, std::int64_t steps);
  /// Gives K corrected to second order; `permeability` is that of this moment, voxel^2.
  static double correct(const RunningFlow& flow, const ChangingFlow& now, double permeability);
  /// Adds a look and gives the corrected K with its bound, slow pressure left out. Collective.
  Limit add(RunningFlow& flow, const ChangingFlow& now, double corrected);
  /// Adds to the bound on the rest what slow pressure keeps from K. `interval` and `is_calm` are those of SlowPressure.
  /// Collective.
  Limit with_slow_pressure(RunningFlow& flow, Limit rest, std::int64_t interval, bool is_calm);
  /// Gives the bound of a flow with inertia from that on what friction and pressure leave of K; nothing where inertia
  /// is too strong for one. Collective.
  static std::optional<double> with_inertia(const RunningFlow& flow, const Limit& limit);
  /// Corrects slow pressure where the run would wait for it, and says whether it did. Collective.
  bool correct_pressure(RunningFlow& flow);
  /// Gives what rounding is expected to do to K, over K; 0 where that is far below the tolerance. Collective.
  static double expected_noise(const RunningFlow& flow, double permeability);
  /// Forgets what was seen: the flow has been changed by something else than steps.
  void forget();
  /// Expects this K, voxel^2, until a look tells more.
  void expect(double permeability) { permeability_ = permeability; }

  /// Gives what rounding does to K at the last look, over K; 0 where it does not count.
  double noise() const { return noise_; }

  const SlowPressure& pressure() const { return pressure_; }
  const ResidualBound& rest() const { return rest_; }

 private:
  /// Tells whether the residual of a look may be rounding, and no more. Collective.
  bool may_be_rounding(const RunningFlow& flow, double residual) const;
  /// Gives the longest decay time that the image and K let expect, in steps.
  double slowest(const RunningFlow& flow) const;

  double permeability_;  ///< the best guess so far
  SearchState state_;
  double share_beside_{1};  ///< of the last residual, what changes of bodies do not explain
  SlowPressure pressure_;
  ResidualBound rest_;
  static constexpr std::ptrdiff_t noisy_looks = 3;
  int looks_at_nothing_{0};  ///< the last looks whose residual may be rounding, or less than is counted
  std::array<double, 2 * noisy_looks> seen_{};  ///< K of the last looks, latest first
  double noise_{0};
  std::optional<FlowRates> compared_;  ///< of the steps to the next look
};

}  // namespace perm
