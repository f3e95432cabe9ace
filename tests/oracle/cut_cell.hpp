// SPDX-License-Identifier: Apache-2.0
// The collision of one cell whose links may meet a wall anywhere, written from the equations of validation/WALLS.md as
// full matrices, in double. It shares no code with the program.
//
// Each direction is a port of the cell. What comes in through port q is a_q = f_-q/sqrt(w_q), what leaves through it is
// b_q = f_q/sqrt(w_q) after the collision. V = a + b and I = a - b are like voltage and current: I = Y V on the part
// of V that has no momentum, and the force gives the momentum of V.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>

namespace reference {

inline constexpr std::size_t ports = 19;
using PortVector = Eigen::Matrix<double, 19, 1>;
using PortMatrix = Eigen::Matrix<double, 19, 19>;

/// The velocities, in an order of their own: port q is opposite to port 18 - q.
struct Port {
  int c[3];
  double weight;
};
const std::array<Port, ports>& all_ports();

/// Says where each link meets a wall, in lengths of the link from the cell; 0 where it meets none.
using Cuts = std::array<double, ports>;

enum class WallRule {
  half_way,      ///< as if each wall stood in the middle of its link
  off_density,   ///< a conductor at each cut port, projected off density; eigenvalues below 0 are set to 0
  off_momentum,  ///< the same, projected off momentum too
  sub_voxel,     ///< the rule of the program
};

struct Relaxation {
  double tau;
  double magic;
};

/// Holds what a cell is, beside its force.
struct CutCell {
  PortMatrix conductance;  ///< Y, on all ports
  double force_share{1};   ///< so much of the force acts on the cell, and so much of its velocity counts as flow
  bool is_clipped{false};  ///< Y had a negative eigenvalue
};

CutCell make_cut_cell(const Cuts& cuts, WallRule rule, const Relaxation& relaxation);

/// Gives the least eigenvalue of Y on what has no momentum, over 1/(2 tau - 1), before anything is clipped.
double least_eigenvalue(const Cuts& cuts, WallRule rule, const Relaxation& relaxation);

/// A cell maps its distributions f to matrix * f + added.
struct Collision {
  PortMatrix matrix;
  PortVector added;
};

Collision collide(const CutCell& cell, const Eigen::Vector3d& force);

/// Gives V * Y * V for what V has no momentum, where `before` and `after` are the distributions: what the cell
/// dissipates in a step, six times.
double dissipation(const CutCell& cell, const PortVector& before, const PortVector& after);

}  // namespace reference
