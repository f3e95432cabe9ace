// SPDX-License-Identifier: Apache-2.0
#include "oracle/cut_cell.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace reference {
namespace {

std::size_t opposite(std::size_t q) { return ports - 1 - q; }

/// Projections of the space of ports.
struct Space {
  PortVector density;                 ///< sqrt(w_q)
  Eigen::Matrix<double, 19, 3> flow;  ///< sqrt(3 w_q) c_q
  PortMatrix opposites;               ///< swaps opposite ports
  PortMatrix without_momentum;
  PortMatrix even;  ///< half of a port and half of the opposite one, without density
  PortMatrix odd;   ///< half of a port less half of the opposite one, without momentum

  Space() {
    opposites.setZero();
    for (std::size_t q = 0; q < ports; ++q) {
      const auto row = static_cast<Eigen::Index>(q);
      const Port& port = all_ports()[q];
      density[row] = std::sqrt(port.weight);
      for (int a = 0; a < 3; ++a) flow(row, a) = std::sqrt(3 * port.weight) * port.c[a];
      opposites(row, static_cast<Eigen::Index>(opposite(q))) = 1;
    }
    const PortMatrix one = PortMatrix::Identity();
    without_momentum = one - flow * flow.transpose();
    even = (one + opposites) / 2 - density * density.transpose();
    odd = (one - opposites) / 2 - flow * flow.transpose();
  }
};

const Space& space() {
  static const Space made;
  return made;
}

/// Tells what the walls are beside a cell, for the rule of the program.
struct Walls {
  double nearest{1};  ///< least distance
  double weight{0};   ///< of all cut links
  PortVector beside;  ///< the density that walls see: how much of it is that of each port; adds up to 1 with `density`

  explicit Walls(const Cuts& cuts) {
    beside.setZero();
    double sum = 0;
    for (std::size_t q = 0; q < ports; ++q) {
      const double w = all_ports()[q].weight;
      if (cuts[q] > 0) {
        nearest = std::min(nearest, cuts[q]);
        weight += w;
      }
      const bool is_rest = q == opposite(q);
      const double part = is_rest ? 0 : cuts[q] > 0 || cuts[opposite(q)] > 0 ? 0.5 : 1;
      beside[static_cast<Eigen::Index>(q)] = part * std::sqrt(w);
      sum += part * w;
    }
    beside /= sum;
  }
};

/// Gives 2 L+ Y of fluid: of what even and odd parts conduct.
PortMatrix fluid(double magic) { return space().even + 4 * magic * space().odd; }

/// Gives 2 L+ Y by the rule of the program. It has no negative eigenvalue: WALLS.md has the proof.
PortMatrix conduct_sub_voxel(const Cuts& cuts, const PortVector& extra, double magic) {
  const Walls walls(cuts);
  const double most_negative = 1 - 2 * walls.nearest;
  // Where a cut is so short that fluid may not make up for it, the cell has the magic parameter 1/4.
  if (most_negative > 4 * magic) magic = 0.25;
  const double least_of_fluid = std::min(1.0, 4 * magic);
  double share = 1;
  if (most_negative > 0)
    share =
        std::sqrt(std::min(1.0, (least_of_fluid / most_negative - 1) / (walls.weight * walls.beside.squaredNorm())));
  const PortVector seen = (1 - share) * space().density + share * walls.beside;
  const PortMatrix off = space().without_momentum * (PortMatrix::Identity() - seen * space().density.transpose());
  return fluid(magic) + off * extra.asDiagonal() * off.transpose();
}

/// Gives 2 L+ Y, nothing clipped.
PortMatrix conduct(const Cuts& cuts, WallRule rule, double magic) {
  PortVector extra = PortVector::Zero();
  for (std::size_t q = 0; q < ports; ++q)
    if (cuts[q] > 0) extra[static_cast<Eigen::Index>(q)] = 2 * cuts[q] - 1;
  if (rule == WallRule::half_way) return fluid(magic);
  if (rule == WallRule::sub_voxel) return conduct_sub_voxel(cuts, extra, magic);
  PortMatrix off = PortMatrix::Identity() - space().density * space().density.transpose();
  if (rule == WallRule::off_momentum) off = off * space().without_momentum;
  return fluid(magic) + off * extra.asDiagonal() * off;
}

/// Gives the share of the force at which K of flow between plates is exact to second order wherever they stand.
double share_of_force(const Cuts& cuts, double magic) {
  double share = 1;
  for (std::size_t q = 0; q < ports; ++q) {
    const double d = cuts[q];
    if (d > 0) share += 6 * all_ports()[q].weight * ((d - 0.5) * (6 * d - 1) - 4 * (magic - 0.125)) / (10 * d + 1);
  }
  return share;
}

using Eigenvalues = Eigen::SelfAdjointEigenSolver<PortMatrix>;

/// Gives Y on what has no momentum; momentum gets a 1, which clips nothing.
PortMatrix on_the_rest(const PortMatrix& conductance) {
  const PortMatrix& rest = space().without_momentum;
  return rest * conductance * rest + space().flow * space().flow.transpose();
}

}  // namespace

