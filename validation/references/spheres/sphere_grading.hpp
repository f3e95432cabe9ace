// SPDX-License-Identifier: Apache-2.0
// Points on the unit sphere, denser towards the contacts with neighbouring spheres, where the flow varies on the scale
// of the gap. They cover only the sixteenth of the sphere that the symmetry of flow along x leaves: x >= 0, y >= z >=
// 0.
#pragma once

#include <Eigen/Dense>
#include <vector>

namespace perm::reference {

struct Neighbour {
  Eigen::Vector3d direction;  ///< unit vector, within the sixteenth
  double gap;                 ///< between the surfaces, in radii
};

struct SurfacePoint {
  Eigen::Vector3d direction;  ///< unit vector
  double spacing;             ///< angle to the points around it, radians
  double area;                ///< share of the sphere's 4 pi, so that areas are weights of a quadrature
};

struct Grading {
  double fineness;        ///< spacing over the width of the gap seen along the surface, sqrt(angle^2 + gap)
  double smallest_angle;  ///< the width of the gap counts as at least this
  double coarsest;        ///< the spacing is at most this, radians
};

/// Triangles that are bisected until each is as fine as the grading asks at its centre; gives the centres.
std::vector<SurfacePoint> grade_sixteenth(const std::vector<Neighbour>& neighbours, const Grading& grading);

}  // namespace perm::reference
