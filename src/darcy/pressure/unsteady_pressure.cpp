// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure/unsteady_pressure.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

namespace perm {
namespace {

constexpr double rounding = 1e-10;  // share of the rates that rounding leaves where all bodies take up alike

}  // namespace

WatchedNetwork::WatchedNetwork(const PoreSlab& pores, std::span<const SquaredDistance> distances, const Domain& domain)
    : network(pores, distances, domain.rules()), masses(network, pores, domain) {
  network.forget_voxels();
  coming_solver = std::async(std::launch::async, [this] {
                    return std::make_shared<const NetworkSolver>(network.cells(), network.throats());
                  }).share();
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

LeastDissipation::LeastDissipation(std::shared_ptr<const NetworkSolver> solver) {
  std::promise<std::shared_ptr<const NetworkSolver>> made;
  made.set_value(std::move(solver));
  solver_ = made.get_future().share();
}

double LeastDissipation::of(std::span<const double> rates) {
  const std::vector<double> balanced = solver().balance(rates);
  if (solver().norm(balanced) <= rounding * rounding * solver().norm(rates)) {
    pressure_.assign(rates.size(), 0);
    return 0;
  }
  if (solver().solve(balanced, pressure_)) return dot(pressure_, balanced);
  pressure_.assign(rates.size(), 0);
  return std::numeric_limits<double>::infinity();
}

}  // namespace perm
