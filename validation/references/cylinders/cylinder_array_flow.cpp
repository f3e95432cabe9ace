// SPDX-License-Identifier: Apache-2.0
#include "validation/references/cylinders/cylinder_array_flow.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "validation/references/cylinders/circle_grading.hpp"
#include "validation/references/cylinders/cylinder_stokeslet.hpp"
#include "validation/references/least_squares.hpp"

namespace perm::reference {
namespace {

using Eigen::Index;
using Eigen::Vector2d;
using Eigen::VectorXd;

/// Spacing of the sources over the width of the gap, in the solution and in the coarser one that is compared with it.
constexpr double fine = 0.08;
constexpr double coarse = 0.1;
constexpr double depth_over_spacing = 5;
constexpr double largest_depth = 0.8;
/// Surface points lie denser than sources by this factor. The points of the check are denser by another factor, so that
/// they are other points.
constexpr double points_over_sources = 2;
constexpr double checks_over_sources = 2.46;
constexpr double damping = 1e-13;
/// Nearer to touching, the grading would need finer steps.
constexpr double closest = 0.999;

std::vector<CircleNeighbour> find_neighbours(const CylinderCell& cell, double radius) {
  std::vector<Vector2d> centres = {{1, 0}, {0, cell.height}};
  if (cell.centred) centres.emplace_back(0.5, cell.height / 2);
  std::vector<CircleNeighbour> neighbours;
  for (const Vector2d& centre : centres)
    neighbours.push_back({std::atan2(centre.y(), centre.x()), centre.norm() / radius - 2});
  return neighbours;
}

Vector2d on_circle(double radius, double angle) { return {radius * std::cos(angle), radius * std::sin(angle)}; }

struct Solution {
  double force;             ///< on a cylinder per length, over mu U
  double largest_residual;  ///< over U
  double mean_residual;     ///< root mean square
};

Solution solve(const CylinderCell& cell, double radius, double fineness) {
  const std::vector<CircleNeighbour> neighbours = find_neighbours(cell, radius);
  std::vector<Vector2d> sources, places, check_places;
  for (const CirclePoint& point : grade_quarter(neighbours, fineness)) {
    const double depth = std::min(largest_depth, depth_over_spacing * point.spacing);
    sources.push_back(on_circle(radius * (1 - depth), point.angle));
  }
  const std::vector<CirclePoint> points = grade_quarter(neighbours, fineness / points_over_sources);
  for (const CirclePoint& point : points) places.push_back(on_circle(radius, point.angle));
  const CylinderStokeslet stokeslet(cell);
  Eigen::MatrixXd velocity = stokeslet.symmetric_matrix(places, sources);
  VectorXd wanted = VectorXd::Zero(velocity.rows());
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto row = static_cast<Index>(2 * i);
    const double weight = std::sqrt(points[i].arc);
    velocity.middleRows(row, 2) *= weight;
    wanted[row] = -weight;
  }
  const VectorXd forces = solve_least_squares(std::move(velocity), wanted, damping);

  Solution solution{};
  // A force of 1 is 4 pi mu times a velocity, and each source stands for 4.
  for (Index j = 0; j < forces.size(); j += 2) solution.force -= 4 * 4 * std::numbers::pi * forces[j];
  const std::vector<CirclePoint> checks = grade_quarter(neighbours, fineness / checks_over_sources);
  for (const CirclePoint& check : checks) check_places.push_back(on_circle(radius, check.angle));
  VectorXd rest = stokeslet.symmetric_matrix(check_places, sources) * forces;
  double sum = 0, arc = 0;
  for (std::size_t i = 0; i < checks.size(); ++i) {
    const auto row = static_cast<Index>(2 * i);
    rest[row] += 1;
    const double square = rest.segment<2>(row).squaredNorm();
    solution.largest_residual = std::max(solution.largest_residual, std::sqrt(square));
    sum += checks[i].arc * square;
    arc += checks[i].arc;
  }
  solution.mean_residual = std::sqrt(sum / arc);
  return solution;
}

}  // namespace

double largest_solid_fraction(CylinderLattice lattice, double aspect) {
  const CylinderCell cell = cylinder_cell(lattice, aspect);
  return closest * std::numbers::pi * std::pow(touching_radius(cell), 2) / cell.area_for_each();
}

CylinderArrayPermeability solve_cylinder_array(CylinderLattice lattice, double solid_fraction, double aspect) {
  const CylinderCell cell = cylinder_cell(lattice, aspect);
  const double radius = cylinder_radius(cell, solid_fraction);
  if (!(solid_fraction < largest_solid_fraction(lattice, aspect)))
    throw std::domain_error(fmt::format("solid fraction {} is within 0.1 % of touching cylinders", solid_fraction));
  const Solution rough = solve(cell, radius, coarse);
  const Solution solution = solve(cell, radius, fine);
  const double difference = std::abs(solution.force - rough.force) / solution.force;
  return {permeability_from_force(cell, solid_fraction, solution.force),
          std::max({difference, solution.mean_residual, 1e-10}), solution.largest_residual};
}

}  // namespace perm::reference
