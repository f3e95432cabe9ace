// SPDX-License-Identifier: Apache-2.0
// Flow on a periodic box of cells around a body whose surface lies anywhere, by the collisions of cut_cell.hpp: slow,
// in double, with two arrays.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "oracle/cut_cell.hpp"

namespace reference {

/// A body in a periodic box. `depth` is positive in the pore and negative in the solid, and changes sign on the
/// surface; it takes a place in voxels, where voxel (0, 0, 0) reaches from 0 to 1.
struct Body {
  int extent[3];
  std::function<double(const Eigen::Vector3d& place)> depth;
  /// Gives where a link from a place in the pore meets the surface; absent: it is found by `depth`.
  std::function<double(const Eigen::Vector3d& place, const int (&c)[3])> cut{};
};

struct CutSettings {
  WallRule rule{WallRule::sub_voxel};
  Relaxation relaxation{1.5, 3.0 / 16};
  Eigen::Vector3d force{1, 0, 0};
};

class CutLattice {
 public:
  CutLattice(const Body& body, const CutSettings& settings);

  void step();
  /// Gives the mean flow over the box, half of the force included.
  Eigen::Vector3d flow() const;
  /// Gives viscosity times the mean flow along the force, over it: voxel^2.
  double permeability() const;
  /// Gives what is dissipated in the next step as a permeability; in a steady flow it is permeability().
  double permeability_by_dissipation() const;
  double mass() const;

  /// Gives the distribution along (cx, cy, cz) of a cell, before the collision. Cells are numbered x fastest.
  double distribution(std::size_t cell, int cx, int cy, int cz) const;

  std::size_t cells() const { return f_.size(); }
  std::size_t wall_cells() const { return walls_.size(); }
  std::size_t clipped_cells() const { return clipped_; }

 private:
  PortVector collide_cell(std::size_t cell) const;
  const CutCell& cut_cell(std::size_t cell) const { return wall_[cell] < 0 ? inner_.first : at_wall(cell).first; }
  using Kind = std::pair<CutCell, Collision>;
  const Kind& at_wall(std::size_t cell) const { return walls_[static_cast<std::size_t>(wall_[cell])]; }

  CutSettings settings_;
  double voxels_;
  Kind inner_;                                      ///< of cells without a wall
  std::vector<Kind> walls_;                         ///< of each cell with one
  std::vector<std::ptrdiff_t> wall_;                ///< of each cell, -1 for none
  std::vector<std::array<std::ptrdiff_t, 19>> to_;  ///< the cell along each direction, -1 for none
  std::vector<PortVector> f_;
  std::vector<PortVector> next_;
  std::size_t clipped_{0};
};

/// Steps until the limit of K, by the rate at which it settles, changes by less than `tolerance`, relative, in 50
/// steps. Gives that limit. Throws std::runtime_error where `most_steps` are not enough.
double settle(CutLattice& lattice, double tolerance, int most_steps = 40000);

}  // namespace reference
