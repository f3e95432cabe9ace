// SPDX-License-Identifier: Apache-2.0
#include "validation/cases/grid_convergence.hpp"

#include <algorithm>
#include <cmath>

namespace perm::validation {

std::optional<double> observed_order(const ThreeGrids& grids) {
  const double first = grids.coarse.value - grids.medium.value;
  const double second = grids.medium.value - grids.fine.value;
  const auto is_noise = [](double change, const GridValue& a, const GridValue& b) {
    return std::abs(change) < 2 * std::hypot(a.standard_error, b.standard_error);
  };
  if (second == 0 || first / second <= 0) return {};
  if (is_noise(first, grids.coarse, grids.medium) || is_noise(second, grids.medium, grids.fine)) return {};
  return std::log2(first / second);
}

std::optional<double> order_of_error(const std::vector<double>& resolutions, const std::vector<double>& errors) {
  const std::size_t n = errors.size();
  if (n < 2) return {};
  double mean_x = 0;
  double mean_y = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (!(errors[i] * errors[0] > 0)) return {};
    mean_x += std::log(resolutions[i]) / static_cast<double>(n);
    mean_y += std::log(std::abs(errors[i])) / static_cast<double>(n);
  }
  double xy = 0;
  double xx = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double x = std::log(resolutions[i]) - mean_x;
    xy += x * (std::log(std::abs(errors[i])) - mean_y);
    xx += x * x;
  }
  return -xy / xx;
}

double richardson_value(double medium, double fine, double order) {
  return fine + (fine - medium) / (std::exp2(order) - 1);
}

double two_term_value(const ThreeGrids& grids) {
  return (8 * grids.fine.value - 6 * grids.medium.value + grids.coarse.value) / 3;
}

}  // namespace perm::validation
