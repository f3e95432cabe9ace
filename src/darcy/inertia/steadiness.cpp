// SPDX-License-Identifier: Apache-2.0
#include "darcy/inertia/steadiness.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "darcy/inertia/oscillation.hpp"

namespace perm {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double longest_at_rest = 5;  // over the expected decay time, of a residual that is rounding or stands still
constexpr double far_from_steady = 4;  // tolerances that the error must be, so that rounding is not called unsteady
constexpr double clearly_falls = 0.9;  // of the residual, that it falls to while a share `recent` of the time goes by
constexpr double falls = 0.01;         // of the logarithm of the energy in half of the span
constexpr double grows = 0.03;         // of the same: more is growth
constexpr double grows_fast = 0.3;     // of the same: it has not come to its end yet
constexpr double periods_to_see = 4;   // and the longest decay time
constexpr double irregular_to_see = 24;
constexpr double times_without_oscillation = 4;  // of the longest decay time
constexpr double irregular_fall = 0.2;           // of the logarithm of the energy in the whole span, beside its scatter
constexpr std::size_t blocks = 8;                // of an irregular span
constexpr double little = 0.05;      // of the logarithm of the energy, and of a tolerance, to oscillate otherwise
constexpr double recent = 1.0 / 16;  // of the time, in which the decay of a flow that does not oscillate is seen
constexpr std::size_t fewest_of_drift = 8;  // looks, in which the drift of a value is seen
constexpr std::size_t fewest_looks = 24;    // in which oscillations are looked for

}  // namespace

void Steadiness::add(const InertialLook& look) {
  state_.times.push_back(static_cast<double>(look.step));
  state_.energies.push_back(look.rate * look.rate);
  state_.logarithms.push_back(std::log(std::max(look.rate, 1e-30)));
  state_.values.push_back(look.value);
}

double Steadiness::level(double time, double width) const {
  return std::log(std::max(smooth_mean({state_.times, state_.energies}, time, width), 1e-60));
}

std::optional<Steadiness::Periodicity> Steadiness::find_oscillation() const {
  std::optional<Periodicity> irregular;
  double window = elapsed();
  while (window > 0 && count_looks(window / 2) > fewest_looks) window /= 2;
  while (window <= 0.9 * elapsed()) {
    for (const std::vector<double>* series : {&state_.values, &state_.logarithms}) {
      const double first = elapsed() - window;
      if (const auto period = find_period({state_.times, *series}, first)) return Periodicity{*period, true};
      if (irregular || (series == &state_.logarithms && has_values()))
        continue;  // sound makes the energy oscillate too
      const double crossings = static_cast<double>(count_crossings({state_.times, *series}, first));
      if (crossings >= 2 * irregular_to_see) irregular = Periodicity{2 * window / crossings, false};
    }
    window *= 2;
  }
  return irregular;
}

std::size_t Steadiness::count_looks(double width) const {
  return static_cast<std::size_t>(state_.times.end() -
                                  std::lower_bound(state_.times.begin(), state_.times.end(), elapsed() - width));
}

double Steadiness::size_of(double width, double before) const {
  double least = infinite;
  double most = -infinite;
  for (std::size_t i = state_.times.size(); i-- > 0 && state_.times[i] >= elapsed() - before - width;) {
    if (state_.times[i] > elapsed() - before) continue;
    least = std::min(least, state_.values[i]);
    most = std::max(most, state_.values[i]);
  }
  return most + least == 0 ? 0 : 2 * (most - least) / std::abs(most + least);
}

double Steadiness::decaying_error() const {
  const double width = std::max(recent * elapsed(), state_.times.back() - state_.times[state_.times.size() - 2]);
  const TimeSeries energies{state_.times, state_.energies};
  const double now = std::sqrt(mean_between(energies, elapsed() - width, elapsed()));
  const double before = std::sqrt(mean_between(energies, elapsed() - 2 * width, elapsed() - width));
  const double largest = std::max(now, before / longest_at_rest);
  const double seen = now < before ? width / std::log(before / now) : infinite;
  if (largest > state_.rounding) return std::max(seen, state_.slowest) * largest;
  // Rounding does not fall, and says little of K, which is a mean over all cells.
  const double time = now < clearly_falls * before ? std::max(seen, state_.slowest) : longest_at_rest * state_.slowest;
  return std::min(time * largest, value_error());
}

double Steadiness::value_error() const {
  const double width = std::max(state_.slowest, elapsed() / 4);
  if (!has_values() || 2 * width > elapsed() || count_looks(width) < fewest_of_drift) return infinite;
  return std::max(longest_at_rest * size_of(width), state_.rounding);
}

double Steadiness::span_of(double period) const { return std::max(state_.slowest, periods_to_see * period); }

double Steadiness::oscillating_error(double period, double span, double fall) const {
  const double rate = std::exp(level(elapsed(), 2 * period) / 2);
  // The period of K and of the energy may be half of that of velocities, which oscillate to both sides.
  const double amplitude = 2 * period * rate / (2 * std::numbers::pi);
  const TimeSeries values{state_.times, state_.values};
  const double now = smooth_mean(values, elapsed(), 2 * period);
  const double drift = std::abs(smooth_mean(values, elapsed() - span / 2, 2 * period) / now - 1);
  const double left = std::max(longest_at_rest * state_.slowest / (span / 2), 2 / std::expm1(fall));
  return size_of(1.05 * period) + left * drift + 3 * amplitude * amplitude;
}

