// SPDX-License-Identifier: Apache-2.0
// The periodic fields of forces, in space and across cylinders, are the parts that flows are made from; these tests
// check the fields.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

#include "validation/references/cylinders/cylinder_stokeslet.hpp"
#include "validation/references/spheres/sphere_stokeslet.hpp"

namespace perm::reference {
namespace {

using Eigen::Matrix2d;
using Eigen::Matrix3d;
using Eigen::Vector2d;
using Eigen::Vector3d;

constexpr SphereLattice lattices[] = {SphereLattice::sc, SphereLattice::bcc, SphereLattice::fcc};
const std::vector<Vector3d> places = {{0.31, 0.12, 0.07}, {0.02, 0.05, 0.01}, {0.45, 0.4, 0.2}};

/// Gives the Laplacian by differences of fourth order.
template <class Field, class Point>
auto laplacian(const Field& field, const Point& point) {
  const double step = 0.01;
  auto sum = (-30.0 * point.size() / 12 * field(point)).eval();
  for (Eigen::Index axis = 0; axis < point.size(); ++axis)
    for (const double sign : {-1.0, 1.0}) {
      Point near = point, far = point;
      near[axis] += sign * step;
      far[axis] += 2 * sign * step;
      sum += 16.0 / 12 * field(near) - 1.0 / 12 * field(far);
    }
  return (sum / (step * step)).eval();
}

TEST(SphereStokeslet, does_not_depend_on_the_splitting) {
  for (const SphereLattice lattice : lattices)
    for (const Vector3d& place : places) {
      const Matrix3d field = SphereStokeslet(lattice).at(place);
      for (const double splitting : {4.0, 10.0})
        EXPECT_LT((SphereStokeslet(lattice, splitting).at(place) - field).norm(), 1e-11 * field.norm());
    }
}

TEST(SphereStokeslet, repeats_from_cell_to_cell) {
  const SphereStokeslet fcc(SphereLattice::fcc);
  EXPECT_LT((fcc.at(places[0] - Vector3d(0.5, 0.5, 0)) - fcc.at(places[0])).norm(), 1e-11);
  const SphereStokeslet bcc(SphereLattice::bcc);
  EXPECT_LT((bcc.at(places[0] - Vector3d(0.5, 0.5, 0.5)) - bcc.at(places[0])).norm(), 1e-11);
}

TEST(SphereStokeslet, is_the_field_of_one_force_less_what_hasimoto_gives_for_the_others) {
  // The velocity that the other forces make at this force is the first coefficient of the drag series, times
  // 8 pi/(6 pi a) and chi.
  const double first_coefficients[] = {1.418649, 1.575834};  // Sangani and Acrivos (1982), table 1: SC, BCC
  for (const SphereLattice lattice : {SphereLattice::sc, SphereLattice::bcc}) {
    const Vector3d r(3e-4, -1e-4, 2e-4);
    const double distance = r.norm();
    const Matrix3d alone = Matrix3d::Identity() / distance + r * r.transpose() / std::pow(distance, 3);
    const Matrix3d others = SphereStokeslet(lattice).at(r) - alone;
    const double coefficient = first_coefficients[static_cast<int>(lattice)];
    const Matrix3d expected = -4.0 / 3 * coefficient / touching_radius(lattice) * Matrix3d::Identity();
    EXPECT_LT((others - expected).norm(), 1e-5);
  }
}

TEST(SphereStokeslet, moves_no_fluid_through_any_plane_across_the_force) {
  // Trapezoidal means of a periodic field converge faster than any power.
  const int n = 40;
  for (const SphereLattice lattice : lattices) {
    const SphereStokeslet stokeslet(lattice);
    double through = 0;
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) through += stokeslet.at(Vector3d(0.22, (j + 0.5) / n, (k + 0.5) / n))(0, 0) / (n * n);
    EXPECT_NEAR(through, 0, 1e-9);
  }
}

TEST(SphereStokeslet, carries_the_force_by_a_pressure_that_rises_over_the_cell) {
  // Along a line past the force, the pressure gradient is the Laplacian of the velocity; its integral over a period is
  // the force 8 pi for each cell's volume.
  const int n = 60;
  for (const SphereLattice lattice : lattices) {
    const SphereStokeslet stokeslet(lattice);
    const auto field = [&](const Vector3d& point) { return stokeslet.at(point); };
    double rise = 0;
    for (int i = 0; i < n; ++i) rise += laplacian(field, Vector3d((i + 0.5) / n, 0.27, 0.13))(0, 0) / n;
    EXPECT_NEAR(rise / (8 * std::numbers::pi * spheres_in_cube(lattice)), 1, 1e-4);
  }
}

TEST(SphereStokeslet, symmetric_matrix_sums_the_sixteen_images_of_each_source) {
  const std::vector<Vector3d> points = {{0.2, 0.33, 0.11}, {0.4, 0.05, 0.02}};
  const std::vector<Vector3d> sources = {{0.1, 0.15, 0.04}, {0.02, 0.2, 0.18}};
  for (const SphereLattice lattice : lattices) {
    const SphereStokeslet stokeslet(lattice);
    const Eigen::MatrixXd matrix = stokeslet.symmetric_matrix(points, sources);
    for (Eigen::Index i = 0; i < 2; ++i)
      for (Eigen::Index j = 0; j < 2; ++j) {
        const Vector3d force(0.3, -0.5, 0.8);
        Vector3d velocity = Vector3d::Zero();
        for (int image = 0; image < 16; ++image) {
          const double x = (image & 1) != 0 ? -1 : 1, y = (image & 2) != 0 ? -1 : 1, z = (image & 4) != 0 ? -1 : 1;
          Vector3d place = sources[static_cast<std::size_t>(j)], turned = force;
          if ((image & 8) != 0) {
            std::swap(place.y(), place.z());
            std::swap(turned.y(), turned.z());
          }
          place = place.cwiseProduct(Vector3d(x, y, z));
          turned = x * turned.cwiseProduct(Vector3d(x, y, z));
          velocity += stokeslet.at(points[static_cast<std::size_t>(i)] - place) * turned;
        }
        EXPECT_LT((matrix.block<3, 3>(3 * i, 3 * j) * force - velocity).norm(), 1e-10);
      }
  }
}

const std::vector<CylinderCell> cells = {{1, false}, {std::numbers::sqrt3, true}, {1.7, true}};

TEST(CylinderStokeslet, does_not_depend_on_the_splitting) {
  for (const CylinderCell& cell : cells)
    for (const Vector2d& place : {Vector2d(0.31, 0.12), Vector2d(0.01, 0.02)}) {
      const Matrix2d field = CylinderStokeslet(cell).at(place);
      for (const double splitting : {3.0, 9.0})
        EXPECT_LT((CylinderStokeslet(cell, splitting).at(place) - field).norm(), 1e-11);
    }
}

TEST(CylinderStokeslet, moves_no_fluid_through_any_plane_across_the_force) {
  const int n = 100;
  for (const CylinderCell& cell : cells) {
    const CylinderStokeslet stokeslet(cell);
    double through = 0;
    for (int j = 0; j < n; ++j) through += stokeslet.at(Vector2d(0.22, (j + 0.5) / n * cell.height))(0, 0) / n;
    EXPECT_NEAR(through, 0, 1e-9);
  }
}

TEST(CylinderStokeslet, carries_the_force_by_a_pressure_that_rises_over_the_cell) {
  const int n = 100;
  for (const CylinderCell& cell : cells) {
    const CylinderStokeslet stokeslet(cell);
    const auto field = [&](const Vector2d& point) { return stokeslet.at(point); };
    double rise = 0;
    for (int i = 0; i < n; ++i) rise += laplacian(field, Vector2d((i + 0.5) / n, 0.25))(0, 0) / n;
    EXPECT_NEAR(rise * cell.area_for_each() / (4 * std::numbers::pi), 1, 1e-4);
  }
}

TEST(CylinderStokeslet, symmetric_matrix_sums_the_four_images_of_each_source) {
  const Vector2d point(0.4, 0.15), source(0.1, 0.2), force(0.3, -0.5);
  for (const CylinderCell& cell : cells) {
    const CylinderStokeslet stokeslet(cell);
    Vector2d velocity = Vector2d::Zero();
    for (const double x : {-1.0, 1.0})
      for (const double y : {-1.0, 1.0})
        velocity += stokeslet.at(point - source.cwiseProduct(Vector2d(x, y))) * Vector2d(force.x(), x * y * force.y());
    EXPECT_LT((stokeslet.symmetric_matrix({point}, {source}) * force - velocity).norm(), 1e-11);
  }
}

}  // namespace
}  // namespace perm::reference
