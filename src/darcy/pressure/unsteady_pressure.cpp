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

constexpr double rounding = 1e-10;  // share of the rates that rounding leaves where all bodies take up alike
constexpr double enough = 1e-2;     // the residual over the rates at which the solution counts, in the norm of Jacobi

/// The Laplacian of a network, and its conjugate gradients with Jacobi's preconditioner.
class NetworkLaplacian {
 public:
  explicit NetworkLaplacian(const PoreNetwork& network)
      : throats_(network.throats()), diagonal_(static_cast<std::size_t>(network.count_bodies())) {
    for (const Throat& throat : throats_) {
      diagonal_[throat.first] += throat.conductance;
      if (throat.second != PoreNetwork::outside) diagonal_[throat.second] += throat.conductance;
    }
  }

  /// `rates` are what `residual` was before it was balanced: where nothing but rounding is left of them, there is no
  /// flux.
  double dissipation(std::vector<double> residual, std::span<const double> rates) const {
    const std::size_t n = residual.size();
    std::vector<double> pressure(n), direction(n), image(n), scaled(n);
    const double whole = scale(rates, scaled);
    const double first = scale(residual, scaled);
    if (first <= rounding * rounding * whole) return 0;
    direction = scaled;
    double rho = first;
    double energy = 0;
    for (std::size_t iteration = 0; iteration < 10 * n + 100; ++iteration) {
      apply(direction, image);
      const double curvature = dot(direction, image);
      if (!(curvature > 0)) break;
      const double step = rho / curvature;
      energy += step * rho;  // what the minimum of the quadratic form gains
      for (std::size_t i = 0; i < n; ++i) {
        pressure[i] += step * direction[i];
        residual[i] -= step * image[i];
      }
      const double next = scale(residual, scaled);
      const bool is_exact = next <= rounding * first;
      if (is_exact || (next <= enough * enough * first && step * rho < 1e-3 * energy)) return energy;
      for (std::size_t i = 0; i < n; ++i) direction[i] = scaled[i] + next / rho * direction[i];
      rho = next;
    }
    return std::numeric_limits<double>::infinity();
  }

 private:
  static double dot(std::span<const double> a, const std::vector<double>& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
  }
  double scale(std::span<const double> residual, std::vector<double>& scaled) const {
    for (std::size_t i = 0; i < residual.size(); ++i) scaled[i] = diagonal_[i] > 0 ? residual[i] / diagonal_[i] : 0;
    return dot(residual, scaled);
  }
  void apply(const std::vector<double>& pressure, std::vector<double>& flux) const {
    for (std::size_t i = 0; i < flux.size(); ++i) flux[i] = 0;
    for (const Throat& throat : throats_) {
      if (throat.second == PoreNetwork::outside) {
        flux[throat.first] += throat.conductance * pressure[throat.first];
        continue;
      }
      const double through = throat.conductance * (pressure[throat.first] - pressure[throat.second]);
      flux[throat.first] += through;
      flux[throat.second] -= through;
    }
  }

  const std::vector<Throat>& throats_;
  std::vector<double> diagonal_;
};

/// Gives each body the number of the lowest body that throats join it to; open parts are those joined to the outside.
struct Parts {
  std::vector<std::uint32_t> of_body;
  std::vector<char> is_open;
};

Parts find_parts(const PoreNetwork& network) {
  Parts parts{std::vector<std::uint32_t>(static_cast<std::size_t>(network.count_bodies())), {}};
  std::iota(parts.of_body.begin(), parts.of_body.end(), 0U);
  const auto find = [&](std::uint32_t body) {
    while (parts.of_body[body] != body) body = parts.of_body[body] = parts.of_body[parts.of_body[body]];
    return body;
  };
  for (const Throat& throat : network.throats()) {
    if (throat.second == PoreNetwork::outside) continue;
    const std::uint32_t a = find(throat.first);
    const std::uint32_t b = find(throat.second);
    parts.of_body[std::max(a, b)] = std::min(a, b);
  }
  for (std::uint32_t body = 0; body < parts.of_body.size(); ++body) parts.of_body[body] = find(body);
  parts.is_open.resize(parts.of_body.size());
  for (const Throat& throat : network.throats())
    if (throat.second == PoreNetwork::outside) parts.is_open[parts.of_body[throat.first]] = 1;
  return parts;
}

}  // namespace

WatchedNetwork::WatchedNetwork(const PoreSlab& pores, std::span<const SquaredDistance> distances, const Domain& domain)
    : network(pores, distances, domain.rules()), masses(network, pores, domain) {
  network.forget_voxels();
}

UnsteadyPressure::Look UnsteadyPressure::look(const Backend& backend, double nu, double force) {
  const PoreNetwork& network = watched_->network;
  const std::vector<double> before = std::exchange(masses_, watched_->masses.measure(backend, force));
  const auto steps = static_cast<double>(backend.steps() - std::exchange(step_, backend.steps()));
  if (before.empty() || !(steps > 0)) return {std::numeric_limits<double>::infinity(), 0};
  std::vector<double> rates(before.size());
  double residual = 0;  // sum of c_s^2 (drho/dt)^2 with the mean density of each body
  for (std::size_t i = 0; i < rates.size(); ++i) {
    rates[i] = (masses_[i] - before[i]) / steps;
    residual += rates[i] * rates[i] / 3 / static_cast<double>(network.cells()[i]);
  }
  const double dissipation = nu * least_dissipation(network, rates);
  const double voxels = static_cast<double>(backend.domain().image().voxels());
  return {nu * dissipation / voxels, residual > 0 ? dissipation / residual : 0};
}

double least_dissipation(const PoreNetwork& network, std::span<const double> rates) {
  const Parts parts = find_parts(network);
  std::vector<double> whole(rates.size());
  std::vector<double> cells(rates.size());
  for (std::size_t i = 0; i < rates.size(); ++i) {
    whole[parts.of_body[i]] += rates[i];
    cells[parts.of_body[i]] += static_cast<double>(network.cells()[i]);
  }
  std::vector<double> balanced(rates.begin(), rates.end());
  for (std::size_t i = 0; i < rates.size(); ++i) {
    const std::uint32_t part = parts.of_body[i];
    if (parts.is_open[part] == 0) balanced[i] -= whole[part] * static_cast<double>(network.cells()[i]) / cells[part];
  }
  return NetworkLaplacian(network).dissipation(std::move(balanced), rates);
}

}  // namespace perm
