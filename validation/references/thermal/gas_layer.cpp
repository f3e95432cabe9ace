// SPDX-License-Identifier: Apache-2.0
// Chebyshev collocation of the linear equations, divided by the density at rest so that the pressure at rest drops out.
// Velocities and temperature are polynomials through the extrema of a Chebyshev polynomial, and 0 at the walls. The
// density has no condition there, so it is a polynomial of two degrees less through zeros between them (P_N, P_N-2):
// then no pressure escapes the momentum equations, and no eigenvalue is spurious or infinite.
#include "validation/references/thermal/gas_layer.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "validation/references/thermal/chebyshev_points.hpp"

namespace perm::reference {
namespace {

using Eigen::ArrayXd;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double cp = 2;
constexpr int krylov_dimension = 80;

/// The layer on its points, and its equations d/dt (q, U, V, theta) = matrix (q, U, V, theta), where q is the perturbed
/// density over that at rest, U, V and theta velocities and temperature between the walls.
class Layer {
 public:
  Layer(const GasLayer& layer, double wavenumber, int points)
      : k_(wavenumber), t_(layer.relaxation), g_(layer.gravity) {
    require_positive("height", layer.height);
    require_positive("relaxation", t_);
    require_positive("bottom pressure", layer.bottom_pressure);
    require_positive("wavenumber", k_);
    if (!(g_ >= 0 && std::isfinite(g_))) throw std::domain_error(fmt::format("gravity is {}, below 0", g_));
    if (points <= 8) throw std::domain_error(fmt::format("{} points are too few, fewer than 9", points));
    nodes = chebyshev_extrema(layer.height, points);
    const ChebyshevPoints of_density = chebyshev_zeros(layer.height, points - 2);
    temperature = nodes.y.unaryExpr(layer.temperature);
    for (const double value : temperature) require_positive("temperature", value);
    derivative_ = nodes.derivative();
    gradient_ = derivative_ * temperature.matrix();
    density_to_nodes = of_density.to(nodes.y);
    nodes_to_density_ = nodes.to(of_density.y);
    // ln p at rest: its derivative with the pressure at the bottom in place of the first row
    MatrixXd integral = derivative_;
    integral.row(0) = VectorXd::Unit(points, 0);
    VectorXd slope = -g_ / temperature;
    slope[0] = 0;
    pressure = layer.bottom_pressure * integral.partialPivLu().solve(slope).array().exp();
  }

  MatrixXd matrix() const {
    const Index all = nodes.y.size(), inner = all - 2;
    const MatrixXd one = MatrixXd::Identity(all, all), &d = derivative_;
    const auto times = [](const ArrayXd& factor, const MatrixXd& of) -> MatrixXd {
      return factor.matrix().asDiagonal() * of;
    };
    const MatrixXd laplacian = d * d - k_ * k_ * one;
    const MatrixXd per_density = density_to_nodes,
                   per_heat = times(1 / temperature, one);  // perturbed p over p at rest
    // viscosity p t over density is t T, its slope over density -t g
    const MatrixXd diffusion = t_ * (times(temperature, laplacian) - g_ * d);
    const MatrixXd turned = t_ * g_ * k_ * one;
    const auto force = [&](const MatrixXd& of) -> MatrixXd { return -times(temperature, d * of); };
    const auto conducted = [&](const MatrixXd& of) -> MatrixXd {  // by the perturbed conductivity
      const MatrixXd flux = times(gradient_, of);
      return cp * t_ * (times(temperature, d * flux) - g_ * flux);
    };
    MatrixXd full = MatrixXd::Zero(4 * inner, 4 * inner);
    const auto walls_off = [&](const MatrixXd& of) { return of.middleRows(1, inner); };
    const auto put = [&](Index row, Index column, const MatrixXd& of) {
      full.block(row * inner, column * inner, inner, inner) = column == 0 ? of : of.middleCols(1, inner);
    };
    put(0, 1, nodes_to_density_ * (-k_ * one));
    put(0, 2, nodes_to_density_ * (times((g_ + gradient_) / temperature, one) - d));
    put(1, 0, walls_off(k_ * times(temperature, per_density)));
    put(1, 1, walls_off(diffusion));
    put(1, 2, walls_off(turned));
    put(1, 3, walls_off(k_ * one));
    put(2, 0, walls_off(force(per_density)));
    put(2, 1, walls_off(turned));
    put(2, 2, walls_off(diffusion));
    put(2, 3, walls_off(force(per_heat) + g_ * per_heat));
    put(3, 0, walls_off(conducted(per_density)));
    put(3, 1, walls_off(-k_ * times(temperature, one)));
    put(3, 2, walls_off(-times(gradient_, one) - times(temperature, d)));
    put(3, 3, walls_off(cp * diffusion + conducted(per_heat)));
    return full;
  }

