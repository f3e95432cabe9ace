// SPDX-License-Identifier: Apache-2.0
#include "darcy/evaluation/grid_convergence.hpp"

#include <algorithm>
#include <cmath>

namespace perm {

namespace {

/// Solves for the order by fixed point iteration. With equal ratios its first step is the solution.
std::optional<double> solve_for_order(double ratio_of_changes, double coarse_ratio, double fine_ratio) {
  constexpr int most_iterations = 200;
  constexpr double precision = 1e-12;
  const double logarithm = std::log(ratio_of_changes);
  double order = logarithm / std::log(fine_ratio);
  for (int i = 0; i < most_iterations; ++i) {
    // Both differences have the sign of the order, and their quotient has a limit at order zero.
    const double quotient = order == 0
                                ? std::log(fine_ratio) / std::log(coarse_ratio)
                                : std::expm1(order * std::log(fine_ratio)) / std::expm1(order * std::log(coarse_ratio));
    const double next = (logarithm + std::log(quotient)) / std::log(fine_ratio);
    if (!std::isfinite(next)) return {};
    if (std::abs(next - order) < precision) return next;
    order = (order + next) / 2;  // half-way: the whole step may overshoot where the coarse ratio exceeds the fine one
  }
  return {};
}

}  // namespace

std::optional<double> observed_order(const ThreeGrids& grids) {
  const double first = grids.coarse.value - grids.medium.value;
  const double second = grids.medium.value - grids.fine.value;
  const auto is_noise = [](double change, const GridValue& a, const GridValue& b) {
    return std::abs(change) < 2 * std::sqrt(a.standard_error * a.standard_error + b.standard_error * b.standard_error);
  };
  if (second == 0 || !(first / second > 0)) return {};
  if (is_noise(first, grids.coarse, grids.medium) || is_noise(second, grids.medium, grids.fine)) return {};
  return solve_for_order(first / second, grids.coarse_ratio, grids.fine_ratio);
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

double richardson_value(double coarse, double fine, double order, double ratio) {
  return fine + (fine - coarse) / std::expm1(order * std::log(ratio));
}

double grid_convergence_index(double coarse, double fine, double order, double safety, double ratio) {
  return safety * std::abs(coarse - fine) / std::expm1(order * std::log(ratio));
}

double two_term_value(const ThreeGrids& grids) {
  return (8 * grids.fine.value - 6 * grids.medium.value + grids.coarse.value) / 3;
}

}  // namespace perm
