// SPDX-License-Identifier: Apache-2.0
// Judges whether a flow with inertia is steady, will be, or never will. The residual is how fast velocities still
// change, as a root mean square over all voxels; its mean square over whole periods is called energy here. K may stand
// still by chance, or oscillate about a mean, while the energy does not fall. Times are in steps; no clock, no number
// of processes and no device decides.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/saving/members.hpp"

namespace perm {

/// Holds one look at a flow (Backend::advance_and_compare).
struct InertialLook {
  std::int64_t step{0};  ///< since the flow was last changed by something else than steps
  double rate{0};        ///< root mean square of du/dt over the superficial velocity
  double value{0};       ///< K, in any unit, or what else shows how the flow oscillates; 0 where there is nothing
};

/// How a flow oscillates that does not become steady.
struct Oscillation {
  double period{0};  ///< in steps; of an irregular one the mean time between two maxima
  bool is_regular{false};
  double size{0};  ///< largest less smallest value over their mean; 0 where the looks have no value
};

/// Says how far the flow is from steady, by the looks so far.
struct FlowJudgement {
  double error{0};  ///< bound on what the mean velocity misses of its limit, over itself; infinite where nothing bounds
  double value{0};  ///< of the end, as a mean over whole periods where they are regular or the flow is unsteady
  double value_error{0};  ///< bound on what the value still drifts, over itself; infinite before enough is seen
  bool is_unsteady{false};
  std::optional<Oscillation> oscillation;  ///< of the end of the flow, where it oscillates
};

/// Residuals below this may be rounding alone, where nothing more is known. They were 2e-8 in media of discs.
inline constexpr double rounding_of_float32 = 2e-7;

class Steadiness {
 public:
  /// `slowest` is the longest decay time that the pores let expect, at the viscosity of the flow.
  explicit Steadiness(double slowest, double rounding = rounding_of_float32)
      : state_{slowest, rounding, {}, {}, {}, {}} {}

  /// Looks are wanted about ten times in the shortest period that may be (longest_between_looks).
  void add(const InertialLook& look);

  /// Judges by all looks so far; the work grows with their number. A flow that does not oscillate has
  /// the error T r: what decays in T steps and changes by r a step has so much to go, where T is the longest of the
  /// decay time that the looks show and the expected one. An oscillation of period P has the amplitude
  /// A = P r / (2 pi), however slowly it decays. The flow misses A. K, which an oscillation does not change in first
  /// order, misses the size of its own oscillation, A^2, and what its mean over periods changes while the energy dies.
  /// Where the energy falls evenly and K does not move meanwhile, what dies has no part in K. Nothing bounds a flow
  /// whose energy grows.
  ///
  /// A flow is unsteady where its error is far above `tolerance` and its energy has not fallen over a span as long as
  /// the longest decay time expected, and as four regular periods, or 24 irregular ones; four times that decay time
  /// where nothing oscillates. A flow near the threshold, whose oscillation decays slowly, is not: one per cent in half
  /// of the span is seen.
  FlowJudgement judge(double tolerance) const;

  struct State {
    double slowest{0};
    double rounding{rounding_of_float32};
    std::vector<double> times;
    std::vector<double> energies;
    std::vector<double> logarithms;
    std::vector<double> values;
  };
  const State& state() const { return state_; }
  State& state() { return state_; }

 private:
  struct Periodicity {
    double period{0};
    bool is_regular{false};
  };
  double elapsed() const { return state_.times.back(); }
  /// Gives the logarithm of the mean energy over `width` before `time`, of which no oscillation of half of that is
  /// left.
  double level(double time, double width) const;
  /// Gives the logarithm of the mean energy in one of the equal blocks of the last `span`; block 0 is the last.
  double block_level(double span, std::size_t block) const;
  /// Gives how much that rises over the span, by the line that fits it best.
  double slope_of_blocks(double span) const;
  bool stands_still(double span) const;
  /// Tells whether the level is higher than any since the flow forgot how it began. Where it grows but is not, two
  /// oscillations that die may beat.
  bool is_highest(double now, double width, double step) const;
  std::optional<Periodicity> find_oscillation() const;
  std::size_t count_looks(double width) const;
  /// Gives the largest less the smallest value over their mean, of `width` that ended `before` now.
  double size_of(double width, double before = 0) const;
  /// Tells whether the value oscillates, and its amplitude falls as the energy does. Otherwise another oscillation may
  /// hold the energy.
  bool dies_alike(double period, double span, double fall, double tolerance) const;
  bool has_values() const { return state_.values.back() != 0; }
  double value_error() const;
  /// Bounds what is missing where nothing oscillates.
  double decaying_error() const;
  /// Gives the span in which an oscillation of this period is judged.
  double span_of(double period) const;
  /// Gives the period, or twice or thrice it, at which K and the energy both resemble themselves in its span; empty
  /// where something else is seen too.
  std::optional<double> common_period(double period, double tolerance) const;
  /// Does so where the energy falls evenly, so that one mode holds it, of which the value shows as much as it moves.
  double resting_error() const;
  /// Does so where a regular oscillation dies: its energy fell by `fall`, in its logarithm, in half of `span`.
  double oscillating_error(double period, double span, double fall) const;

  State state_;
};
PERM_MEMBERS(Steadiness::State, slowest, rounding, times, energies, logarithms, values)

/// Gives the most steps between two looks: a vortex behind a grain of a few voxels takes some hundred steps at the
/// largest Mach number. Later there is a look each 20,000th of the time, so that their number stays small.
inline std::int64_t longest_between_looks(std::int64_t steps_so_far) {
  constexpr std::int64_t shortest = 40;
  return steps_so_far / 20'000 > shortest ? steps_so_far / 20'000 / 2 * 2 : shortest;
}

}  // namespace perm
