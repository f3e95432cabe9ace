// SPDX-License-Identifier: Apache-2.0
#include "validation/references/spheres/sphere_stokeslet.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

namespace perm::reference {
namespace {

using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;

constexpr double pi = std::numbers::pi;
/// Both sums end where their terms are exp(-cut^2), about 1e-13.
constexpr double cut = 5.5;

/// An operation of D4h on points, and on the forces that drive flow along x. Mirroring x reverses that flow, so forces
/// then also change sign.
struct Operation {
  double x, y, z;  ///< signs
  bool swap;       ///< y and z change places, before the signs

  Vector3d apply(const Vector3d& point) const {
    return swap ? Vector3d(x * point.x(), y * point.z(), z * point.y())
                : Vector3d(x * point.x(), y * point.y(), z * point.z());
  }
  /// Adds the field's matrix as it becomes when it takes the force at the original and not at the image.
  void add(const Matrix3d& field, Matrix3d& sum) const {
    sum.col(0) += field.col(0);
    sum.col(swap ? 2 : 1) += x * y * field.col(1);
    sum.col(swap ? 1 : 2) += x * z * field.col(2);
  }
};

std::array<Operation, 16> make_operations() {
  std::array<Operation, 16> operations{};
  for (int i = 0; i < 16; ++i)
    operations[static_cast<std::size_t>(i)] = {i & 1 ? -1.0 : 1.0, i & 2 ? -1.0 : 1.0, i & 4 ? -1.0 : 1.0,
                                               (i & 8) != 0};
  return operations;
}

/// Gives the positions of the spheres in a cube.
std::vector<Vector3d> cell_origins(SphereLattice lattice) {
  if (lattice == SphereLattice::sc) return {{0, 0, 0}};
  if (lattice == SphereLattice::bcc) return {{0, 0, 0}, {0.5, 0.5, 0.5}};
  return {{0, 0, 0}, {0, 0.5, 0.5}, {0.5, 0, 0.5}, {0.5, 0.5, 0}};
}

/// Says whether 2 pi (x, y, z) is a vector of the reciprocal lattice.
bool is_reciprocal(SphereLattice lattice, int x, int y, int z) {
  if (lattice == SphereLattice::sc) return true;
  if (lattice == SphereLattice::bcc) return (x + y + z) % 2 == 0;
  return (x - y) % 2 == 0 && (y - z) % 2 == 0;
}

int images_of(int x, int y, int z) {
  const int signs = (x != 0 ? 2 : 1) * (y != 0 ? 2 : 1) * (z != 0 ? 2 : 1);
  return y != z ? 2 * signs : signs;
}

/// Gives the part of a force's field that is summed over images.
Matrix3d near_field(const Vector3d& r, double r2, double xi) {
  const double gauss = 2 * xi * std::numbers::inv_sqrtpi * std::exp(-xi * xi * r2);
  const double distance = std::sqrt(r2);
  const double dyad = (gauss + std::erfc(xi * distance) / distance) / r2;
  Matrix3d field = dyad * r * r.transpose();
  field.diagonal().array() += dyad * r2 - 2 * gauss;
  return field;
}

/// Gives two unit vectors that are perpendicular to k and to each other.
std::pair<Vector3d, Vector3d> polarizations(const Vector3d& k) {
  Vector3d first = k.cross(std::abs(k.x()) < std::abs(k.y()) ? Vector3d::UnitX() : Vector3d::UnitY()).normalized();
  return {first, k.cross(first).normalized()};
}

/// cos and sin of 2 pi n x for n = 0 .. count - 1.
struct Harmonics {
  Eigen::ArrayXd cos, sin;
  Harmonics(double x, int count) : cos(Eigen::ArrayXd::LinSpaced(count, 0, count - 1) * (2 * pi * x)), sin(cos.sin()) {
    cos = cos.cos().eval();
  }
};

}  // namespace

SphereStokeslet::SphereStokeslet(SphereLattice lattice, double splitting)
    : cell_volume_(1.0 / spheres_in_cube(lattice)) {
  splitting_ = splitting / std::cbrt(cell_volume_);
  reach_ = cut / splitting_;
  const int shells = static_cast<int>(std::ceil(reach_)) + 1;
  for (int z = -shells; z <= shells; ++z)
    for (int y = -shells; y <= shells; ++y)
      for (int x = -shells; x <= shells; ++x)
        for (const Vector3d& origin : cell_origins(lattice)) shifts_.push_back(Vector3d(x, y, z) + origin);
  const double largest = 2 * splitting_ * cut / (2 * pi);
  const int count = static_cast<int>(largest);
  for (int x = 0; x <= count; ++x)
    for (int y = 0; y <= count; ++y)
      for (int z = 0; z <= y; ++z) {
        const int square = x * x + y * y + z * z;
        if (square == 0 || square > largest * largest || !is_reciprocal(lattice, x, y, z)) continue;
        const double k2 = 4 * pi * pi * square;
        const double eta = k2 / (4 * splitting_ * splitting_);
        waves_.push_back({x, y, z, images_of(x, y, z) * 8 * pi / cell_volume_ * (1 + eta) * std::exp(-eta) / k2});
      }
}

Matrix3d SphereStokeslet::at(const Vector3d& point) const {
  Matrix3d field = Matrix3d::Zero();
  for (const Vector3d& shift : shifts_) {
    const Vector3d r = point - shift;
    if (r.squaredNorm() < reach_ * reach_) field += near_field(r, r.squaredNorm(), splitting_);
  }
  static const std::array<Operation, 16> operations = make_operations();
  for (const Wave& wave : waves_)
    for (const Operation& operation : operations) {  // each image of the wave vector, 16/images times
      const Vector3d k = operation.apply(Vector3d(wave.x, wave.y, wave.z));
      field += wave.weight / 16 * std::cos(2 * pi * k.dot(point)) *
               (Matrix3d::Identity() - k * k.transpose() / k.squaredNorm());
    }
  return field;
}

MatrixXd SphereStokeslet::symmetric_waves(const std::vector<Vector3d>& points) const {
  int count = 0;
  for (const Wave& wave : waves_) count = std::max({count, wave.x + 1, wave.y + 1});
  MatrixXd result(3 * points.size(), 2 * waves_.size());
  for (Eigen::Index i = 0; i < static_cast<Eigen::Index>(points.size()); ++i) {
    const Vector3d& point = points[static_cast<std::size_t>(i)];
    const Harmonics hx(point.x(), count), hy(point.y(), count), hz(point.z(), count);
    for (Eigen::Index w = 0; w < static_cast<Eigen::Index>(waves_.size()); ++w) {
      const Wave& wave = waves_[static_cast<std::size_t>(w)];
      // Mean over the 16 operations of the plane wave v exp(i k x): even in x along x, odd in x and y along y.
      const double cos_x = hx.cos[wave.x] / 2, sin_x = hx.sin[wave.x] / 2;
      const double along = cos_x * (hy.cos[wave.y] * hz.cos[wave.z] + hy.cos[wave.z] * hz.cos[wave.y]);
      const double yy = sin_x * hy.sin[wave.y] * hz.cos[wave.z], yz = sin_x * hy.sin[wave.z] * hz.cos[wave.y];
      const double zz = sin_x * hy.cos[wave.y] * hz.sin[wave.z], zy = sin_x * hy.cos[wave.z] * hz.sin[wave.y];
      const auto [first, second] = polarizations(Vector3d(wave.x, wave.y, wave.z));
      for (int p = 0; p < 2; ++p) {
        const Vector3d& v = p == 0 ? first : second;
        result.block<3, 1>(3 * i, 2 * w + p) << v.x() * along, -(v.y() * yy + v.z() * yz), -(v.z() * zz + v.y() * zy);
      }
    }
  }
  return result;
}

MatrixXd SphereStokeslet::symmetric_matrix(const std::vector<Vector3d>& points,
                                           const std::vector<Vector3d>& sources) const {
  MatrixXd source_waves = symmetric_waves(sources);
  for (Eigen::Index w = 0; w < source_waves.cols(); ++w)
    source_waves.col(w) *= 16 * waves_[static_cast<std::size_t>(w / 2)].weight;
  MatrixXd matrix = symmetric_waves(points) * source_waves.transpose();

  const std::array<Operation, 16> operations = make_operations();
  Vector3d low = points.front(), high = points.front();
  for (const Vector3d& point : points) {
    low = low.cwiseMin(point);
    high = high.cwiseMax(point);
  }
  const double reach2 = reach_ * reach_;
  for (std::size_t j = 0; j < sources.size(); ++j)
    for (const Operation& operation : operations) {
      const Vector3d image = operation.apply(sources[j]);
      for (const Vector3d& shift : shifts_) {
        const Vector3d source = image + shift;
        if ((source.cwiseMax(low).cwiseMin(high) - source).squaredNorm() > reach2) continue;
        for (std::size_t i = 0; i < points.size(); ++i) {
          const Vector3d r = points[i] - source;
          const double r2 = r.squaredNorm();
          if (r2 > reach2) continue;
          Matrix3d sum = Matrix3d::Zero();
          operation.add(near_field(r, r2, splitting_), sum);
          matrix.block<3, 3>(static_cast<Eigen::Index>(3 * i), static_cast<Eigen::Index>(3 * j)) += sum;
        }
      }
    }
  return matrix;
}

}  // namespace perm::reference
