// SPDX-License-Identifier: Apache-2.0
// What the power of a trilinear potential in a voxel gains where the corners of the voxel move, to first order; for CPU
// and GPU alike.
#pragma once

#include <cstddef>

#include "conduction/row_sums.hpp"
#include "core/host_device.hpp"

namespace perm {

/// Gives a slope along an axis of a trilinear function at the points of Gauss, by side along the next axis and the one
/// after it. Two points along each axis integrate what is cubic along it.
struct Slopes {
  float at[2][2];
};
PERM_HOST_DEVICE PERM_ALWAYS_INLINE Slopes slopes_along(std::size_t axis, const float (&corners)[8]) {
  constexpr float near = 0.78867513459481288F;  // (1 + 1/sqrt 3) / 2
  constexpr float far = 1 - near;
  const std::size_t b = axis_after(axis);
  const std::size_t c = axis_after(b);
  float edges[2][2];
  PERM_UNROLL
  for (std::size_t on_b = 0; on_b < 2; ++on_b) {
    PERM_UNROLL
    for (std::size_t on_c = 0; on_c < 2; ++on_c) {
      const std::size_t corner = on_b << b | on_c << c;
      edges[on_b][on_c] = corners[corner | std::size_t{1} << axis] - corners[corner];
    }
  }
  Slopes slopes;
  PERM_UNROLL
  for (std::size_t on_b = 0; on_b < 2; ++on_b) {
    const float low = near * edges[on_b][0] + far * edges[1 - on_b][0];
    const float high = near * edges[on_b][1] + far * edges[1 - on_b][1];
    slopes.at[on_b][0] = near * low + far * high;
    slopes.at[on_b][1] = near * high + far * low;
  }
  return slopes;
}

/// Integrates |e|^2 div v - 2 e . (grad v) e over a voxel whose corners move by v, e being the slope of its potential.
PERM_HOST_DEVICE PERM_ALWAYS_INLINE float gain_of_voxel(const float (&potential)[8], const float (&moved)[3][8]) {
  Slopes e[3];
  Slopes v[3][3];  // of each component, along each axis
  PERM_UNROLL
  for (std::size_t axis = 0; axis < 3; ++axis) {
    e[axis] = slopes_along(axis, potential);
    PERM_UNROLL
    for (std::size_t component = 0; component < 3; ++component)
      v[component][axis] = slopes_along(axis, moved[component]);
  }
  float gain = 0;
  PERM_UNROLL
  for (std::size_t point = 0; point < 8; ++point) {
    const auto value = [point](const Slopes& slopes, std::size_t axis) {
      const std::size_t b = axis_after(axis);
      return slopes.at[point >> b & 1U][point >> axis_after(b) & 1U];
    };
    float squares[3];
    PERM_UNROLL
    for (std::size_t axis = 0; axis < 3; ++axis) squares[axis] = value(e[axis], axis) * value(e[axis], axis);
    PERM_UNROLL
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::size_t b = axis_after(axis);
      const std::size_t c = axis_after(b);
      gain += value(v[axis][axis], axis) * (squares[b] + squares[c] - squares[axis]);
      gain -= 2 * value(e[axis], axis) * value(e[b], b) * (value(v[axis][b], b) + value(v[b][axis], axis));
    }
  }
  return gain / 8;
}

}  // namespace perm
