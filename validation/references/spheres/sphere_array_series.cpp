// SPDX-License-Identifier: Apache-2.0
// The flow is U e_x and a sum of multipoles at the lattice points: derivatives, by solid harmonics in d/dx, of the
// field of a force (a "Stokes multipole") or of a source ("potential multipole"). Each is a singular part, homogeneous
// of degree -p in r, and a regular part, a polynomial. On the sphere r = a both are series in a, and the fluid rests
// there:
//
//   sum over b of d_b w_b(n) = -U e_x - sum over b, q of d_b a^(p_b + q) v_bq(n),   d_b = c_b a^(-p_b),
//
// with w_b the singular part on the unit sphere, and v_bq what the regular part has of degree q there. The w_b are
// complete among the fields of that symmetry, so d follows power by power of a: each comes from lower ones. Of degrees
// up to s only multipoles up to order s/2 count in a^s, because both ways to the neighbours cost powers.
//
// S1, and so the field of a source, has mean 0 over a cell, of which the sphere is a part. The Laplacian of the field
// of a force, which a sphere's surface forces make, differs outside from the potential dipole by 1/V; so 1/V is taken
// from that one, and U is the superficial velocity.
#include "validation/references/spheres/sphere_array_series.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <numbers>
#include <stdexcept>

#include <Eigen/QR>

#include "validation/references/spheres/lattice_potentials.hpp"

namespace perm::reference {
namespace {

constexpr double pi = std::numbers::pi;
constexpr int most_terms = 31;
constexpr double least_pivot = 1e-9;  // of the fields on the sphere; some are sums of others

using Field = std::array<Polynomial, 3>;

/// Gives n!! = n (n - 2) (n - 4) ...
double double_factorial(int n) {
  double product = 1;
  for (; n > 1; n -= 2) product *= n;
  return product;
}

Eigen::VectorXd stack(const Eigen::MatrixX3d& components) {
  Eigen::VectorXd stacked(3 * components.rows());
  stacked << components.col(0), components.col(1), components.col(2);
  return stacked;
}

struct Multipole {
  int power{0};                ///< p: the singular part falls like r^-p
  Eigen::MatrixX3d on_sphere;  ///< the singular part on the unit sphere
  Field regular;

  void add(const Multipole& other, double factor) {
    on_sphere += factor * other.on_sphere;
    for (std::size_t axis = 0; axis < 3; ++axis) regular[axis].add(other.regular[axis], factor);
  }
};

class Multipoles {
 public:
  Multipoles(SphereLattice lattice, int terms) : Multipoles(expand_potentials(lattice, terms + 4), terms + 6) {}

  const SphereRule& rule() const { return rule_; }

  /// Gives all multipoles up to an order that have the symmetry of a flow along x through a cubic array.
  std::vector<Multipole> up_to(int order) {
    std::vector<Multipole> all;
    for (int n = 0; n <= order; ++n) {
      for (int m = 0; m <= n; m += 4) {
        if (n % 2 == 0) all.push_back(of_force(solid_harmonic(n, m, Turn::cosine), n, 0));
        if (n % 2 == 1) all.push_back(of_source(solid_harmonic(n, m, Turn::cosine), n));
      }
      // Forces along y and z, which a quarter turn takes to each other.
      for (int m = 1; n % 2 == 0 && m <= n; m += 2) {
        all.push_back(of_force(solid_harmonic(n, m, Turn::cosine), n, 1));
        all.back().add(of_force(solid_harmonic(n, m, Turn::sine), n, 2), m % 4 == 1 ? 1 : -1);
      }
    }
    return all;
  }

 private:
  Multipoles(const LatticePotentials& potentials, int rings)
      : first_(potentials.first), second_(potentials.second), cell_volume_(potentials.cell_volume), rule_(rings) {}

  /// Gives the field of a force along `axis` that a harmonic of degree n in the derivatives has been applied to. It
  /// makes
  /// (-1)^n (2n - 1)!! h/r^(2n+1) of 1/r and (-1)^(n+1) (2n - 3)!! h/r^(2n-1) of r.
  Multipole of_force(const Polynomial& h, int n, int axis) {
    const double sign = n % 2 == 0 ? 1 : -1;
    const double of_inverse = sign * double_factorial(2 * n - 1) / (4 * pi);
    const double of_distance = n == 0 ? 1 : -sign * double_factorial(2 * n - 3);
    const Polynomial first = first_.by(h);
    const Polynomial second = second_.by(h).derivative(axis);
    Multipole field{n + 1, Eigen::MatrixX3d(rule_.points.rows(), 3), {}};
    for (int i = 0; i < 3; ++i) {
      field.on_sphere.col(i) = -of_distance / (8 * pi) * second_derivative(h, 1 - 2 * n, i, axis);
      field.regular[static_cast<std::size_t>(i)] = second.derivative(i);
    }
    field.on_sphere.col(axis) += of_inverse * evaluate(h, rule_.points);
    field.regular[static_cast<std::size_t>(axis)].add(first);
    return field;
  }

