// SPDX-License-Identifier: Apache-2.0
// Polynomials in x, y, z, and those of them that are harmonic: solid harmonics about the x axis.
#pragma once

#include <array>
#include <map>
#include <utility>

#include <Eigen/Core>

namespace perm::reference {

/// A sum of c x^i y^j z^k. Terms that are not there are 0.
class Polynomial {
 public:
  using Exponents = std::array<int, 3>;

  Polynomial() = default;
  explicit Polynomial(double constant) { terms_[{0, 0, 0}] = constant; }
  Polynomial(const Exponents& exponents, double coefficient) { terms_[exponents] = coefficient; }

  const std::map<Exponents, double>& terms() const { return terms_; }
  /// Adds `factor` times another polynomial.
  void add(const Polynomial& other, double factor = 1);
  Polynomial times(const Polynomial& other) const;
  Polynomial times(double factor) const;
  /// Gives the derivative along axis 0, 1 or 2.
  Polynomial derivative(int axis) const;
  /// Gives the terms of one degree.
  Polynomial of_degree(int degree) const;
  int degree() const;

 private:
  std::map<Exponents, double> terms_;
};

/// Gives the values at points, a row each.
Eigen::VectorXd evaluate(const Polynomial& polynomial, const Eigen::MatrixX3d& points);

/// Differentiates one polynomial in many ways. It keeps each derivative, because higher ones follow from it.
class Derivatives {
 public:
  explicit Derivatives(Polynomial polynomial) { known_[{0, 0, 0}] = std::move(polynomial); }
  /// Gives what a polynomial in d/dx, d/dy, d/dz makes of the polynomial.
  Polynomial by(const Polynomial& differential);

 private:
  const Polynomial& of(const Polynomial::Exponents& orders);

  std::map<Polynomial::Exponents, Polynomial> known_;
};

enum class Turn { cosine, sine };
/// Gives a solid harmonic of degree l about the x axis: a polynomial in x and y^2 + z^2, times rho^m cos(m phi) or
/// rho^m sin(m phi) with y = rho cos(phi), z = rho sin(phi). 0 <= m <= l.
Polynomial solid_harmonic(int l, int m, Turn turn);

/// Holds points on the unit sphere and their weights, whose sum is 4 pi. They integrate polynomials of degree up to
/// 2 `rings` - 1 exactly.
struct SphereRule {
  explicit SphereRule(int rings);
  Eigen::MatrixX3d points;
  Eigen::VectorXd weights;
};

}  // namespace perm::reference
