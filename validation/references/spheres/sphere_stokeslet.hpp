// SPDX-License-Identifier: Apache-2.0
// The velocity of point forces on a cubic Bravais lattice, one force in each primitive cell, by Ewald's splitting.
// Lengths are in sides of the cube, viscosity is 1, the mean velocity is 0 and the mean pressure gradient balances the
// forces. Forces and points come in the symmetry of flow along x through spheres (group D4h): 16 images of each.
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "validation/references/spheres/sphere_array.hpp"

namespace perm::reference {

class SphereStokeslet {
 public:
  /// `splitting` is Ewald's parameter xi times the cube root of the primitive cell's volume. Results do not depend on
  /// it beyond round-off, but the cost does.
  explicit SphereStokeslet(SphereLattice lattice, double splitting = 7.0);

  /// Gives the velocity at `point` of forces of 8 pi at the origin of each cell, one column for each direction of
  /// force: Hasimoto (1959), summed as in Lindbo and Tornberg (2010). `point` must not be a lattice point.
  Eigen::Matrix3d at(const Eigen::Vector3d& point) const;

  /// Rows 3 i + c: component c of the velocity at point i. Columns 3 j + d: a force of 8 pi along d at source j and at
  /// the images of that source. All points and sources lie in x >= 0, y >= z >= 0.
  Eigen::MatrixXd symmetric_matrix(const std::vector<Eigen::Vector3d>& points,
                                   const std::vector<Eigen::Vector3d>& sources) const;

 private:
  struct Wave {
    int x, y, z;    ///< wave vector over 2 pi, x >= 0, y >= z >= 0
    double weight;  ///< Fourier coefficient times the number of images of the wave vector
  };

  Eigen::MatrixXd symmetric_waves(const std::vector<Eigen::Vector3d>& points) const;

  double cell_volume_;
  double splitting_;  ///< xi
  double reach_;      ///< beyond it the sum over images ends
  std::vector<Eigen::Vector3d> shifts_;
  std::vector<Wave> waves_;
};

}  // namespace perm::reference
