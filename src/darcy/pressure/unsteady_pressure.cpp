// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure/unsteady_pressure.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "core/phases/phase_clock.hpp"
#include "darcy/pressure/body_blocks.hpp"
#include "geometry/cuda/network_cuda.hpp"

namespace perm {
namespace {

constexpr double rounding = 1e-10;  // share of the rates that rounding leaves where all bodies take up alike

}  // namespace

WatchedNetwork::Found WatchedNetwork::find(const PoreSlab& pores, std::span<const SquaredDistance> distances,
                                           const Domain& domain, Device device) {
  const bool has_whole_planes = domain.own_y() == domain.image().ny;
  if (device == Device::cuda && has_whole_planes)
    if (std::optional<NetworkOfGpu> found = find_network_on_gpu(pores, domain.rules(), domain.own().z)) {
      BodyMasses masses(*found);
      return {std::move(found->network), std::move(masses)};
    }
  PoreNetwork network(pores, distances, domain.rules());
  BodyMasses masses(network, pores, domain);
  network.forget_voxels();
  return {std::move(network), std::move(masses)};
}

WatchedNetwork::WatchedNetwork(Found found, const Domain& domain, Device device)
    : network(std::move(found.network)),
      masses(std::move(found.masses)),
      processes(domain.processes()),
      node(processes),
      device_(device) {}

WatchedNetwork::ComingSolver WatchedNetwork::solver() const {
  using Solver = std::shared_ptr<const NetworkSolver>;
  std::call_once(begun_, [this] {
    const auto make = [this]() -> Solver {
      return std::make_shared<const NetworkSolver>(network.cells(), network.throats());
    };
    // The first bound comes late, so that few threads are enough; looks need the others.
    constexpr int parts_of_threads = 4;
    const auto make_meanwhile = [this, make]() -> Solver {
      node.take(parts_of_threads);
      return make();
    };
    if (!is_solved_here())
      solver_ = std::async(std::launch::deferred, []() -> Solver { return nullptr; });
    else if (device_ == Device::cuda)
      solver_ = std::async(std::launch::async, make_meanwhile);
    else
      solver_ = std::async(std::launch::deferred, make);
  });
  return solver_;
}

void UnsteadyPressure::watch(const Backend& backend, double force) {
  const PhaseScope measuring(Phase::masses);
  std::swap(masses_, before_);
  masses_ = watched_->masses.measure(backend, force, std::move(masses_));
  steps_ = step_ ? backend.steps() - *step_ : 0;
  step_ = backend.steps();
  voxels_ = static_cast<double>(backend.domain().image().voxels());
  residual_ = 0;
  if (!knows_rates()) return;
  residual_ = sum_over_bodies(masses_.size(), [&](std::size_t body) {
    return rate(body) * rate(body) / 3 / static_cast<double>(watched_->network.cells()[body]) / voxels_;
  });
  watched_->processes.broadcast(std::span(&residual_, 1));
}

void UnsteadyPressure::forget() {
  step_.reset();
  steps_ = 0;
  residual_ = 0;
}

void UnsteadyPressure::correct(Backend& backend, double nu, double force, double trust) {
  const PhaseScope correcting(Phase::pressure);
  std::vector<double> densities(static_cast<std::size_t>(watched_->network.count_bodies()));
  if (watched_->is_solved_here()) {
    const BlocksOfTeam working(*team_);
    densities = dissipation_->pressure();
    for_each_body(densities.size(),
                  [&](std::size_t body) { densities[body] *= 3 * nu; });  // the pressure is a third of the density
    densities = correction_.next(std::move(densities), trust, dissipation_->laplacian());
  }
  watched_->processes.broadcast(std::span(densities));
  watched_->masses.add(backend, densities, force);
  forget();
}

UnsteadyPressure::Error UnsteadyPressure::bound(double nu) {
  if (!knows_rates()) return {std::numeric_limits<double>::infinity(), 0};
  const PhaseScope solving(Phase::pressure);
  double dissipation = 0;
  if (watched_->is_solved_here()) {
    if (!dissipation_) {
      team_ = watched_->node.make_team(count_body_blocks(masses_.size()));
      dissipation_.emplace(solver_.get());
    }
    const BlocksOfTeam working(*team_);
    std::vector<double> rates(masses_.size());
    for_each_body(rates.size(), [&](std::size_t body) { rates[body] = rate(body); });
    dissipation = nu * dissipation_->of(rates) / voxels_;
  }
  watched_->processes.broadcast(std::span(&dissipation, 1));
  return {nu * dissipation, residual_ > 0 ? dissipation / residual_ : 0};
}

double LeastDissipation::of(std::span<const double> rates) {
  const std::vector<double> balanced = solver_->balance(rates);
  if (solver_->norm(balanced) <= rounding * rounding * solver_->norm(rates)) {
    pressure_.assign(rates.size(), 0);
    return 0;
  }
  if (solver_->solve(balanced, pressure_)) return dot(pressure_, balanced);
  pressure_.assign(rates.size(), 0);
  return std::numeric_limits<double>::infinity();
}

}  // namespace perm
