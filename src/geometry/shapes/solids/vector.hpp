// SPDX-License-Identifier: Apache-2.0
// Points and directions in a periodic box, in voxels, and the arithmetic that placing spheres and fibres needs. All of
// it is plain, so its bits are the same on every machine.
#pragma once

#include <array>

#include "core/host_device.hpp"

namespace perm {

using Vector = std::array<double, 3>;

PERM_HOST_DEVICE inline double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
PERM_HOST_DEVICE inline double square(const Vector& v) { return dot(v, v); }
/// Gives the point that lies `distance` times `direction` from `point`.
PERM_HOST_DEVICE inline Vector moved(const Vector& point, const Vector& direction, double distance = 1) {
  return {point[0] + distance * direction[0], point[1] + distance * direction[1], point[2] + distance * direction[2]};
}

}  // namespace perm
