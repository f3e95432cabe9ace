// SPDX-License-Identifier: Apache-2.0
#include "darcy/inertia/oscillation.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace perm {
namespace {

constexpr std::size_t samples = 480;      // of the end of a series, equally spaced
constexpr std::size_t most_lag = 120;     // four periods must fit
constexpr std::size_t least_lag = 6;      // samples, and looks, a period
constexpr double alike = 0.1;             // difference at the period over the mean difference at shorter lags
constexpr double least_variation = 1e-9;  // of a series over its size; less is rounding

/// Gives the end of a series at equally spaced times, less the straight line that fits it best; empty where there is
/// nothing left but rounding.
std::vector<double> sample_end(const TimeSeries& series, double first, std::size_t count) {
  const double last = series.times.back();
  std::vector<double> values(count);
  double mean = 0;
  double slope = 0;
  const double middle = static_cast<double>(count - 1) / 2;
  for (std::size_t i = 0; i < count; ++i) {
    values[i] = value_at(series, first + (last - first) * static_cast<double>(i) / static_cast<double>(count - 1));
    mean += values[i] / static_cast<double>(count);
    slope += values[i] * (static_cast<double>(i) - middle);
  }
  slope *= 12.0 / (static_cast<double>(count) * (static_cast<double>(count * count) - 1));
  double variation = 0;
  for (std::size_t i = 0; i < count; ++i) {
    values[i] -= mean + slope * (static_cast<double>(i) - middle);
    variation = std::max(variation, std::abs(values[i]));
  }
  if (!(variation > least_variation * std::abs(mean))) values.clear();
  return values;
}

double largest_of(const std::vector<double>& values) {
  double most = 0;
  for (const double value : values) most = std::max(most, std::abs(value));
  return most;
}

/// Gives the sums of the squares of the differences at each lag, over the same times for all lags.
std::vector<double> difference_by_lag(const std::vector<double>& values) {
  std::vector<double> difference(most_lag + 2);
  for (std::size_t lag = 1; lag < difference.size(); ++lag)
    for (std::size_t i = most_lag + 1; i < samples; ++i) {
      const double change = values[i] - values[i - lag];
      difference[lag] += change * change;
    }
  return difference;
}

/// Gives the place of the least of three equally spaced values, from the middle one, by a parabola.
double least_of(double before, double here, double after) {
  const double bend = before - 2 * here + after;
  return bend > 0 ? std::clamp((before - after) / (2 * bend), -0.5, 0.5) : 0;
}

}  // namespace

double value_at(const TimeSeries& series, double time) {
  const auto after = std::lower_bound(series.times.begin(), series.times.end(), time);
  if (after == series.times.begin()) return series.values.front();
  if (after == series.times.end()) return series.values.back();
  const auto i = static_cast<std::size_t>(after - series.times.begin());
  const double share = (time - series.times[i - 1]) / (series.times[i] - series.times[i - 1]);
  return series.values[i - 1] + share * (series.values[i] - series.values[i - 1]);
}

double mean_between(const TimeSeries& series, double first, double last) {
  double sum = 0;
  double time = first;
  double value = value_at(series, first);
  const auto step = [&](double to, double there) {
    sum += (to - time) * (value + there) / 2;
    time = to;
    value = there;
  };
  for (auto at = std::upper_bound(series.times.begin(), series.times.end(), first);
       at != series.times.end() && *at < last; ++at)
    step(*at, series.values[static_cast<std::size_t>(at - series.times.begin())]);
  step(last, value_at(series, last));
  return sum / (last - first);
}

double smooth_mean(const TimeSeries& series, double last, double width) {
  constexpr int parts = 256;
  double sum = 0;
  for (int i = 1; i < parts; ++i)
    sum += (1 - std::cos(2 * std::numbers::pi * i / parts)) * value_at(series, last - width * i / parts);
  return sum / parts;
}

std::optional<double> find_period(const TimeSeries& series, double first) {
  const auto looks =
      static_cast<double>(series.times.end() - std::lower_bound(series.times.begin(), series.times.end(), first));
  const std::vector<double> values = sample_end(series, first, samples);
  if (values.empty()) return {};
  const std::vector<double> difference = difference_by_lag(values);
  const auto least = std::max(least_lag, static_cast<std::size_t>(std::ceil(least_lag * samples / looks)));
  double sum = 0;
  for (std::size_t lag = 1; lag <= most_lag; ++lag) {
    sum += difference[lag];
    if (lag < least || difference[lag] >= difference[lag - 1] || difference[lag] > difference[lag + 1]) continue;
    if (difference[lag] * static_cast<double>(lag) > alike * sum) continue;
    const double shift = least_of(difference[lag - 1], difference[lag], difference[lag + 1]);
    return (static_cast<double>(lag) + shift) * (series.times.back() - first) / (samples - 1);
  }
  return {};
}

bool resembles_itself(const TimeSeries& series, double first, double lag, double little) {
  constexpr double samples_a_lag = 24;
  constexpr std::size_t most_samples = 20'000;
  const double span = series.times.back() - first;
  const auto count = std::min(most_samples, static_cast<std::size_t>(samples_a_lag * span / lag) + 1);
  const auto shift = static_cast<std::size_t>(std::lround(lag / span * static_cast<double>(count - 1)));
  const std::vector<double> values = sample_end(series, first, count);
  if (!(largest_of(values) > little)) return true;
  const auto difference = [&](std::size_t by) {
    double sum = 0;
    for (std::size_t i = shift; i < count; ++i) sum += (values[i] - values[i - by]) * (values[i] - values[i - by]);
    return sum;
  };
  double sum = 0;
  for (std::size_t by = 1; by <= shift; ++by) sum += difference(by);
  return difference(shift) * static_cast<double>(shift) < alike * sum;
}

std::size_t count_crossings(const TimeSeries& series, double first) {
  const std::vector<double> values = sample_end(series, first, samples);
  std::size_t crossings = 0;
  for (std::size_t i = 1; i < values.size(); ++i) crossings += (values[i] > 0) != (values[i - 1] > 0) ? 1 : 0;
  return crossings;
}

}  // namespace perm