  /// A rate that no growth exceeds: without diffusion, growth^2 <= max g (-T' - g/cp)/T (energy principle, Bernstein et
  /// al. 1958). Where that is less, the rate of diffusion.
  double rate() const {
    const double buoyant = (g_ * (-gradient_ - g_ / cp) / temperature).maxCoeff();
    const double across = std::numbers::pi / nodes.y[nodes.y.size() - 1];
    return std::max(std::sqrt(std::max(buoyant, 0.0)), t_ * temperature.maxCoeff() * (k_ * k_ + across * across));
  }

  ChebyshevPoints nodes;
  ArrayXd temperature, pressure;  // at rest
  MatrixXd density_to_nodes;

 private:
  double k_, t_, g_;
  ArrayXd gradient_;
  MatrixXd derivative_, nodes_to_density_;
};

struct Eigenpair {
  double value;
  VectorXd vector;
};

/// Gives the largest real eigenvalue, by Arnoldi's method for (matrix - shift)^-1. As no growth exceeds the shift, all
/// that decays lies farther from it than all that grows without oscillation, and is found later. Where modes that decay
/// crowd, none is found, and all eigenvalues are computed.
Eigenpair largest_real(const MatrixXd& matrix, double shift) {
  const Index size = matrix.rows(), most = std::min<Index>(krylov_dimension, size);
  const Eigen::PartialPivLU<MatrixXd> inverse(matrix - shift * MatrixXd::Identity(size, size));
  MatrixXd basis = MatrixXd::Zero(size, most + 1), small = MatrixXd::Zero(most + 1, most);
  for (Index i = 0; i < size; ++i) basis(i, 0) = std::cos(static_cast<double>(i * i));
  basis.col(0).normalize();
  for (Index m = 0; m < most; ++m) {
    VectorXd next = inverse.solve(basis.col(m));
    for (int pass = 0; pass < 2; ++pass) {
      const VectorXd along = basis.leftCols(m + 1).transpose() * next;
      next -= basis.leftCols(m + 1) * along;
      small.col(m).head(m + 1) += along;
    }
    small(m + 1, m) = next.norm();
    basis.col(m + 1) = next.normalized();
  }
  const auto largest_of = [](const Eigen::VectorXcd& growths) {
    Index best = -1;
    for (Index i = 0; i < growths.size(); ++i)
      if (growths[i].imag() == 0 && (best < 0 || growths[i].real() > growths[best].real())) best = i;
    return best;
  };
  const Eigen::EigenSolver<MatrixXd> near(small.topRows(most));
  const Eigen::VectorXcd found = shift + near.eigenvalues().array().inverse();
  const Index best = largest_of((found.real().array() < shift).select(found, std::complex<double>(0, 1)));
  if (best >= 0) {
    const VectorXd part = near.eigenvectors().col(best).real();
    if (small(most, most - 1) * std::abs(part[most - 1]) < 1e-9 * std::abs(near.eigenvalues()[best]))
      return {found[best].real(), basis.leftCols(most) * part};
  }
  const Eigen::EigenSolver<MatrixXd> all(matrix);
  const Index largest = largest_of(all.eigenvalues());
  if (largest < 0) throw std::runtime_error("every mode of the gas layer oscillates");
  return {all.eigenvalues()[largest].real(), all.eigenvectors().col(largest).real()};
}

std::vector<double> listed(const ArrayXd& values) { return {values.begin(), values.end()}; }

}  // namespace

double GasMode::at(const std::vector<double>& values, double place) const {
  const auto count = static_cast<Index>(y.size());
  return chebyshev_extrema(y.back(), count).interpolate(Eigen::Map<const VectorXd>(values.data(), count), place);
}

GasMode fastest_mode(const GasLayer& layer, double wavenumber, int points) {
  const Layer gas(layer, wavenumber, points);
  const Eigenpair pair = largest_real(gas.matrix(), 1.5 * gas.rate());
  const Index inner = points - 2;
  const auto with_walls = [&](Index field) {
    ArrayXd values = ArrayXd::Zero(points);
    values.segment(1, inner) = pair.vector.segment(field * inner, inner);
    return values;
  };
  const ArrayXd velocity_x = with_walls(1), velocity_y = with_walls(2), temperature = with_walls(3);
  const ArrayXd density = (gas.density_to_nodes * pair.vector.head(inner)).array() * gas.pressure / gas.temperature;
  const ArrayXd pressure = density * gas.temperature + temperature * gas.pressure / gas.temperature;
  Index largest = 0;
  velocity_y.abs().maxCoeff(&largest);
  const double scale = 1 / velocity_y[largest];
  return {pair.value,
          listed(gas.nodes.y),
          listed(scale * density),
          listed(scale * velocity_x),
          listed(scale * velocity_y),
          listed(scale * temperature),
          listed(scale * pressure),
          listed(gas.pressure)};
}

std::vector<std::complex<double>> growths(const GasLayer& layer, double wavenumber, int points) {
  const Eigen::VectorXcd values = Layer(layer, wavenumber, points).matrix().eigenvalues();
  std::vector<std::complex<double>> sorted(values.begin(), values.end());
  std::ranges::sort(sorted, std::ranges::greater{}, [](const auto& value) { return value.real(); });
  return sorted;
}

}  // namespace perm::reference
