// SPDX-License-Identifier: Apache-2.0
// Finds the circle that parts the columns of a map into two classes so that their looks are most likely: a normal
// distribution of each look in each class (quadratic discriminant analysis).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "geometry/sample/column_maps.hpp"

namespace perm {

/// Number of some columns, and sums and squares of their looks.
struct ClassSums {
  double count{0};
  std::array<double, looks_of_column> sum{};
  std::array<double, looks_of_column> squares{};

  void add(const ColumnLook& look) {
    count += 1;
    for (std::size_t i = 0; i < looks_of_column; ++i) {
      sum[i] += look[i];
      squares[i] += static_cast<double>(look[i]) * look[i];
    }
  }
  void add(const ClassSums& other, double sign = 1) {
    count += sign * other.count;
    for (std::size_t i = 0; i < looks_of_column; ++i) {
      sum[i] += sign * other.sum[i];
      squares[i] += sign * other.squares[i];
    }
  }
  /// Gives the sums of all columns but those in `part`.
  ClassSums without(const ClassSums& part) const {
    ClassSums rest = *this;
    rest.add(part, -1);
    return rest;
  }
  double mean(std::size_t i) const { return sum[i] / count; }
  double spread(std::size_t i) const { return std::sqrt(std::max(0.0, squares[i] / count - mean(i) * mean(i))); }
};

using LeastSpread = std::array<double, looks_of_column>;
/// Gives the least spread that a class of the columns of a map is taken to have, from the sums of all.
inline LeastSpread least_spread(const ClassSums& all) {
  constexpr double share = 1e-3;
  LeastSpread least{};
  for (std::size_t i = 0; i < looks_of_column; ++i)
    least[i] = std::max(share * all.spread(i), std::numeric_limits<double>::min());
  return least;
}

/// A normal distribution of each look.
struct Class {
  std::array<double, looks_of_column> centre{};
  std::array<double, looks_of_column> spread{};

  Class(const ClassSums& sums, const LeastSpread& least) {
    for (std::size_t i = 0; i < looks_of_column; ++i) {
      centre[i] = sums.mean(i);
      spread[i] = std::max(sums.spread(i), least[i]);
    }
  }
  double log_likelihood(const ColumnLook& look) const {
    double sum = 0;
    for (std::size_t i = 0; i < looks_of_column; ++i) {
      const double distance = (look[i] - centre[i]) / spread[i];
      sum -= distance * distance / 2 + std::log(spread[i]);
    }
    return sum;
  }
};

struct Circle {
  std::array<double, 2> centre{};  ///< in voxels; the middle of the first column is at 0.5
  double radius{0};
  /// Of the logarithm of the likelihood, over one class for all columns.
  double gain{-std::numeric_limits<double>::infinity()};

  /// Gives the distance of the middle of column (u, v) from the centre.
  double distance(std::int64_t u, std::int64_t v) const {
    return std::hypot(static_cast<double>(u) + 0.5 - centre[0], static_cast<double>(v) + 0.5 - centre[1]);
  }
};

/// Gives the best circle whose middle lies in the middle half of the map; its rim may leave the map. A map of columns
/// that all look alike has none that gains anything.
Circle find_circle(const ColumnMap& map);

}  // namespace perm
