// SPDX-License-Identifier: Apache-2.0
#include "validation/references/thermal/chebyshev_points.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <stdexcept>

namespace perm::reference {
namespace {

using Eigen::ArrayXd;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

double place(double height, double fraction) {
  const double sine = std::sin(std::numbers::pi / 2 * fraction);
  return height * sine * sine;
}

}  // namespace

MatrixXd ChebyshevPoints::to(const VectorXd& targets) const {
  MatrixXd matrix(targets.size(), y.size());
  for (Index i = 0; i < targets.size(); ++i) {
    const ArrayXd distance = targets[i] - y.array();
    Index nearest = 0;
    if (distance.abs().minCoeff(&nearest) == 0) {
      matrix.row(i) = VectorXd::Unit(y.size(), nearest);
    } else {
      const ArrayXd part = weight.array() / distance;
      matrix.row(i) = part / part.sum();
    }
  }
  return matrix;
}

double ChebyshevPoints::interpolate(const VectorXd& values, double at) const {
  return to(VectorXd::Constant(1, at)).row(0).dot(values);
}

MatrixXd ChebyshevPoints::derivative() const {
  MatrixXd matrix(y.size(), y.size());
  for (Index i = 0; i < y.size(); ++i) {
    matrix(i, i) = 0;
    for (Index j = 0; j < y.size(); ++j)
      if (i != j) matrix(i, j) = weight[j] / weight[i] / (y[i] - y[j]);
    matrix(i, i) = -matrix.row(i).sum();
  }
  return matrix;
}

ChebyshevPoints chebyshev_extrema(double height, Index count) {
  ChebyshevPoints points{VectorXd(count), VectorXd(count)};
  for (Index i = 0; i < count; ++i) {
    points.y[i] = place(height, static_cast<double>(i) / static_cast<double>(count - 1));
    points.weight[i] = (i % 2 == 0 ? 1 : -1) * (i == 0 || i == count - 1 ? 0.5 : 1);
  }
  return points;
}

ChebyshevPoints chebyshev_zeros(double height, Index count) {
  ChebyshevPoints points{VectorXd(count), VectorXd(count)};
  for (Index i = 0; i < count; ++i) {
    const double fraction = (static_cast<double>(i) + 0.5) / static_cast<double>(count);
    points.y[i] = place(height, fraction);
    points.weight[i] = (i % 2 == 0 ? 1 : -1) * std::sin(std::numbers::pi * fraction);
  }
  return points;
}

void require_positive(const char* name, double value) {
  if (!(value > 0 && std::isfinite(value))) throw std::domain_error(fmt::format("{} is {}, not positive", name, value));
}

}  // namespace perm::reference
