// SPDX-License-Identifier: Apache-2.0
// The velocity of line forces across a lattice of parallel lines, one force for each cylinder's place, by Ewald's
// splitting in the plane. Lengths are in widths of the rectangular cell, viscosity is 1, the mean velocity is 0 and the
// mean pressure gradient balances the forces. Forces and points come in the symmetry of flow along x: 4 images of each.
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "validation/references/cylinders/cylinder_array.hpp"

namespace perm::reference {

class CylinderStokeslet {
 public:
  /// `splitting` is Ewald's parameter xi times the root of the area for each cylinder. Results do not depend on it
  /// beyond round-off, but the cost does.
  explicit CylinderStokeslet(const CylinderCell& cell, double splitting = 5.0);

  /// Gives the velocity at `point` of forces of 4 pi at each cylinder's place, one column for each direction of force:
  /// Hasimoto (1959), summed over images and waves as in van de Vorst (1996). `point` must not be a lattice point.
  Eigen::Matrix2d at(const Eigen::Vector2d& point) const;

  /// Rows 2 i + c: component c of the velocity at point i. Columns 2 j + d: a force of 4 pi along d at source j and at
  /// the images of that source. All points and sources lie in x >= 0, y >= 0.
  Eigen::MatrixXd symmetric_matrix(const std::vector<Eigen::Vector2d>& points,
                                   const std::vector<Eigen::Vector2d>& sources) const;

 private:
  struct Wave {
    Eigen::Vector2d vector;  ///< x >= 0, y >= 0
    double weight;           ///< Fourier coefficient times the number of images of the wave vector
  };

  Eigen::MatrixXd symmetric_waves(const std::vector<Eigen::Vector2d>& points) const;
  Eigen::Matrix2d sum_near_fields(const Eigen::Vector2d& point) const;

  double splitting_;  ///< xi
  double reach_;      ///< beyond it the sum over images ends
  std::vector<Eigen::Vector2d> shifts_;
  std::vector<Wave> waves_;
};

}  // namespace perm::reference
