// SPDX-License-Identifier: Apache-2.0
#include "validation/references/cylinders/cylinder_stokeslet.hpp"

#include <cmath>
#include <numbers>

namespace perm::reference {
namespace {

using Eigen::Matrix2d;
using Eigen::MatrixXd;
using Eigen::Vector2d;

constexpr double pi = std::numbers::pi;
/// Both sums end where their terms are exp(-cut^2), about 1e-14.
constexpr double cut = 5.7;

/// Gives the exponential integral E1 of t > 0 by its series or its continued fraction (Abramowitz and Stegun
/// 1964, 5.1.11 and 5.1.22).
double e1(double t) {
  if (t <= 1) {
    double sum = -std::numbers::egamma - std::log(t), power = 1;
    for (int n = 1; n <= 20; ++n) {
      power *= -t / n;
      sum -= power / n;
    }
    return sum;
  }
  double fraction = 0;
  for (int n = 100; n >= 1; --n) fraction = n / (1 + n / (t + fraction));
  return std::exp(-t) / (t + fraction);
}

/// Gives the part of a force's field that is summed over images. With t = xi^2 r^2 it is, for a force of 4 pi, I
/// (E1(t)/2 - exp(-t)) + r r^T exp(-t)/r^2.
Matrix2d near_field(const Vector2d& r, double t) {
  const double gauss = std::exp(-t);
  Matrix2d field = gauss / r.squaredNorm() * r * r.transpose();
  field.diagonal().array() += e1(t) / 2 - gauss;
  return field;
}

}  // namespace

CylinderStokeslet::CylinderStokeslet(const CylinderCell& cell, double splitting)
    : splitting_(splitting / std::sqrt(cell.area_for_each())), reach_(cut / splitting_) {
  const int columns = static_cast<int>(std::ceil(reach_)) + 1;
  const int rows = static_cast<int>(std::ceil(reach_ / cell.height)) + 1;
  for (int y = -rows; y <= rows; ++y)
    for (int x = -columns; x <= columns; ++x) {
      shifts_.emplace_back(x, y * cell.height);
      if (cell.centred) shifts_.emplace_back(x + 0.5, (y + 0.5) * cell.height);
    }
  const double largest = 2 * splitting_ * cut;
  for (int x = 0; 2 * pi * x <= largest; ++x)
    for (int y = 0; 2 * pi * y / cell.height <= largest; ++y) {
      const Vector2d k = 2 * pi * Vector2d(x, y / cell.height);
      const double k2 = k.squaredNorm();
      if ((x == 0 && y == 0) || k2 > largest * largest || (cell.centred && (x + y) % 2 != 0)) continue;
      const double eta = k2 / (4 * splitting_ * splitting_);
      const int images = (x != 0 ? 2 : 1) * (y != 0 ? 2 : 1);
      waves_.push_back({k, images * 4 * pi / cell.area_for_each() * (1 + eta) * std::exp(-eta) / k2});
    }
}

Matrix2d CylinderStokeslet::sum_near_fields(const Vector2d& point) const {
  Matrix2d field = Matrix2d::Zero();
  for (const Vector2d& shift : shifts_) {
    const Vector2d r = point - shift;
    if (r.squaredNorm() < reach_ * reach_) field += near_field(r, splitting_ * splitting_ * r.squaredNorm());
  }
  return field;
}

Matrix2d CylinderStokeslet::at(const Vector2d& point) const {
  Matrix2d field = sum_near_fields(point);
  for (const Wave& wave : waves_)
    for (const double sign : {-1.0, 1.0}) {  // the two other images have the same cosines
      const Vector2d k(wave.vector.x(), sign * wave.vector.y());
      field += wave.weight / 2 * std::cos(k.dot(point)) * (Matrix2d::Identity() - k * k.transpose() / k.squaredNorm());
    }
  return field;
}

MatrixXd CylinderStokeslet::symmetric_waves(const std::vector<Vector2d>& points) const {
  MatrixXd result(2 * points.size(), waves_.size());
  for (std::size_t w = 0; w < waves_.size(); ++w) {
    const Vector2d& k = waves_[w].vector;
    for (std::size_t i = 0; i < points.size(); ++i) {
      // Mean over the four images of the wave across k: along x it is even in x and y, along y odd in both.
      const double x = k.x() * points[i].x(), y = k.y() * points[i].y();
      const auto row = static_cast<Eigen::Index>(2 * i), column = static_cast<Eigen::Index>(w);
      result(row, column) = k.y() / k.norm() * std::cos(x) * std::cos(y);
      result(row + 1, column) = k.x() / k.norm() * std::sin(x) * std::sin(y);
    }
  }
  return result;
}

MatrixXd CylinderStokeslet::symmetric_matrix(const std::vector<Vector2d>& points,
                                             const std::vector<Vector2d>& sources) const {
  MatrixXd source_waves = symmetric_waves(sources);
  for (std::size_t w = 0; w < waves_.size(); ++w)
    source_waves.col(static_cast<Eigen::Index>(w)) *= 4 * waves_[w].weight;
  MatrixXd matrix = symmetric_waves(points) * source_waves.transpose();
  for (std::size_t j = 0; j < sources.size(); ++j)
    for (std::size_t i = 0; i < points.size(); ++i) {
      auto block = matrix.block<2, 2>(static_cast<Eigen::Index>(2 * i), static_cast<Eigen::Index>(2 * j));
      for (const double x : {-1.0, 1.0})
        for (const double y : {-1.0, 1.0}) {
          const Matrix2d field = sum_near_fields(points[i] - Vector2d(x * sources[j].x(), y * sources[j].y()));
          block.col(0) += field.col(0);
          // Mirroring x reverses the flow, so forces then also change sign.
          block.col(1) += x * y * field.col(1);
        }
    }
  return matrix;
}

}  // namespace perm::reference
