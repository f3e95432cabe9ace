// SPDX-License-Identifier: Apache-2.0
// Points on a quarter of the unit circle, x >= 0 and y >= 0, denser towards neighbouring circles, where the flow varies
// on the scale of the gap. Angles are in radians from the x axis.
#pragma once

#include <vector>

namespace perm::reference {

struct CircleNeighbour {
  double angle;  ///< its direction
  double gap;    ///< between the circles, in radii
};

struct CirclePoint {
  double angle;
  double spacing;  ///< angle to the neighbouring points
  double arc;      ///< share of the quarter, so that arcs are weights of a quadrature
};

/// Gives points whose spacing is `fineness` times the width of the gap seen along the circle, sqrt(angle^2 + gap), and
/// at most `fineness`.
std::vector<CirclePoint> grade_quarter(const std::vector<CircleNeighbour>& neighbours, double fineness);

}  // namespace perm::reference
