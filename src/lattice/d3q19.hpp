// SPDX-License-Identifier: Apache-2.0
// Defines the D3Q19 velocity set as mathematics: 19 directions q with velocities c_q (geometry/velocity_set.hpp) and
// weights w_q, sound speed squared 1/3 (Qian, d'Humieres, Lallemand 1992). Only vectors and weights are typed;
// opposites are derived, and the compiler checks the moments of the set.
//
// Other velocity sets are not meant to fit: link bitmasks and the GPU's 32-bit cell record have room for 18 links
// (D3Q27 has 26), and rows, halo and links know components of -1, 0 and 1 only (D2Q37 has up to 3).
#pragma once

#include <array>

#include "core/host_device.hpp"
#include "geometry/velocity_set.hpp"

namespace perm::d3q19 {

/// Gives w_q: 1/3 at rest, 1/18 to faces, 1/36 to edges.
PERM_HOST_DEVICE constexpr double weight(int q) {
  const Velocity c = velocity(q);
  const int speed2 = c.x * c.x + c.y * c.y + c.z * c.z;
  return speed2 == 0 ? 1.0 / 3.0 : speed2 == 1 ? 1.0 / 18.0 : 1.0 / 36.0;
}

/// Gives the direction with velocity c; -1 when there is none.
PERM_HOST_DEVICE constexpr int direction(const Velocity& c) {
  for (int q = 0; q < directions; ++q) {
    const Velocity d = velocity(q);
    if (d.x == c.x && d.y == c.y && d.z == c.z) return q;
  }
  return -1;
}

/// Gives the direction with velocity -c_q.
PERM_HOST_DEVICE constexpr int opposite(int q) {
  const Velocity c = velocity(q);
  for (int p = 0; p < directions; ++p) {
    const Velocity d = velocity(p);
    if (d.x == -c.x && d.y == -c.y && d.z == -c.z) return p;
  }
  return -1;
}

/// Lists the first direction of each of the nine pairs (q, opposite q).
inline constexpr std::array<int, 9> pairs{1, 3, 4, 5, 9, 10, 11, 15, 17};

namespace check {
constexpr bool moments_are_isotropic() {
  const auto close = [](double a, double b) { return a - b < 1e-15 && b - a < 1e-15; };
  double zeroth = 0;
  double second[3][3] = {};
  double fourth_xxyy = 0;
  double fourth_xxxx = 0;
  for (int q = 0; q < directions; ++q) {
    const Velocity v = velocity(q);
    const int c[3] = {v.x, v.y, v.z};
    zeroth += weight(q);
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) second[a][b] += weight(q) * c[a] * c[b];
    fourth_xxyy += weight(q) * c[0] * c[0] * c[1] * c[1];
    fourth_xxxx += weight(q) * c[0] * c[0] * c[0] * c[0];
  }
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b)
      if (!close(second[a][b], a == b ? 1.0 / 3.0 : 0.0)) return false;
  return close(zeroth, 1.0) && close(fourth_xxyy, 1.0 / 9.0) && close(fourth_xxxx, 1.0 / 3.0);
}
constexpr bool pairs_cover_every_direction_once() {
  int seen[directions] = {1};
  for (const int q : pairs) {
    ++seen[q];
    ++seen[opposite(q)];
  }
  for (const int count : seen)
    if (count != 1) return false;
  return true;
}
static_assert(moments_are_isotropic());
static_assert(pairs_cover_every_direction_once());
}  // namespace check

}  // namespace perm::d3q19
