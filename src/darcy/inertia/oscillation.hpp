// SPDX-License-Identifier: Apache-2.0
// Finds the period of a number that was watched at unequal times, by the lag at which it resembles itself (the
// difference function of de Cheveigne, Kawahara 2002), and averages that no phase of the period changes. Times may have
// any unit.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace perm {

/// A series of numbers with their times, which ascend.
struct TimeSeries {
  std::span<const double> times;
  std::span<const double> values;
};

/// Gives the value between two times of the series, by a straight line, and that of its ends beyond them.
double value_at(const TimeSeries& series, double time);

/// Gives the mean from `first` to `last`, by the trapezoidal rule.
double mean_between(const TimeSeries& series, double first, double last);

/// Gives the mean over `width` before `last`, weighted by (1 - cos)/2 (Hann). Oscillations whose period is half of the
/// width, or a whole fraction of that half, cancel. Where the period is wrong by a share of itself, at most a third of
/// that share of the amplitude is left.
double smooth_mean(const TimeSeries& series, double last, double width);

/// Gives the period of the end of a series: there are at least four periods from `first` on, and each resembles the one
/// before, with a slope in time taken away. Empty where there is none, or where the series has too few numbers a
/// period.
std::optional<double> find_period(const TimeSeries& series, double first);

/// Tells whether the series resembles itself at this lag from `first` on, as find_period does; also where it moves less
/// than `little` about the straight line that fits it best. At least four lags must fit.
bool resembles_itself(const TimeSeries& series, double first, double lag, double little);

/// Tells how often the series crosses the straight line that fits it best, from `first` on.
std::size_t count_crossings(const TimeSeries& series, double first);

}  // namespace perm
