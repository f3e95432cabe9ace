// SPDX-License-Identifier: Apache-2.0
// Watches a flow with inertia while it is stepped: says when the next look at it is due, and judges it by all looks
// since it was last changed by something else than steps.
#pragma once

#include <cstdint>
#include <optional>

#include "core/saving/members.hpp"
#include "core/saving/state_bytes.hpp"
#include "darcy/bounds/convergence.hpp"
#include "darcy/inertia/steadiness.hpp"
#include "solver/backend.hpp"

namespace perm {

class FlowWatch {
 public:
  static constexpr std::int64_t steps_of_look = 4;
  static constexpr std::int64_t fewest_steps = 20;  ///< from look to look

  /// Begins anew at this step of the lattice. `slowest` and `rounding` are those of Steadiness.
  void begin(std::int64_t step, double slowest, double rounding);
  /// Forgets the flow, which is changed now.
  void end() { state_.has_begun = false; }
  bool has_begun() const { return state_.has_begun; }

  /// Says whether it is chosen when the next look begins, chooses it, and gives it.
  bool has_chosen_look() const { return state_.look_at != 0; }
  void choose_look(std::int64_t step);
  std::int64_t look_at() const { return state_.look_at; }

  /// What the looks so far tell of K.
  struct Verdict {
    Limit limit;  ///< by the tail of K alone
    FlowJudgement judged;
    std::int64_t steps{0};  ///< that the flow was watched
  };
  /// Adds a look that ended at a step of the lattice, and gives the verdict now and then.
  std::optional<Verdict> add(const InertialLook& look, double flux_spread, double tolerance);

  void save(StateWriter& state) const { state << state_ << convergence_.state() << steadiness_.state(); }
  void restore(StateReader& state) { state >> state_ >> convergence_.state() >> steadiness_.state(); }

  struct State {
    bool has_begun{false};
    std::int64_t since{0};
    std::int64_t judged_next{0};  ///< in steps since then
    std::int64_t look_at{0};      ///< 0 where it is not chosen yet
  };

 private:
  State state_;
  Convergence convergence_;
  Steadiness steadiness_{0};
};
PERM_MEMBERS(FlowWatch::State, has_begun, since, judged_next, look_at)

/// Gives the residual that rounding leaves in a steady flow of this superficial velocity, as looks see it that are
/// FlowWatch::fewest_steps apart or more. Distributions are as large as the pressure and the velocity make them, and
/// velocities are their sums. Less than a quarter of this was measured in packings in float32.
double rounding_residual(const FlowMeasures& measures, Precision precision, double velocity);

}  // namespace perm