double Steadiness::resting_error() const {
  const double span = std::max(times_without_oscillation * state_.slowest, elapsed() / 2);
  if (!has_values() || span > elapsed() || count_looks(span / 2) < fewest_of_drift) return infinite;
  const double fall = -slope_of_blocks(span) / 2;
  double apart = 0;
  for (std::size_t block = 0; block < blocks; ++block) {
    const double place = (static_cast<double>(block) - (blocks - 1) / 2.0) / blocks;
    const double line = block_level(span, 0) + fall * 2 * (place + (blocks - 1) / 2.0 / blocks);
    apart = std::max(apart, std::abs(block_level(span, block) - line));
  }
  if (fall < falls || apart > std::max(fall / 2, 2 * falls)) return infinite;
  return std::max({longest_at_rest * size_of(span / 2), 2 / std::expm1(fall / 2) * size_of(span / 2), state_.rounding});
}

double Steadiness::slope_of_blocks(double span) const {
  double slope = 0;
  for (std::size_t block = 0; block < blocks; ++block)
    slope -= block_level(span, block) * (static_cast<double>(block) - (blocks - 1) / 2.0);
  return slope * 12.0 / (blocks * blocks - 1);
}

bool Steadiness::stands_still(double span) const {
  double least = infinite;
  double most = -infinite;
  for (std::size_t block = 0; block < blocks; ++block) {
    least = std::min(least, block_level(span, block));
    most = std::max(most, block_level(span, block));
  }
  return most - least < 2 * falls;
}

double Steadiness::block_level(double span, std::size_t block) const {
  const double last = elapsed() - span * static_cast<double>(block) / blocks;
  return std::log(std::max(mean_between({state_.times, state_.energies}, last - span / blocks, last), 1e-60));
}

std::optional<double> Steadiness::common_period(double period, double tolerance) const {
  for (const double times : {1.0, 2.0, 3.0}) {
    const double whole = times * period;
    const double first = elapsed() - span_of(whole);
    if (first < 0) break;
    if (resembles_itself({state_.times, state_.logarithms}, first, whole, little) &&
        resembles_itself({state_.times, state_.values}, first, whole,
                         little * tolerance * std::abs(state_.values.back())))
      return whole;
  }
  return {};
}

bool Steadiness::dies_alike(double period, double span, double fall, double tolerance) const {
  const double now = size_of(period);
  if (!has_values() || now < little * tolerance) return false;
  return std::abs(2 * std::log(size_of(period, span / 2) / now) - fall) < std::max(fall / 2, 2 * falls);
}

bool Steadiness::is_highest(double now, double width, double step) const {
  double time = elapsed() - step;
  while (time > state_.slowest + width) {
    if (level(time, width) > now + 2 * falls) return false;
    time -= step;
  }
  return true;
}

FlowJudgement Steadiness::judge(double tolerance) const {
  FlowJudgement judgement{infinite, state_.values.empty() ? 0 : state_.values.back(), infinite, false, {}};
  if (state_.times.size() < 2) return judgement;
  judgement.value_error = value_error();
  judgement.error = std::min(decaying_error(), resting_error());
  std::optional<Periodicity> oscillation = find_oscillation();
  bool oscillates_alone = false;
  if (oscillation && oscillation->is_regular)
    if (const auto common = common_period(oscillation->period, tolerance)) {
      oscillation->period = *common;
      oscillates_alone = true;
    }
  const double period = oscillation ? oscillation->period : 0;
  if (oscillation)
    judgement.oscillation = Oscillation{period, oscillation->is_regular,
                                        size_of((oscillation->is_regular ? 1.05 : irregular_to_see) * period)};
  const double span = !oscillation              ? times_without_oscillation * state_.slowest
                      : oscillation->is_regular ? span_of(period)
                                                : std::max(state_.slowest, irregular_to_see * period);
  const double width = oscillation && oscillation->is_regular ? 2 * period : span / blocks;
  if (span + width > elapsed()) return judgement;
  if (oscillation && oscillation->is_regular)
    judgement.value = smooth_mean({state_.times, state_.values}, elapsed(), width);
  const double now = level(elapsed(), width);
  const double half = level(elapsed() - span / 2, width);
  const double late_fall = half - now;
  const double early_fall = level(elapsed() - span, width) - half;
  const double rate = std::exp(now / 2);
  if (rate <= state_.rounding) return judgement;
  // An oscillation that dies falls evenly; one that grows while something else dies does not.
  if (oscillates_alone && late_fall > falls && late_fall > early_fall / 2 &&
      dies_alike(period, span, late_fall, tolerance))
    judgement.error = std::min(judgement.error, oscillating_error(period, span, late_fall));
  if (!(std::max(state_.slowest, period) * rate > far_from_steady * tolerance)) return judgement;
  // Where no oscillation was found there may be a longer one; where there are others beside it, the energy falls
  // unevenly.
  if (oscillation && !oscillation->is_regular)
    judgement.is_unsteady = slope_of_blocks(span) > -irregular_fall && (!has_values() || size_of(span) > tolerance);
  else if (oscillation ? oscillates_alone : stands_still(span))
    judgement.is_unsteady = late_fall < falls && late_fall > -grows_fast && early_fall < falls &&
                            (std::min(late_fall, early_fall) > -grows || is_highest(now, width, span / 2));
  if (!judgement.is_unsteady) return judgement;
  judgement.error = infinite;
  if (oscillation && !oscillation->is_regular)
    judgement.value = mean_between({state_.times, state_.values}, elapsed() - irregular_to_see * period, elapsed());
  if (oscillation && oscillation->is_regular)
    judgement.oscillation->period =
        find_period({state_.times, state_.values}, elapsed() - 4.5 * period).value_or(period);
  return judgement;
}

}  // namespace perm
