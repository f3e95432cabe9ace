// SPDX-License-Identifier: Apache-2.0
// Bodies whose permeability is known exactly, placed anywhere between voxels.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "oracle/cut_lattice.hpp"

namespace reference {

struct KnownBody {
  Body body;
  Eigen::Vector3d force;  ///< 1 along one axis
  double permeability;    ///< along it, voxel^2
};

/// Gives plates with the normal (across[0], across[1], 0), in a box with as many voxels along x and y that both
/// repeat. `gap` and `place`, of the middle, are in voxels along the normal. The force is along an axis.
KnownBody tilted_plates(const int (&across)[2], int voxels, double gap, double place, int axis);
/// Gives plates across z, in a box that ends above them.
KnownBody straight_plates(int nodes, double first_distance, double last_distance);
KnownBody tube(double radius, const Eigen::Vector2d& place);
KnownBody annulus(double inner, double outer, const Eigen::Vector2d& place);
/// Gives a square array of cylinders along z, flow across them.
KnownBody cylinders(double solid_fraction, int voxels, const Eigen::Vector2d& place);
/// `lattice` is sc, bcc or fcc; `chi` is the radius over that at touching.
KnownBody spheres(const std::string& lattice, double chi, int voxels, const Eigen::Vector3d& place);

/// Gives places in the unit cube, the same ones always, far apart (a sequence of Halton's).
std::vector<Eigen::Vector3d> scattered_places(int count);

}  // namespace reference
