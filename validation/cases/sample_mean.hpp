// SPDX-License-Identifier: Apache-2.0
// The mean of a sample, and how sure it is.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace perm::validation {

/// Two values give no interval that says anything: with one degree of freedom t(0.975) is 12.7.
inline constexpr std::size_t fewest_values_of_interval = 3;

struct SampleMean {
  double mean{0};
  std::optional<double> spread;         ///< standard deviation of one value, n - 1; absent with one value
  std::optional<double> confidence_95;  ///< half the width of the interval that has the mean with 95 %
};

/// Gives the standard error of the mean of so many independent values: spread/sqrt(n), 0 with one value.
double standard_error(const SampleMean& sample, std::size_t independent);

/// Gives half the width of Student's 95 % interval of the mean of so many independent values, two or more.
double half_interval_of_mean(double spread, std::size_t count);

/// Gives the mean of `values`, of which there is one or more. The interval is Student's (1908), t(0.975, n - 1) times
/// spread/sqrt(n), with n the number of `independent` values, which is less than their number where they share voxels.
/// It is absent with fewer than fewest_values_of_interval of them.
SampleMean mean_of_sample(std::span<const double> values, std::size_t independent);

}  // namespace perm::validation
