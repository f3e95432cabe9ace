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

double richardson_value(double medium, double fine, double order) {
  return fine + (fine - medium) / (std::exp2(order) - 1);
}

}  // namespace perm::validation
