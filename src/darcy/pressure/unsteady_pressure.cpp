// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure/unsteady_pressure.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>

namespace perm {
namespace {

constexpr double rounding = 1e-10;   // share of the rates that rounding leaves where all bodies take up alike
constexpr double enough = 1e-2;      // the residual over the rates at which the solution counts, in the norm of Jacobi,
constexpr double least_gain = 1e-2;  // if the last iteration has gained so little of the sum

/// Gives each body the number of the lowest body that throats join it to; open parts are those joined to the outside.
struct Parts {
  std::vector<std::uint32_t> of_body;
  std::vector<char> is_open;
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
  for (std::uint32_t body = 0; body < parts.of_body.size(); ++body) parts.of_body[body] = find(body);
  parts.is_open.resize(parts.of_body.size());
  for (const Throat& throat : throats)
    if (throat.second == PoreNetwork::outside) parts.is_open[parts.of_body[throat.first]] = 1;
  return parts;
}

}  // namespace

WatchedNetwork::WatchedNetwork(const PoreSlab& pores, std::span<const SquaredDistance> distances, const Domain& domain)
    : network(pores, distances, domain.rules()), masses(network, pores, domain) {
  network.forget_voxels();
}

void UnsteadyPressure::watch(const Backend& backend, double force) {
  const std::vector<double> before = std::exchange(masses_, watched_->masses.measure(backend, force));
  const auto steps = static_cast<double>(backend.steps() - std::exchange(step_, backend.steps()));
  voxels_ = static_cast<double>(backend.domain().image().voxels());
  rates_.clear();
  residual_ = 0;
  if (before.empty() || !(steps > 0)) return;
  for (std::size_t i = 0; i < masses_.size(); ++i) {
    rates_.push_back((masses_[i] - before[i]) / steps);
    residual_ += rates_[i] * rates_[i] / 3 / static_cast<double>(watched_->network.cells()[i]) / voxels_;
  }
}

void UnsteadyPressure::forget() {
  masses_.clear();
  rates_.clear();
  residual_ = 0;
}

void UnsteadyPressure::correct(Backend& backend, double nu, double force, double trust) {
  std::vector<double> densities = dissipation_.pressure();
  for (double& density : densities) density *= 3 * nu;  // the pressure is a third of the density
  densities = correction_.next(std::move(densities), trust, dissipation_.laplacian());
  watched_->masses.add(backend, densities, force);
  forget();
}

UnsteadyPressure::Error UnsteadyPressure::bound(double nu) {
  if (!knows_rates()) return {std::numeric_limits<double>::infinity(), 0};
  const double dissipation = nu * dissipation_.of(rates_) / voxels_;
  return {nu * dissipation, residual_ > 0 ? dissipation / residual_ : 0};
}

LeastDissipation::LeastDissipation(std::span<const std::int64_t> cells, std::span<const Throat> throats)
    : cells_(cells.begin(), cells.end()), multigrid_(cells.size(), throats), pressure_(cells.size()) {
  Parts parts = find_parts(cells.size(), throats);
  part_of_body_ = std::move(parts.of_body);
  is_open_ = std::move(parts.is_open);
}

std::vector<double> LeastDissipation::balance(std::span<const double> rates) const {
  std::vector<double> whole(rates.size());
  std::vector<double> cells(rates.size());
  for (std::size_t i = 0; i < rates.size(); ++i) {
    whole[part_of_body_[i]] += rates[i];
    cells[part_of_body_[i]] += cells_[i];
  }
  std::vector<double> balanced(rates.begin(), rates.end());
  for (std::size_t i = 0; i < rates.size(); ++i) {
    const std::uint32_t part = part_of_body_[i];
    if (is_open_[part] == 0) balanced[i] -= whole[part] * cells_[i] / cells[part];
  }
  return balanced;
}

std::vector<double> LeastDissipation::pressure() const {
  std::vector<double> masses(pressure_.size());
  for (std::size_t i = 0; i < masses.size(); ++i) masses[i] = pressure_[i] * cells_[i];
  masses = balance(masses);
  for (std::size_t i = 0; i < masses.size(); ++i) masses[i] /= cells_[i];
  return masses;
}

/// Gives the square of the norm of Jacobi.
double LeastDissipation::norm(std::span<const double> flux) const {
  double sum = 0;
  for (std::size_t i = 0; i < flux.size(); ++i)
    if (laplacian().diagonal(i) > 0) sum += flux[i] * flux[i] / laplacian().diagonal(i);
  return sum;
}

double LeastDissipation::begin_from_last(std::vector<double>& residual) {
  std::vector<double> image;
  laplacian().apply(pressure_, image);
  const double curvature = dot(pressure_, image);
  const double share = curvature > 0 ? dot(pressure_, residual) / curvature : 0;
  for (std::size_t i = 0; i < residual.size(); ++i) {
    pressure_[i] *= share;
    residual[i] -= share * image[i];
  }
  return share * share * curvature;
}

double LeastDissipation::of(std::span<const double> rates) {
  const std::size_t n = rates.size();
  std::vector<double> residual = balance(rates);
  const double first = norm(residual);
  if (first <= rounding * rounding * norm(rates)) {
    std::ranges::fill(pressure_, 0.0);
    return 0;
  }
  double energy = begin_from_last(residual);
  std::vector<double> direction;
  std::vector<double> image;
  double rho = 0;
  for (std::size_t iteration = 0; iteration < 10 * n + 100; ++iteration) {
    if (norm(residual) <= rounding * first) return energy;
    const std::vector<double> scaled = multigrid_.solve_roughly(residual);
    const double next = dot(residual, scaled);
    if (!(next > 0)) break;
    if (direction.empty())
      direction = scaled;
    else
      for (std::size_t i = 0; i < n; ++i) direction[i] = scaled[i] + next / rho * direction[i];
    rho = next;
    laplacian().apply(direction, image);
    const double curvature = dot(direction, image);
    if (!(curvature > 0)) break;
    const double step = rho / curvature;
    const double gain = step * rho;  // what the minimum of the quadratic form gains
    energy += gain;
    for (std::size_t i = 0; i < n; ++i) {
      pressure_[i] += step * direction[i];
      residual[i] -= step * image[i];
    }
    if (norm(residual) <= enough * enough * first && gain < least_gain * energy) return energy;
  }
  std::ranges::fill(pressure_, 0.0);
  return std::numeric_limits<double>::infinity();
}

}  // namespace perm
