// SPDX-License-Identifier: Apache-2.0
#include "validation/references/spheres/sphere_grading.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace perm::reference {
namespace {

using Eigen::Vector3d;
using Triangle = std::array<Vector3d, 3>;

/// Gives the solid angle of a spherical triangle (Van Oosterom and Strackee 1983).
double solid_angle(const Triangle& t) {
  const double triple = std::abs(t[0].dot(t[1].cross(t[2])));
  return 2 * std::atan2(triple, 1 + t[0].dot(t[1]) + t[1].dot(t[2]) + t[2].dot(t[0]));
}

double spacing_at(const Vector3d& direction, const std::vector<Neighbour>& neighbours, const Grading& grading) {
  double spacing = grading.coarsest;
  for (const Neighbour& neighbour : neighbours) {
    const double angle = std::max((direction - neighbour.direction).norm(), grading.smallest_angle);
    spacing = std::min(spacing, grading.fineness * std::sqrt(angle * angle + neighbour.gap));
  }
  return spacing;
}

/// Bisects the longest edge until the triangle is as small as a square cell with the spacing wanted there.
void refine(const Triangle& t, const std::vector<Neighbour>& neighbours, const Grading& grading,
            std::vector<SurfacePoint>& points) {
  const Vector3d centre = (t[0] + t[1] + t[2]).normalized();
  const double area = solid_angle(t);
  const double spacing = spacing_at(centre, neighbours, grading);
  if (area <= spacing * spacing) {
    points.push_back({centre, spacing, area});
    return;
  }
  std::size_t apex = 0;
  double longest = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const double edge = (t[(i + 1) % 3] - t[(i + 2) % 3]).norm();
    if (edge > longest * (1 + 1e-9)) {
      longest = edge;
      apex = i;
    }
  }
  const Vector3d &a = t[(apex + 1) % 3], &b = t[(apex + 2) % 3];
  const Vector3d middle = (a + b).normalized();
  refine({middle, t[apex], a}, neighbours, grading, points);
  refine({middle, b, t[apex]}, neighbours, grading, points);
}

}  // namespace

std::vector<SurfacePoint> grade_sixteenth(const std::vector<Neighbour>& neighbours, const Grading& grading) {
  const double half = std::numbers::sqrt2 / 2;
  std::vector<SurfacePoint> points;
  refine({Vector3d(1, 0, 0), Vector3d(0, 1, 0), Vector3d(0, half, half)}, neighbours, grading, points);
  return points;
}

}  // namespace perm::reference
