// SPDX-License-Identifier: Apache-2.0
#include "darcy/slow_pressure.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace perm {
namespace {

constexpr double least_unexplained = 0.1;     // share of the change of pressure that is taken as change within bodies
constexpr double pressure_counts = 20;        // its error is found once the bound on the rest is this many tolerances
constexpr std::int64_t looks_of_bound = 4;    // and holds for at most so many looks
constexpr double pressure_safety = 2;         // it counts so many times: conductances are known within a factor of 2
constexpr double slow_factor = 3;             // slow is what takes so many times as long as the clocks say
constexpr double steps_of_a_change = 300;     // a change of tau costs about so many steps
constexpr double change_factor = 2;           // it pays for pressure that takes this many times as long as the rest
constexpr double steps_of_a_correction = 80;  // the same for a correction of the pressure
constexpr double correction_factor = 2;
constexpr double least_correction = 0.7;  // a correction that leaves more of the error has failed
constexpr int most_failures = 3;
constexpr int most_corrections = 20;

/// Gives the steps until an error that decays with this time is half the tolerance.
double steps_left(double decay_time, double error, double tolerance) {
  return decay_time / 2 * std::log(std::max(1.0, 2 * error / tolerance));
}

}  // namespace

SlowPressure::SlowPressure(std::shared_ptr<const WatchedNetwork> network) {
  if (network) pressure_.emplace(std::move(network));
}

double SlowPressure::watch(RunningFlow& flow, double residual) {
  if (!pressure_) return residual;
  flow.watch_pressure(*pressure_);
  return std::max(unexplained(flow, residual), least_unexplained * residual);
}

double SlowPressure::unexplained(const RunningFlow& flow, double residual) const {
  return pressure_ ? std::max(residual - flow.nu() * pressure_->residual(), 0.0) : residual;
}

double SlowPressure::bound(RunningFlow& flow, const SearchState& state, std::int64_t interval, bool is_calm) {
  if (!pressure_) return 0;
  const double tolerance = flow.options().tolerance;
  const bool ends = flow.steps_left() <= interval;  // a run that ends at the step limit states its bound too
  if (!ends && !(state.error_beside <= pressure_counts * tolerance)) return 0;
  // The error falls like the residual at most. Where it cannot have fallen far enough, the last bound serves, once two
  // bounds have told how fast it falls. A correction needs a new one.
  const bool is_wanted = is_calm && correction_pays(state, tolerance);
  if (!ends && !is_wanted && last_ && before_ && ++last_->looks < looks_of_bound &&
      state.error + last_->of_k * pressure_->residual() / last_->residual > tolerance)
    return last_->of_k;
  const UnsteadyPressure::Error found = flow.bound_pressure(*pressure_);
  const double bound = pressure_safety * found.of_k / state.permeability;
  if (std::isfinite(bound)) {
    before_ = last_;
    last_ = Bound{bound, found.decay_time, pressure_->residual(), flow.steps(), 0};
  }
  slow_time_ = is_worth_waiting_for(found, bound, state, tolerance) ? 0 : found.decay_time;
  return bound;
}

/// Tells whether pressure keeps K away from its limit for hardly longer than the rest does.
bool SlowPressure::is_worth_waiting_for(const UnsteadyPressure::Error& found, double bound, const SearchState& state,
                                        double tolerance) const {
  if (!std::isfinite(bound) || !(found.decay_time > slow_factor * state.slowest)) return true;
  return steps_left(found.decay_time, bound, tolerance) <=
         steps_of_a_change + change_factor * steps_left(state.seen, state.error_beside, tolerance);
}

bool SlowPressure::correct(RunningFlow& flow, const SearchState& state) {
  const double tolerance = flow.options().tolerance;
  if (!last_ || !before_ || last_->looks > 0 || !std::isfinite(state.error)) return false;
  const double now = last_->of_k;
  if (!(state.error + now > tolerance)) return false;
  if (corrected_from_ && now > least_correction * *corrected_from_) ++failures_;
  corrected_from_.reset();
  if (!correction_pays(state, tolerance)) return false;
  // What decays sooner than the network says has wider throats than it says, and is corrected by less.
  flow.correct_pressure(*pressure_, std::min(1.0, seen_time() / last_->decay_time));
  corrected_from_ = now;
  ++corrections_;
  forget();
  return true;
}

bool SlowPressure::correction_pays(const SearchState& state, double tolerance) const {
  if (!last_ || !before_ || !corrections_help()) return false;
  if (!(last_->of_k > tolerance / 2) || !(last_->decay_time > state.slowest)) return false;
  const double for_pressure = steps_left(std::min(last_->decay_time, seen_time()), last_->of_k, tolerance);
  const double for_rest = steps_left(state.seen, state.error_beside, tolerance);
  return for_pressure > steps_of_a_correction + correction_factor * for_rest;
}

bool SlowPressure::may_soon_correct(double tolerance) const {
  return last_ && corrections_help() && last_->of_k > tolerance / 2 && (!before_ || last_->looks > 0);
}

double SlowPressure::seen_time() const {
  const double fallen = std::log(before_->of_k / last_->of_k);
  if (!(fallen > 0)) return std::numeric_limits<double>::infinity();
  return 2 * static_cast<double>(last_->step - before_->step) / fallen;
}

bool SlowPressure::corrections_help() const { return corrections_ < most_corrections && failures_ < most_failures; }

void SlowPressure::forget() {
  if (pressure_) pressure_->forget();
  last_.reset();
  before_.reset();
  slow_time_ = 0;
}

}  // namespace perm
