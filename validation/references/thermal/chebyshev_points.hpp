// SPDX-License-Identifier: Apache-2.0
// Extrema and zeros of Chebyshev polynomials on [0, height], and the matrices that interpolate and differentiate the
// polynomial through values at them (Berrut and Trefethen 2004).
#pragma once

#include <Eigen/Dense>

namespace perm::reference {

/// Points, rising, with the weights of their barycentric interpolation.
struct ChebyshevPoints {
  Eigen::VectorXd y, weight;

  /// Gives the matrix that takes values at these points to those of their polynomial at y.
  Eigen::MatrixXd to(const Eigen::VectorXd& targets) const;

  /// Gives the value of the polynomial through these values at y.
  double interpolate(const Eigen::VectorXd& values, double at) const;

  /// Gives the matrix that differentiates. Its rows sum to 0, which keeps the error of round-off small.
  Eigen::MatrixXd derivative() const;
};

/// Gives 0, height, and count - 2 points between them, most near the ends.
ChebyshevPoints chebyshev_extrema(double height, Eigen::Index count);

/// Gives the points between those of chebyshev_extrema(height, count + 1).
ChebyshevPoints chebyshev_zeros(double height, Eigen::Index count);

/// Throws std::domain_error, which names what the value is, unless it is positive and finite.
void require_positive(const char* name, double value);

}  // namespace perm::reference
