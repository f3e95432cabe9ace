// SPDX-License-Identifier: Apache-2.0
// Least squares for matrices whose columns are nearly dependent, as those of sources below a surface are.
#pragma once

#include <Eigen/Dense>

namespace perm::reference {

/// The x of least |A x - b|^2 + |damping D x|^2, D the lengths of A's columns: by Householder QR of the two below each
/// other, which does not square the condition number. `matrix` and `right` (rows) are used up.
Eigen::VectorXd solve_least_squares(Eigen::MatrixXd matrix, const Eigen::VectorXd& right, double damping);

}  // namespace perm::reference
