// SPDX-License-Identifier: Apache-2.0
// Tells whether K has converged. Samples of K against time give its limit, by an exponential tail, and a bound on what
// is missing. A small change per step says nothing by itself: with decay time T a relative change below tol per N steps
// leaves an error of about tol*T/N. Times are in steps; K may have any unit.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "core/saving/members.hpp"

namespace perm {

/// Says what the samples so far tell of the limit.
struct Limit {
  double value{0};                                        ///< extrapolated; the last sample while there is no tail
  double error{std::numeric_limits<double>::infinity()};  ///< relative bound on |value - limit|
};

/// Holds the history of K.
class Convergence {
 public:
  /// Adds the K of a step later than all before. `flux_spread` is (max - min)/mean of the flux through the planes
  /// across the flow: it is zero in the steady state, and about twice the error of K while the pressure still builds
  /// up.
  void add(std::int64_t step, double permeability, double flux_spread);

  /// Gives the limit, with the larger of the bounds that the last two samples give, so that an agreement by chance does
  /// not count.
  Limit limit() const;

  struct State {
    std::vector<double> steps;
    std::vector<double> values;
    std::vector<double> flux_spreads;
    Limit now;
    Limit before;
  };
  const State& state() const { return state_; }
  State& state() { return state_; }

 private:
  struct Tail {
    bool found{false};
    double limit{0};
    double decay_time{0};
  };
  double value_at(double step) const;
  Tail fit(double from) const;
  /// Gives the largest less the smallest of `samples` since the early window began; `samples` are one for each step.
  double range_since_early(const std::vector<double>& samples) const;
  Limit assess() const;

  State state_;
};
PERM_MEMBERS(Limit, value, error)
PERM_MEMBERS(Convergence::State, steps, values, flux_spreads, now, before)

}  // namespace perm
