// SPDX-License-Identifier: Apache-2.0
// Gives K to second order, and a bound on what is missing, from one moment of a flow that is still changing.
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
// and the error that is left is at most T <(du/dt)^2 + c_s^2 (drho/dt)^2> when no mode of the flow decays more slowly
// than in T steps. Linear equilibrium only.
//
// The residual of a few steps falls no more once it is rounding. Then the difference of two moments that lie many steps
// apart tells what still changes: the more steps, the less rounding is in it, while what decays slowly is in it whole.
// No decay can be seen there, so T is the longest that counts.
#pragma once

#include <array>
#include <cstdint>
#include <limits>

#include "darcy/bounds/convergence.hpp"

namespace perm {

/// Holds one look at a flow (see Backend::advance_and_watch). Lattice units.
struct ChangingPermeability {
  std::int64_t step{0};
  double value{0};     ///< nu <u> / g, corrected to second order
  double residual{0};  ///< nu <(du/dt)^2 + c_s^2 (drho/dt)^2> / g^2: voxel^2 a step
};

class ResidualBound {
 public:
  /// Adds a look. `slowest` is the longest decay time that the image and its K let expect (Clocks), in steps.
  /// `compared` is the residual of the steps before, from two moments far apart; it is infinite where they were not
  /// compared.
  void add(const ChangingPermeability& now, double slowest, double compared = std::numeric_limits<double>::infinity());
  /// Gives K, with the larger of the bounds that the last two looks gave.
  Limit limit() const;
  /// Tells whether the residual fell from look to look. Sound that runs to and fro makes it rise and fall.
  bool falls() const {
    return count_ >= 3 && looks_[0].residual < looks_[1].residual && looks_[1].residual < looks_[2].residual;
  }
  /// Gives the decay time of the slowest mode seen, in steps; infinite before one is seen.
  double seen_decay_time() const { return seen_; }

 private:
  double longest_decay_time() const;
  double decay_time(const ChangingPermeability& before) const;

  std::array<ChangingPermeability, 3> looks_{};  ///< the last three looks, latest first
  int count_{0};
  double seen_{std::numeric_limits<double>::infinity()};
  double error_{0};
  double error_before_{0};
};

}  // namespace perm