const std::array<Port, ports>& all_ports() {
  static const std::array<Port, ports> made = [] {
    std::array<Port, ports> list{};
    std::size_t q = 0;
    for (int x = -1; x <= 1; ++x)
      for (int y = -1; y <= 1; ++y)
        for (int z = -1; z <= 1; ++z) {
          const int squared = x * x + y * y + z * z;
          if (squared <= 2) list[q++] = {{x, y, z}, squared == 0 ? 1.0 / 3 : squared == 1 ? 1.0 / 18 : 1.0 / 36};
        }
    return list;
  }();
  return made;
}

CutCell make_cut_cell(const Cuts& cuts, WallRule rule, const Relaxation& relaxation) {
  CutCell cell;
  PortMatrix conductance = conduct(cuts, rule, relaxation.magic);
  if (rule == WallRule::off_density || rule == WallRule::off_momentum) {
    const Eigenvalues found(on_the_rest(conductance));
    if (found.eigenvalues()[0] < -1e-12) {
      cell.is_clipped = true;
      const PortMatrix positive =
          found.eigenvectors() * found.eigenvalues().cwiseMax(0).asDiagonal() * found.eigenvectors().transpose();
      conductance += space().without_momentum * (positive - conductance) * space().without_momentum;
    }
  }
  cell.conductance = conductance / (2 * relaxation.tau - 1);
  if (rule == WallRule::sub_voxel) cell.force_share = share_of_force(cuts, relaxation.magic);
  return cell;
}

double least_eigenvalue(const Cuts& cuts, WallRule rule, const Relaxation& relaxation) {
  return Eigenvalues(on_the_rest(conduct(cuts, rule, relaxation.magic))).eigenvalues()[0];
}

Collision collide(const CutCell& cell, const Eigen::Vector3d& force) {
  const Space& s = space();
  const PortVector of_force = s.flow * (std::sqrt(3.0) * cell.force_share * force);
  const PortMatrix& rest = s.without_momentum;
  const PortMatrix answer = rest * (PortMatrix::Identity() + rest * cell.conductance * rest).inverse() * rest;
  const PortMatrix of_coming = 2 * answer - PortMatrix::Identity();
  const PortVector added = of_force - answer * (cell.conductance * of_force);
  Collision collision;
  collision.matrix = s.density.asDiagonal() * (of_coming * s.opposites) * s.density.cwiseInverse().asDiagonal();
  collision.added = s.density.cwiseProduct(added);
  return collision;
}

double dissipation(const CutCell& cell, const PortVector& before, const PortVector& after) {
  const Space& s = space();
  const PortVector voltage = (s.opposites * before + after).cwiseQuotient(s.density);
  const PortVector of_rest = s.without_momentum * voltage;
  return of_rest.dot(cell.conductance * of_rest);
}

}  // namespace reference
