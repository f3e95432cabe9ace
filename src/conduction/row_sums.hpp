// SPDX-License-Identifier: Apache-2.0
// Sums over the voxels of an image in an order that a CPU and a GPU both keep, so that they give the same bits. Each
// row of voxels has 32 lanes, as a warp of a GPU has: a lane adds what voxels lane, lane + 32, ... of the row have, one
// after the other. Then lanes are added in pairs, 16 apart, 8, 4, 2 and 1. The sums of rows follow each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/host_device.hpp"

namespace perm {

/// Gives the number of the axis after this one: x, y, z, x.
PERM_HOST_DEVICE constexpr std::size_t axis_after(std::size_t axis) { return (axis + 1) % 3; }

/// Gives one of two values that are both known, so that loops that call this have no branches and become vectors.
PERM_HOST_DEVICE PERM_ALWAYS_INLINE float choose(bool is_first, float first, float second) {
  return is_first ? first : second;
}
PERM_HOST_DEVICE PERM_ALWAYS_INLINE bool both(bool a, bool b) { return a && b; }

/// Gives the sum of value(x) for x = 0 .. nx - 1.
template <class Value>
double sum_of_row(std::int64_t nx, const Value& value) {
  constexpr std::int64_t lanes = 32;
  double sums[lanes] = {};
  std::int64_t x = 0;
  for (; x + lanes <= nx; x += lanes)
#pragma GCC ivdep
    for (std::int64_t lane = 0; lane < lanes; ++lane) sums[lane] += value(x + lane);
  for (std::int64_t lane = 0; x + lane < nx; ++lane) sums[lane] += value(x + lane);
  for (std::int64_t apart = lanes / 2; apart > 0; apart /= 2)
    for (std::int64_t lane = 0; lane < apart; ++lane) sums[lane] += sums[lane + apart];
  return sums[0];
}

/// Gives the sum of what rows have, in the order y, z of the image.
template <class Sums>
Sums sum_of_rows(std::span<const Sums> rows) {
  Sums all;
  for (const Sums& row : rows) all.add(row);
  return all;
}

}  // namespace perm
