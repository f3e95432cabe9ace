// SPDX-License-Identifier: Apache-2.0
// Least squares for matrices whose columns are nearly dependent, such as those of sources below a surface.
#pragma once

#include <Eigen/Dense>

namespace perm::reference {

/// Gives the x of least |A x - b|^2 + |damping D x|^2, where D holds the lengths of A's columns. Uses Householder QR of
/// both matrices, one below the other, which does not square the condition number. `matrix` and `right` (rows) are used
/// up.
Eigen::VectorXd solve_least_squares(Eigen::MatrixXd matrix, const Eigen::VectorXd& right, double damping);

}  // namespace perm::reference
