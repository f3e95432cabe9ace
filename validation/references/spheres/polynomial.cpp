// SPDX-License-Identifier: Apache-2.0
#include "validation/references/spheres/polynomial.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include <Eigen/Eigenvalues>

namespace perm::reference {
namespace {

/// Gives x^0, x^1, ... x^degree for each point, a column each.
Eigen::MatrixXd powers(const Eigen::VectorXd& x, int degree) {
  Eigen::MatrixXd powers(x.size(), degree + 1);
  powers.col(0).setOnes();
  for (int i = 1; i <= degree; ++i) powers.col(i) = powers.col(i - 1).cwiseProduct(x);
  return powers;
}

/// Gives the real or the imaginary part of (y + i z)^m.
Polynomial turned(int m, Turn turn) {
  Polynomial part;
  double binomial = 1;
  for (int k = 0; k <= m; ++k) {
    const bool is_imaginary = k % 2 == 1;
    if (is_imaginary == (turn == Turn::sine)) part.add({{0, m - k, k}, k % 4 < 2 ? binomial : -binomial});
    binomial = binomial * (m - k) / (k + 1);
  }
  return part;
}

}  // namespace

void Polynomial::add(const Polynomial& other, double factor) {
  for (const auto& [exponents, coefficient] : other.terms_) terms_[exponents] += factor * coefficient;
}

Polynomial Polynomial::times(const Polynomial& other) const {
  Polynomial product;
  for (const auto& [a, p] : terms_)
    for (const auto& [b, q] : other.terms_) product.terms_[{a[0] + b[0], a[1] + b[1], a[2] + b[2]}] += p * q;
  return product;
}

Polynomial Polynomial::times(double factor) const {
  Polynomial product;
  product.add(*this, factor);
  return product;
}

Polynomial Polynomial::derivative(int axis) const {
  const auto along = static_cast<std::size_t>(axis);
  Polynomial derivative;
  for (const auto& [exponents, coefficient] : terms_) {
    if (exponents[along] == 0) continue;
    Exponents lower = exponents;
    --lower[along];
    derivative.terms_[lower] = coefficient * exponents[along];
  }
  return derivative;
}

Polynomial Polynomial::of_degree(int degree) const {
  Polynomial part;
  for (const auto& [exponents, coefficient] : terms_)
    if (exponents[0] + exponents[1] + exponents[2] == degree) part.terms_[exponents] = coefficient;
  return part;
}

int Polynomial::degree() const {
  int degree = 0;
  for (const auto& [exponents, coefficient] : terms_)
    degree = std::max(degree, exponents[0] + exponents[1] + exponents[2]);
  return degree;
}

Eigen::VectorXd evaluate(const Polynomial& polynomial, const Eigen::MatrixX3d& points) {
  const int degree = polynomial.degree();
  const std::array<Eigen::MatrixXd, 3> of_axis{powers(points.col(0), degree), powers(points.col(1), degree),
                                               powers(points.col(2), degree)};
  Eigen::VectorXd values = Eigen::VectorXd::Zero(points.rows());
  for (const auto& [e, coefficient] : polynomial.terms())
    values += coefficient * of_axis[0].col(e[0]).cwiseProduct(of_axis[1].col(e[1])).cwiseProduct(of_axis[2].col(e[2]));
  return values;
}

Polynomial Derivatives::by(const Polynomial& differential) {
  Polynomial sum;
  for (const auto& [orders, coefficient] : differential.terms()) sum.add(of(orders), coefficient);
  return sum;
}

const Polynomial& Derivatives::of(const Polynomial::Exponents& orders) {
  const auto found = known_.find(orders);
  if (found != known_.end()) return found->second;
  const auto axis =
      static_cast<std::size_t>(std::ranges::find_if(orders, [](int order) { return order > 0; }) - orders.begin());
  Polynomial::Exponents lower = orders;
  --lower[axis];
  return known_[orders] = of(lower).derivative(static_cast<int>(axis));
}

Polynomial solid_harmonic(int l, int m, Turn turn) {
  Polynomial rho2({0, 2, 0}, 1);
  rho2.add({{0, 0, 2}, 1});
  Polynomial around(1);  // rho^(2 j)
  Polynomial along;      // sum of a_j x^(l-m-2j) rho^(2j), which the Laplacian of the whole makes
  double a = 1;
  for (int j = 0; 2 * j <= l - m; ++j) {
    if (j > 0) {
      const int power = l - m - 2 * (j - 1);
      a *= -power * (power - 1) / (4.0 * j * (j + m));
      around = around.times(rho2);
    }
    along.add(around.times(Polynomial({l - m - 2 * j, 0, 0}, a)));
  }
  return along.times(turned(m, turn));
}

SphereRule::SphereRule(int rings) {
  // Gauss and Legendre's nodes are the eigenvalues of a matrix (Golub and Welsch 1969).
  Eigen::MatrixXd jacobi = Eigen::MatrixXd::Zero(rings, rings);
  for (int i = 1; i < rings; ++i) jacobi(i, i - 1) = jacobi(i - 1, i) = i / std::sqrt(4.0 * i * i - 1);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> nodes(jacobi);
  const int on_ring = 2 * rings;
  points.resize(static_cast<Eigen::Index>(rings) * on_ring, 3);
  weights.resize(points.rows());
  for (int ring = 0; ring < rings; ++ring)
    for (int i = 0; i < on_ring; ++i) {
      const double x = nodes.eigenvalues()[ring];
      const double angle = (i + 0.5) * std::numbers::pi / rings;
      const double rho = std::sqrt(1 - x * x);
      const Eigen::Index at = static_cast<Eigen::Index>(ring) * on_ring + i;
      points.row(at) << x, rho * std::cos(angle), rho * std::sin(angle);
      weights[at] = 2 * std::pow(nodes.eigenvectors()(0, ring), 2) * std::numbers::pi / rings;
    }
}

}  // namespace perm::reference
