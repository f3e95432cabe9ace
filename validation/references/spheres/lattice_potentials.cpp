// SPDX-License-Identifier: Apache-2.0
// The expansions about a lattice point follow from 1/|x - R| and |x - R| in Legendre polynomials: sums over lattice
// points R of h(R)/R^(2 l + 1) and h(R)/R^(2 l - 1) for harmonics h of degree l, which Ewald's splitting makes short.
// Of the harmonics about the x axis only those that a quarter turn leaves alone are not 0.
#include "validation/references/spheres/lattice_potentials.hpp"

#include <cmath>
#include <numbers>
#include <vector>

#include <Eigen/LU>

namespace perm::reference {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double reach = 9;  // Gaussians are cut off where they are exp(-81)

Eigen::Matrix3d lattice_vectors(SphereLattice lattice) {
  Eigen::Matrix3d vectors;  // a row each
  if (lattice == SphereLattice::sc)
    vectors.setIdentity();
  else if (lattice == SphereLattice::bcc)
    vectors << -0.5, 0.5, 0.5, 0.5, -0.5, 0.5, 0.5, 0.5, -0.5;
  else
    vectors << 0, 0.5, 0.5, 0.5, 0, 0.5, 0.5, 0.5, 0;
  return vectors;
}

/// Gives the points of a lattice within a radius, but for the origin.
Eigen::MatrixX3d points_within(const Eigen::Matrix3d& vectors, double radius) {
  // |n vectors| >= |n| / |vectors^-1|, so no index beyond this counts.
  const int most = static_cast<int>(std::ceil(radius * vectors.inverse().norm()));
  std::vector<Eigen::RowVector3d> found;
  for (int i = -most; i <= most; ++i)
    for (int j = -most; j <= most; ++j)
      for (int k = -most; k <= most; ++k) {
        const Eigen::RowVector3d point = Eigen::RowVector3d(i, j, k) * vectors;
        if (point.norm() < radius && (i != 0 || j != 0 || k != 0)) found.push_back(point);
      }
  Eigen::MatrixX3d points(static_cast<Eigen::Index>(found.size()), 3);
  for (Eigen::Index at = 0; at < points.rows(); ++at) points.row(at) = found[static_cast<std::size_t>(at)];
  return points;
}

/// Gives Gamma(l + 1/2, x)/Gamma(l + 1/2).
double upper_gamma(int l, double x) {
  double share = std::erfc(std::sqrt(x));
  double term = 2 * std::sqrt(x / pi) * std::exp(-x);  // x^(1/2) exp(-x)/Gamma(3/2)
  for (int i = 1; i <= l; ++i) {
    share += term;
    term *= x / (i + 0.5);
  }
  return share;
}

/// The points of a lattice and its waves, and how sums over both are split.
class EwaldSums {
 public:
  explicit EwaldSums(SphereLattice lattice)
      : volume_(std::abs(lattice_vectors(lattice).determinant())),
        split_(std::sqrt(pi) / std::cbrt(volume_)),
        points_(points_within(lattice_vectors(lattice), reach / split_)),
        waves_(points_within(2 * pi * lattice_vectors(lattice).inverse().transpose(), 2 * reach * split_)) {}

  double volume() const { return volume_; }

  /// Gives the sum of 1/(4 pi R), as Ewald's splitting defines it: S1 - 1/(4 pi r) at the origin.
  double constant() const {
    double sum = -1 / (4 * volume_ * split_ * split_) - split_ / (2 * std::pow(pi, 1.5));
    for (const auto& point : points_.rowwise()) sum += std::erfc(split_ * point.norm()) / (4 * pi * point.norm());
    for (const auto& wave : waves_.rowwise())
      sum += std::exp(-wave.squaredNorm() / (4 * split_ * split_)) / (volume_ * wave.squaredNorm());
    return sum;
  }

  /// Gives the sum of h(R)/R^(2 l + 1 - 2 `rise`) over the points, for a harmonic of even degree l; `rise` is 0 or 1.
  double of(const Polynomial& harmonic, int l, int rise) const {
    const Eigen::VectorXd at_points = evaluate(harmonic, points_);
    const Eigen::VectorXd at_waves = evaluate(harmonic, waves_);
    double sum = 0;
    for (Eigen::Index i = 0; i < points_.rows(); ++i) {
      const double squared = points_.row(i).squaredNorm();
      sum += at_points[i] * upper_gamma(l - rise, split_ * split_ * squared) * std::pow(squared, rise - l - 0.5);
    }
    double of_waves = 0;
    for (Eigen::Index i = 0; i < waves_.rows(); ++i) {
      const double x = waves_.row(i).squaredNorm() / (4 * split_ * split_);
      const double gamma = (rise == 0 ? 1 : 1 + x) * std::exp(-x);  // Gamma(1 + rise, x)
      of_waves += at_waves[i] * gamma * std::pow(waves_.row(i).squaredNorm() / 4, -1 - rise);
    }
    const double turns = l % 4 == 0 ? 1 : -1;  // i^l
    return sum + turns * std::pow(pi, 1.5) / volume_ * of_waves / (std::pow(2.0, l) * std::tgamma(l - rise + 0.5));
  }

 private:
  double volume_;
  double split_;
  Eigen::MatrixX3d points_;
  Eigen::MatrixX3d waves_;
};

}  // namespace

LatticePotentials expand_potentials(SphereLattice lattice, int degree) {
  const EwaldSums sums(lattice);
  const SphereRule rule(degree + 2);
  Polynomial r2({2, 0, 0}, 1);
  r2.add({{0, 2, 0}, 1});
  r2.add({{0, 0, 2}, 1});
  const double constant = sums.constant();
  LatticePotentials potentials{Polynomial(constant), {}, sums.volume()};
  potentials.first.add(r2, 1 / (6 * sums.volume()));  // the charge of the lattice is spread evenly against it
  potentials.second.add(r2.times(r2), -1 / (120 * sums.volume()));
  potentials.second.add(r2, -constant / 6);
  for (int l = 4; l <= degree; l += 2)
    for (int m = 0; m <= l; m += 4) {
      Polynomial h = solid_harmonic(l, m, Turn::cosine);
      h = h.times(1 / std::sqrt(rule.weights.dot(evaluate(h, rule.points).cwiseAbs2())));
      const double of_first = sums.of(h, l, 0) / (2 * l + 1);  // P_l is 4 pi/(2 l + 1) times the sum of h h
      const double of_second = sums.of(h, l, 1) / (2.0 * (2 * l + 1) * (2 * l - 1));
      potentials.first.add(h, of_first);
      potentials.second.add(r2.times(h), -of_first / (2 * (2 * l + 3)));
      potentials.second.add(h, of_second);
    }
  return potentials;
}

}  // namespace perm::reference