  Multipole of_source(const Polynomial& h, int n) {
    const double factor = (n % 2 == 0 ? 1 : -1) * double_factorial(2 * n - 1) / (4 * pi);
    const Polynomial first = first_.by(h);
    const Eigen::VectorXd values = evaluate(h, rule_.points);
    Multipole field{n + 2, Eigen::MatrixX3d(rule_.points.rows(), 3), {}};
    for (int i = 0; i < 3; ++i) {
      field.on_sphere.col(i) =
          factor * (evaluate(h.derivative(i), rule_.points) - (2 * n + 1) * rule_.points.col(i).cwiseProduct(values));
      field.regular[static_cast<std::size_t>(i)] = first.derivative(i);
    }
    if (n == 1) field.regular[0].add(Polynomial(-1 / cell_volume_));
    return field;
  }

  /// Gives d_i d_j of h r^power on the unit sphere.
  Eigen::VectorXd second_derivative(const Polynomial& h, int power, int i, int j) const {
    const Eigen::VectorXd x = rule_.points.col(i);
    const Eigen::VectorXd y = rule_.points.col(j);
    const Eigen::VectorXd values = evaluate(h, rule_.points);
    Eigen::VectorXd sum = evaluate(h.derivative(i).derivative(j), rule_.points);
    sum += power * (x.cwiseProduct(evaluate(h.derivative(j), rule_.points)) +
                    y.cwiseProduct(evaluate(h.derivative(i), rule_.points)));
    sum += power * (power - 2) * x.cwiseProduct(y).cwiseProduct(values);
    if (i == j) sum += power * values;
    return sum;
  }

  Derivatives first_;
  Derivatives second_;
  double cell_volume_;
  SphereRule rule_;
};

}  // namespace

std::vector<double> derive_drag_series(SphereLattice lattice, int terms) {
  if (terms < 1 || terms > most_terms)
    throw std::domain_error(fmt::format("{} terms are asked for, and 1 to {} can be derived", terms, most_terms));
  Multipoles multipoles(lattice, terms);
  const std::vector<Multipole> fields = multipoles.up_to(terms / 2);
  const auto count = static_cast<Eigen::Index>(fields.size());
  const SphereRule& rule = multipoles.rule();
  const Eigen::VectorXd weights = stack(rule.weights.cwiseSqrt().replicate(1, 3));

  Eigen::MatrixXd singular(weights.size(), count);
  Eigen::VectorXd units(count);  // what each field is divided by
  for (Eigen::Index b = 0; b < count; ++b) {
    const Eigen::MatrixX3d& values = fields[static_cast<std::size_t>(b)].on_sphere;
    units[b] = values.cwiseAbs().maxCoeff();
    singular.col(b) = stack(values).cwiseProduct(weights) / units[b];
  }
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver;
  solver.setThreshold(least_pivot);
  solver.compute(singular);

  // For each power of a the amplitudes that the regular parts of unit amplitudes call for.
  std::map<int, Eigen::MatrixXd> reflected;
  for (Eigen::Index b = 0; b < count; ++b) {
    const Multipole& field = fields[static_cast<std::size_t>(b)];
    for (int q = 0; field.power + q < terms; ++q) {
      Eigen::MatrixX3d values(rule.points.rows(), 3);
      for (int i = 0; i < 3; ++i)
        values.col(i) = evaluate(field.regular[static_cast<std::size_t>(i)].of_degree(q), rule.points);
      if (values.isZero(0)) continue;
      Eigen::MatrixXd& matrix =
          reflected.try_emplace(field.power + q, Eigen::MatrixXd::Zero(count, count)).first->second;
      matrix.col(b) = solver.solve(stack(values).cwiseProduct(weights)) / units[b];
    }
  }

  Eigen::MatrixX3d along_x = Eigen::MatrixX3d::Zero(rule.points.rows(), 3);
  along_x.col(0).setOnes();
  std::vector<Eigen::VectorXd> amplitudes;
  std::vector<double> series;
  for (int s = 0; s < terms; ++s) {
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(count);
    if (s == 0) sum = solver.solve(stack(along_x).cwiseProduct(weights));
    for (const auto& [power, matrix] : reflected)
      if (power <= s) sum += matrix * amplitudes[static_cast<std::size_t>(s - power)];
    amplitudes.emplace_back(-sum);
    // The first field is that of the force -F on the fluid, and a is chi times the radius at touching.
    series.push_back(sum[0] / units[0] / (6 * pi) * std::pow(touching_radius(lattice), s));
  }
  return series;
}

}  // namespace perm::reference
