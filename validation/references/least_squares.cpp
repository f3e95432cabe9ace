// SPDX-License-Identifier: Apache-2.0
#include "validation/references/least_squares.hpp"

namespace perm::reference {

Eigen::VectorXd solve_least_squares(Eigen::MatrixXd matrix, const Eigen::VectorXd& right, double damping) {
  const Eigen::Index rows = matrix.rows(), columns = matrix.cols();
  const Eigen::VectorXd lengths = matrix.colwise().norm();
  matrix.conservativeResize(rows + columns, Eigen::NoChange);
  matrix.topRows(rows) *= lengths.cwiseInverse().asDiagonal();
  matrix.bottomRows(columns).setZero();
  matrix.bottomRows(columns).diagonal().setConstant(damping);
  Eigen::VectorXd extended = Eigen::VectorXd::Zero(rows + columns);
  extended.head(rows) = right;
  const Eigen::HouseholderQR<Eigen::Ref<Eigen::MatrixXd>> factors(matrix);
  return factors.solve(extended).cwiseQuotient(lengths);
}

}  // namespace perm::reference
