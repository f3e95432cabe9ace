// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure/network_solver.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

#include "core/large_array.hpp"
#include "darcy/pressure/body_blocks.hpp"

namespace perm {
namespace {

constexpr double nothing_left = 1e-10;  // share of the first residual that is rounding
constexpr double enough = 1e-5;         // share of the power that is left, by the norm of the multigrid cycle,
constexpr double least_gain = 1e-3;     // and that the last iteration has gained, at which the solution counts

/// Numbers the parts of a network that throats join, in the order of their lowest bodies.
struct Parts {
  std::vector<std::uint32_t> of_body;
  std::vector<char> is_open;  ///< whether a part is joined to the outside
};

Parts find_parts(std::size_t bodies, std::span<const Throat> throats) {
  Parts parts{std::vector<std::uint32_t>(bodies), {}};
  std::iota(parts.of_body.begin(), parts.of_body.end(), 0U);
  const auto find = [&](std::uint32_t body) {
    while (parts.of_body[body] != body) body = parts.of_body[body] = parts.of_body[parts.of_body[body]];
    return body;
  };
  for (const Throat& throat : throats) {
    if (throat.second == PoreNetwork::outside) continue;
    const std::uint32_t a = find(throat.first);
    const std::uint32_t b = find(throat.second);
    parts.of_body[std::max(a, b)] = std::min(a, b);
  }
  std::uint32_t count = 0;
  for (std::uint32_t body = 0; body < parts.of_body.size(); ++body) {
    const std::uint32_t lowest = parts.of_body[body];  // of its part, or a body before it whose number is known
    parts.of_body[body] = lowest == body ? count++ : parts.of_body[lowest];
  }
  parts.is_open.resize(count);
  for (const Throat& throat : throats)
    if (throat.second == PoreNetwork::outside) parts.is_open[parts.of_body[throat.first]] = 1;
  return parts;
}

}  // namespace

NetworkSolver::NetworkSolver(std::span<const std::int64_t> cells, std::span<const Throat> throats)
    : cells_(cells.begin(), cells.end()), laplacian_(cells.size(), throats), multigrid_(laplacian_) {
  Parts parts = find_parts(cells.size(), throats);
  part_of_body_ = std::move(parts.of_body);
  is_open_ = std::move(parts.is_open);
  cells_of_part_.resize(is_open_.size());
  for (std::size_t body = 0; body < cells_.size(); ++body) cells_of_part_[part_of_body_[body]] += cells_[body];
}

std::int64_t NetworkSolver::bytes() const {
  constexpr std::int64_t bytes_a_body = sizeof(double) + sizeof(std::uint32_t);
  return std::ssize(cells_) * bytes_a_body + laplacian_.bytes() + multigrid_.bytes_of_coarser_levels();
}

std::vector<double> NetworkSolver::balance(std::span<const double> of_bodies) const {
  std::vector<double> whole(cells_of_part_.size());
  for (std::size_t i = 0; i < of_bodies.size(); ++i) whole[part_of_body_[i]] += of_bodies[i];
  std::vector<double> balanced(of_bodies.size());
  for_each_body(of_bodies.size(), [&](std::size_t i) {
    const std::uint32_t part = part_of_body_[i];
    const double share = is_open_[part] != 0 ? 0 : whole[part] * cells_[i] / cells_of_part_[part];
    balanced[i] = of_bodies[i] - share;
  });
  return balanced;
}

std::vector<double> NetworkSolver::without_means(std::span<const double> pressure) const {
  std::vector<double> masses(pressure.size());
  for (std::size_t i = 0; i < masses.size(); ++i) masses[i] = pressure[i] * cells_[i];
  masses = balance(masses);
  for (std::size_t i = 0; i < masses.size(); ++i) masses[i] /= cells_[i];
  return masses;
}

double NetworkSolver::norm(std::span<const double> flux) const {
  return sum_over_bodies(flux.size(), [&](std::size_t body) {
    return laplacian_.diagonal(body) > 0 ? flux[body] * flux[body] / laplacian_.diagonal(body) : 0;
  });
}

/// Scales a pressure so that it suits best, takes what it explains from the residual and gives its power.
double NetworkSolver::begin_from(std::span<double> pressure, std::span<double> residual,
                                 std::span<double> image) const {
  laplacian_.apply(pressure, image);
  const double curvature = dot(pressure, image);
  const double share = curvature > 0 ? dot(pressure, residual) / curvature : 0;
  for_each_body(residual.size(), [&](std::size_t body) {
    pressure[body] *= share;
    residual[body] -= share * image[body];
  });
  return share * share * curvature;
}

bool NetworkSolver::solve(std::span<const double> flux, std::vector<double>& pressure) const {
  const std::size_t n = flux.size();
  const double first = norm(flux);
  pressure.resize(n);
  NetworkMultigrid::Workspace workspace(multigrid_);
  LargeArray<double> vectors(4 * n);
  const std::span<double> residual = vectors.span().subspan(0, n);
  const std::span<double> scaled = vectors.span().subspan(n, n);
  const std::span<double> direction = vectors.span().subspan(2 * n, n);  // zero at first
  const std::span<double> image = vectors.span().subspan(3 * n, n);
  for_each_body(n, [&](std::size_t body) { residual[body] = flux[body]; });
  double power = begin_from(pressure, residual, image);
  double rho = 0;
  for (std::size_t iteration = 0; iteration < 10 * n + 100; ++iteration) {
    if (norm(residual) <= nothing_left * first) return true;
    multigrid_.solve_roughly(residual, scaled, workspace);
    const double next = dot(residual, scaled);
    if (!(next > 0)) return false;
    const double kept = iteration == 0 ? 0 : next / rho;
    for_each_body(n, [&](std::size_t body) { direction[body] = scaled[body] + kept * direction[body]; });
    rho = next;
    laplacian_.apply(direction, image);
    const double curvature = dot(direction, image);
    if (!(curvature > 0)) return false;
    const double step = rho / curvature;
    const double gain = step * rho;  // what the minimum of the quadratic form gains
    power += gain;
    for_each_body(n, [&](std::size_t body) {
      pressure[body] += step * direction[body];
      residual[body] -= step * image[body];
    });
    if (rho <= enough * power && gain < least_gain * power) return true;
  }
  return false;
}

}  // namespace perm
