// SPDX-License-Identifier: Apache-2.0
#include "oracle/cut_lattice.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace reference {
namespace {

Eigen::Vector3d along(const Port& port) { return {double(port.c[0]), double(port.c[1]), double(port.c[2])}; }

/// Finds where the link from a place in the pore meets the surface. A node closer than 1/64 of a link counts as that
/// far, so that each wall cell dissipates.
double find_cut(const Body& body, const Eigen::Vector3d& place, const Port& port) {
  if (body.cut) return body.cut(place, port.c);
  double low = 0, high = 1;
  for (int i = 0; i < 40; ++i) {
    const double middle = (low + high) / 2;
    (body.depth(place + middle * along(port)) > 0 ? low : high) = middle;
  }
  return std::max(1.0 / 64, (low + high) / 2);
}

}  // namespace

CutLattice::CutLattice(const Body& body, const CutSettings& settings)
    : settings_(settings), voxels_(double(body.extent[0]) * body.extent[1] * body.extent[2]) {
  const CutCell inner = make_cut_cell({}, settings.rule, settings.relaxation);
  inner_ = {inner, collide(inner, settings.force)};
  const int nx = body.extent[0], ny = body.extent[1], nz = body.extent[2];
  const auto index = [&](int x, int y, int z) {
    return static_cast<std::size_t>(((z + nz) % nz * ny + (y + ny) % ny) * nx + (x + nx) % nx);
  };
  std::vector<std::ptrdiff_t> number(static_cast<std::size_t>(nx * ny * nz), -1);
  std::vector<std::array<int, 3>> places;
  for (int z = 0; z < nz; ++z)
    for (int y = 0; y < ny; ++y)
      for (int x = 0; x < nx; ++x)
        if (body.depth({x + 0.5, y + 0.5, z + 0.5}) > 0) {
          number[index(x, y, z)] = static_cast<std::ptrdiff_t>(places.size());
          places.push_back({x, y, z});
        }
  for (const auto& [x, y, z] : places) {
    Cuts cuts{};
    bool has_wall = false;
    to_.emplace_back();
    for (std::size_t q = 0; q < ports; ++q) {
      const Port& port = all_ports()[q];
      to_.back()[q] = number[index(x + port.c[0], y + port.c[1], z + port.c[2])];
      if (to_.back()[q] >= 0) continue;
      has_wall = true;
      cuts[q] = find_cut(body, {x + 0.5, y + 0.5, z + 0.5}, port);
    }
    wall_.push_back(has_wall ? static_cast<std::ptrdiff_t>(walls_.size()) : -1);
    if (has_wall) {
      const CutCell cell = make_cut_cell(cuts, settings.rule, settings.relaxation);
      clipped_ += cell.is_clipped ? 1 : 0;
      walls_.emplace_back(cell, collide(cell, settings.force));
    }
    // At rest the velocity is 0, half of the force included.
    PortVector rest;
    for (std::size_t q = 0; q < ports; ++q)
      rest[static_cast<Eigen::Index>(q)] = -1.5 * all_ports()[q].weight * along(all_ports()[q]).dot(settings.force);
    f_.push_back(rest);
  }
  next_ = f_;
}

PortVector CutLattice::collide_cell(std::size_t cell) const {
  const Collision& collision = wall_[cell] < 0 ? inner_.second : at_wall(cell).second;
  return collision.matrix * f_[cell] + collision.added;
}

void CutLattice::step() {
  for (std::size_t cell = 0; cell < f_.size(); ++cell) {
    const PortVector after = collide_cell(cell);
    for (std::size_t q = 0; q < ports; ++q) {
      const std::ptrdiff_t to = to_[cell][q];
      const std::size_t where = to < 0 ? ports - 1 - q : q;
      next_[to < 0 ? cell : static_cast<std::size_t>(to)][static_cast<Eigen::Index>(where)] =
          after[static_cast<Eigen::Index>(q)];
    }
  }
  f_.swap(next_);
}

Eigen::Vector3d CutLattice::flow() const {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (std::size_t cell = 0; cell < f_.size(); ++cell) {
    const double share = cut_cell(cell).force_share;
    Eigen::Vector3d velocity = share * settings_.force / 2;
    for (std::size_t q = 0; q < ports; ++q) velocity += f_[cell][static_cast<Eigen::Index>(q)] * along(all_ports()[q]);
    sum += share * velocity;
  }
  return sum / voxels_;
}

double CutLattice::permeability() const {
  const double viscosity = (settings_.relaxation.tau - 0.5) / 3;
  return viscosity * flow().dot(settings_.force) / settings_.force.squaredNorm();
}

double CutLattice::permeability_by_dissipation() const {
  double sum = 0;
  for (std::size_t cell = 0; cell < f_.size(); ++cell) sum += dissipation(cut_cell(cell), f_[cell], collide_cell(cell));
  const double viscosity = (settings_.relaxation.tau - 0.5) / 3;
  return viscosity * sum / 6 / voxels_ / settings_.force.squaredNorm();
}

double CutLattice::distribution(std::size_t cell, int cx, int cy, int cz) const {
  for (std::size_t q = 0; q < ports; ++q) {
    const auto& c = all_ports()[q].c;
    if (c[0] == cx && c[1] == cy && c[2] == cz) return f_[cell][static_cast<Eigen::Index>(q)];
  }
  return 0;
}

double CutLattice::mass() const {
  return std::accumulate(f_.begin(), f_.end(), 0.0, [](double sum, const PortVector& f) { return sum + f.sum(); });
}

double settle(CutLattice& lattice, double tolerance, int most_steps) {
  constexpr int between = 50;
  double older = 0, old = 0, limit_before = 0;
  for (int step = 0; step < most_steps; step += between) {
    for (int i = 1; i < between; ++i) lattice.step();
    // Sound alternates from step to step: the mean of two has little of it.
    const double before = lattice.permeability();
    lattice.step();
    const double now = (before + lattice.permeability()) / 2;
    const double change = now - old, rate = change / (old - older);
    const double left = rate > 0 && rate < 0.97 ? change * rate / (1 - rate) : change;
    // Sound may also make one change small: two limits must agree.
    if (std::abs(now + left - limit_before) < tolerance / 2 * std::abs(now) &&
        std::abs(left) < 10 * tolerance * std::abs(now))
      return now + left;
    limit_before = now + left;
    older = old;
    old = now;
  }
  throw std::runtime_error("the flow does not settle");
}

}  // namespace reference
