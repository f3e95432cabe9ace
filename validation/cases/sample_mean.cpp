// SPDX-License-Identifier: Apache-2.0
#include "validation/cases/sample_mean.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace perm::validation {

SampleMean mean_of_sample(std::span<const double> values, std::size_t independent) {
  const auto count = static_cast<double>(values.size());
  SampleMean sample;
  for (const double value : values) sample.mean += value / count;
  if (values.size() < 2) return sample;
  double squares = 0;
  for (const double value : values) squares += (value - sample.mean) * (value - sample.mean);
  sample.spread = std::sqrt(squares / (count - 1));
  const std::size_t n = std::min(independent, values.size());
  if (n >= fewest_values_of_interval) sample.confidence_95 = half_interval_of_mean(*sample.spread, n);
  return sample;
}

double half_interval_of_mean(double spread, std::size_t count) {
  const auto n = static_cast<double>(count);
  return boost::math::quantile(boost::math::students_t(n - 1), 0.975) * spread / std::sqrt(n);
}

double standard_error(const SampleMean& sample, std::size_t independent) {
  return sample.spread.value_or(0) / std::sqrt(static_cast<double>(independent));
}

}  // namespace perm::validation
