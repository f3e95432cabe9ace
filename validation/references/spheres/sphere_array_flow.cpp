// SPDX-License-Identifier: Apache-2.0
#include "validation/references/spheres/sphere_array_flow.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <vector>

#include "validation/references/least_squares.hpp"
#include "validation/references/spheres/sphere_grading.hpp"
#include "validation/references/spheres/sphere_stokeslet.hpp"

namespace perm::reference {
namespace {

using Eigen::Index;
using Eigen::Vector3d;
using Eigen::VectorXd;

/// Spacing of the sources over the width of the gap, in the solution and in the coarser one that is compared with it.
constexpr double fine = 0.2;
constexpr double coarse = 0.25;
/// Nearer to a contact than this angle, the fluid is so nearly at rest that finer sources change nothing.
constexpr double smallest_angle = 0.1;
/// Deeper sources represent smoother fields with fewer of them, but beyond some depth only through cancellation.
constexpr double depth_over_spacing = 4;
constexpr double largest_depth = 0.8;
/// Surface points lie denser than sources by this factor. The points of the check are denser by another factor, so that
/// they are other points.
constexpr double points_over_sources = 1.5;
constexpr double checks_over_sources = 1.23;
constexpr double damping = 1e-13;

/// Finds the spheres around one sphere that are close when spheres touch; of those that are alike by symmetry, one.
std::vector<Neighbour> find_neighbours(SphereLattice lattice, double radius) {
  std::vector<Vector3d> centres;
  if (lattice == SphereLattice::sc) centres = {{1, 0, 0}, {0, 1, 0}};
  if (lattice == SphereLattice::bcc) centres = {{0.5, 0.5, 0.5}, {1, 0, 0}, {0, 1, 0}};
  if (lattice == SphereLattice::fcc) centres = {{0.5, 0.5, 0}, {0, 0.5, 0.5}};
  std::vector<Neighbour> neighbours;
  for (const Vector3d& centre : centres)
    neighbours.push_back({centre.normalized(), std::max(0.0, centre.norm() / radius - 2)});
  return neighbours;
}

class ArrayFlow {
 public:
  ArrayFlow(SphereLattice lattice, double chi)
      : radius_(chi * touching_radius(lattice)), neighbours_(find_neighbours(lattice, radius_)), stokeslet_(lattice) {}

  /// Finds forces that hold the fluid still on the surface, against the velocity 1 along x far from them.
  void solve(double fineness) {
    sources_ = grade(fineness);
    for (std::size_t i = 0; i < sources_.size(); ++i)
      sources_[i].direction *= 1 - std::min(largest_depth, depth_over_spacing * sources_[i].spacing);
    const std::vector<SurfacePoint> points = grade(fineness / points_over_sources);
    Eigen::MatrixXd velocity = stokeslet_.symmetric_matrix(place(points), place(sources_));
    VectorXd wanted = VectorXd::Zero(velocity.rows());
    for (std::size_t i = 0; i < points.size(); ++i) {
      const auto row = static_cast<Index>(3 * i);
      const double weight = std::sqrt(points[i].area);
      velocity.middleRows(row, 3) *= weight;
      wanted[row] = -weight;
    }
    forces_ = solve_least_squares(std::move(velocity), wanted, damping);
  }

  /// A force of 1 is 8 pi mu times a velocity, and each source stands for 16 sources.
  double drag() const {
    double force = 0;
    for (Index j = 0; j < forces_.size(); j += 3) force -= forces_[j];
    return 16 * 8 * std::numbers::pi * force / (6 * std::numbers::pi * radius_);
  }

  struct Residual {
    double largest, root_mean_square;
  };
  /// Gives the velocity left on the surface, at points that had no part in the solution.
  Residual residual(double fineness) const {
    const std::vector<SurfacePoint> points = grade(fineness / checks_over_sources);
    VectorXd velocity = stokeslet_.symmetric_matrix(place(points), place(sources_)) * forces_;
    double largest = 0, sum = 0, area = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const auto row = static_cast<Index>(3 * i);
      velocity[row] += 1;
      const double square = velocity.segment<3>(row).squaredNorm();
      largest = std::max(largest, std::sqrt(square));
      sum += points[i].area * square;
      area += points[i].area;
    }
    return {largest, std::sqrt(sum / area)};
  }

 private:
  std::vector<SurfacePoint> grade(double fineness) const {
    return grade_sixteenth(neighbours_, {fineness, smallest_angle, fineness});
  }

  std::vector<Vector3d> place(const std::vector<SurfacePoint>& points) const {
    std::vector<Vector3d> places;
    places.reserve(points.size());
    for (const SurfacePoint& point : points) places.emplace_back(radius_ * point.direction);
    return places;
  }

  double radius_;
  std::vector<Neighbour> neighbours_;
  SphereStokeslet stokeslet_;
  std::vector<SurfacePoint> sources_;  ///< directions, shortened to the depth of the forces
  VectorXd forces_;                    ///< three for each source
};

}  // namespace

SphereArrayDrag solve_sphere_array(SphereLattice lattice, double chi) {
  if (!(chi > 0 && chi <= 1)) throw std::domain_error(fmt::format("chi is {}, not in (0, 1]", chi));
  ArrayFlow flow(lattice, chi);
  flow.solve(coarse);
  const double coarse_drag = flow.drag();
  flow.solve(fine);
  const double drag = flow.drag();
  const ArrayFlow::Residual residual = flow.residual(fine);
  const double error = std::max({std::abs(drag - coarse_drag) / drag, residual.root_mean_square, 1e-10});
  return {drag, error, residual.largest};
}

}  // namespace perm::reference
