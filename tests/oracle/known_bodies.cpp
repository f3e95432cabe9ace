// SPDX-License-Identifier: Apache-2.0
#include "oracle/known_bodies.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "validation/references/channel_flow.hpp"
#include "validation/references/cylinders/cylinder_array_table.hpp"
#include "validation/references/spheres/sphere_array_table.hpp"

namespace reference {
namespace {

using perm::reference::SphereLattice;

/// Gives the distance along an axis to the nearest of places that repeat.
double nearest(double distance, double period) { return std::remainder(distance, period); }

Eigen::Vector3d unit(int axis) { return Eigen::Vector3d::Unit(axis); }

/// Gives a square box around a tube along z.
KnownBody along_tube(double radius, double permeability, double area, std::function<double(double distance)> depth,
                     const Eigen::Vector2d& place) {
  const int side = static_cast<int>(2 * radius) + 4;
  const Eigen::Vector2d middle = Eigen::Vector2d::Constant(side / 2) + place;
  return {{{side, side, 1}, [=](const Eigen::Vector3d& at) { return depth((at.head<2>() - middle).norm()); }},
          unit(2),
          permeability * area / (side * side)};
}

SphereLattice lattice_of(const std::string& name) {
  if (name == "sc") return SphereLattice::sc;
  if (name == "bcc") return SphereLattice::bcc;
  if (name == "fcc") return SphereLattice::fcc;
  throw std::invalid_argument("no lattice " + name + ": there are sc, bcc and fcc");
}

std::vector<Eigen::Vector3d> centres_of(SphereLattice lattice) {
  if (lattice == SphereLattice::sc) return {{0, 0, 0}};
  if (lattice == SphereLattice::bcc) return {{0, 0, 0}, {0.5, 0.5, 0.5}};
  return {{0, 0, 0}, {0.5, 0.5, 0}, {0.5, 0, 0.5}, {0, 0.5, 0.5}};
}

}  // namespace

KnownBody tilted_plates(const int (&across)[2], int voxels, double gap, double place, int axis) {
  const Eigen::Vector3d normal = Eigen::Vector3d(across[0], across[1], 0).normalized();
  const double period = voxels / std::hypot(across[0], across[1]);
  const double along_wall = 1 - normal[axis] * normal[axis];
  return {{{voxels, voxels, 1},
           [=](const Eigen::Vector3d& at) { return gap / 2 - std::abs(nearest(normal.dot(at) - place, period)); }},
          unit(axis),
          perm::reference::plates_permeability(gap) * gap / period * along_wall};
}

KnownBody straight_plates(int nodes, double first_distance, double last_distance) {
  const int side = nodes + 3;
  const double low = 1.5 - first_distance, high = nodes + 0.5 + last_distance;
  return {{{1, 1, side}, [=](const Eigen::Vector3d& at) { return std::min(at[2] - low, high - at[2]); }},
          unit(0),
          perm::reference::plates_permeability(high - low) * (high - low) / side};
}

KnownBody tube(double radius, const Eigen::Vector2d& place) {
  return along_tube(
      radius, perm::reference::tube_permeability(radius), std::numbers::pi * radius * radius,
      [=](double distance) { return radius - distance; }, place);
}

KnownBody annulus(double inner, double outer, const Eigen::Vector2d& place) {
  return along_tube(
      outer, perm::reference::annulus_permeability(inner, outer), std::numbers::pi * (outer * outer - inner * inner),
      [=](double distance) { return std::min(outer - distance, distance - inner); }, place);
}

KnownBody cylinders(double solid_fraction, int voxels, const Eigen::Vector2d& place) {
  using perm::reference::CylinderLattice;
  const double side = voxels;
  const double radius =
      side * perm::reference::cylinder_radius(perm::reference::cylinder_cell(CylinderLattice::square), solid_fraction);
  const double permeability =
      perm::reference::cylinder_array_permeability(CylinderLattice::square, solid_fraction).permeability_over_radius2;
  return {{{voxels, voxels, 1},
           [=](const Eigen::Vector3d& at) {
             return std::hypot(nearest(at[0] - place[0], side), nearest(at[1] - place[1], side)) - radius;
           }},
          unit(0),
          permeability * radius * radius};
}

KnownBody spheres(const std::string& lattice, double chi, int voxels, const Eigen::Vector3d& place) {
  const SphereLattice kind = lattice_of(lattice);
  const double side = voxels;
  const double radius = chi * perm::reference::touching_radius(kind) * side;
  const double drag = perm::reference::sphere_array_drag(kind, chi).drag;
  const auto depth = [=, centres = centres_of(kind)](const Eigen::Vector3d& at) {
    double least = side;
    for (const Eigen::Vector3d& centre : centres) {
      Eigen::Vector3d from = at - place - centre * side;
      for (double& distance : from) distance = nearest(distance, side);
      least = std::min(least, from.norm());
    }
    return least - radius;
  };
  return {{{voxels, voxels, voxels}, depth},
          unit(0),
          perm::reference::permeability_from_drag(kind, chi, drag) * side * side};
}

std::vector<Eigen::Vector3d> scattered_places(int count) {
  const auto digits = [](int number, int base) {
    double value = 0, part = 1;
    for (; number > 0; number /= base) value += (part /= base) * (number % base);
    return value;
  };
  std::vector<Eigen::Vector3d> places;
  for (int i = 1; i <= count; ++i) places.emplace_back(digits(i, 2), digits(i, 3), digits(i, 5));
  return places;
}

}  // namespace reference
