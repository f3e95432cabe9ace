// SPDX-License-Identifier: Apache-2.0
// Finds the limit of K by the pressure of the voxels (darcy/pressure/voxel_pressure.hpp): a few steps, a look that
// corrects K to second order and bounds what that misses, a change of the pressure, and again.
//
// A step is f -> S(Cf + b): collide, then stream. In the inner product sum f_q g_q / w_q the collision C is symmetric
// and streaming S (with half-way bounce-back) is a permutation whose inverse is S with velocities turned round: R S R =
// S^-1. So the steady state, S^-1 f = Cf + b, solves the symmetric system M f = Rb with M = R (S^-1 - C). The
// expression <Rb, f> + <f, Rb - M f> is <Rb, f> at the solution and is stationary there: an error e of the flow changes
// it by -<e, Me>. <Rb, f> is the mean velocity, times a number; the residual Rb - M f is what one step changes. With
// the moments in place of the distributions, which is exact up to what the next steps bring into equilibrium,
//
//   <u> g  ->  <u> g + d/dt <u^2/2 - c_s^2 drho^2/2>
//
// and voxel_pressure.hpp bounds the error that is left. Linear equilibrium only.
#pragma once

#include <array>
#include <cstdint>

#include "darcy/momentum_scaling.hpp"
#include "darcy/running_flow.hpp"

namespace perm {

class PressureSearch {
 public:
  static constexpr std::int64_t steps_a_look = 4;

  struct State {
    bool waits_for_momentum{false};
    double factor{1};  ///< of the last scaling
    MomentumLook momentum;
    std::array<double, 3> mean_rate{};  ///< of the last look
    std::int64_t step{0};               ///< of the last look
    std::int64_t step_before{0};        ///< of the one before
    double error_before{0};             ///< found then
    std::int64_t look_at{0};            ///< the step of the next look; 0 where it is not chosen yet
    std::int64_t glance_at{0};          ///< the step of a glance before it; 0: none
  };
  const State& state() const { return state_; }
  State& state() { return state_; }

  /// Steps to the next look, for which there are steps enough, notes K with its bound, and corrects the pressure unless
  /// the bound meets the tolerance. Gives false when the flow is no longer finite. Collective.
  bool advance(RunningFlow& flow);
  /// Finds K and its bound at this moment. Collective.
  bool look(RunningFlow& flow);

  /// What a look finds.
  struct Found {
    bool is_finite;
    double permeability;  ///< of this moment, voxel^2
    Limit limit;          ///< K corrected to second order, and a bound on what is missing
    double noise;         ///< what rounding does to K, over K
    PressureLook pressure;
  };
  /// Takes a look, which changes nothing. Collective.
  static Found find(RunningFlow& flow);

 private:
  /// Gives the steps to the next look where pressure can wait: those until the bound will meet the tolerance if it goes
  /// on to fall as it did, at most a share of the steps so far.
  std::int64_t steps_to_wait(const RunningFlow& flow) const;
  /// Takes two steps, and scales the momentum by what they tell where the last look did so in the same sense.
  /// Collective.
  void glance(RunningFlow& flow);
  /// Changes pressure and momentum by what the last look has found.
  void correct(RunningFlow& flow);
  /// Gives what the mean velocity across the flow lacks, had K no direction.
  std::array<double, 3> velocity_to_rest(const RunningFlow& flow) const;

  State state_;
};

}  // namespace perm
