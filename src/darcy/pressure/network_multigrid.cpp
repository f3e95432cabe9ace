// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure/network_multigrid.hpp"

#include <algorithm>
#include <utility>

#include "darcy/pressure/body_blocks.hpp"

namespace perm {
namespace {

constexpr std::size_t fewest_bodies = 24;  // a level with fewer is relaxed some times
constexpr int sweeps_on_last = 4;

/// Relaxes forwards and backwards, adds what that gives, and begins again with what is left: a symmetric function.
void relax_last(const NetworkLaplacian& network, std::span<const double> flux, std::span<double> before,
                std::span<double> pressure) {
  std::vector<double> left(flux.begin(), flux.end());
  std::vector<double> change(flux.size());
  std::ranges::fill(pressure, 0.0);
  for (int sweep = 0; sweep < sweeps_on_last; ++sweep) {
    network.smooth_forwards(left, change);
    std::ranges::copy(change, before.begin());
    network.smooth_backwards(left, before, change);
    for (std::size_t body = 0; body < flux.size(); ++body) pressure[body] += change[body];
    for (std::size_t body = 0; body < flux.size(); ++body) left[body] = flux[body] - network.flux_of(body, pressure);
  }
}

}  // namespace

NetworkMultigrid::NetworkMultigrid(const NetworkLaplacian& network) : network_(&network) {
  while (laplacian(coarser_.size()).size() > fewest_bodies) {
    const NetworkLaplacian& fine = laplacian(coarser_.size());
    Aggregates pairs = fine.pair_up();
    if (pairs.count() == 0) break;  // no throats are left
    NetworkLaplacian coarse(pairs.count(), fine.throats_between(pairs));
    coarser_.push_back({std::move(pairs), std::move(coarse)});
  }
}

std::int64_t NetworkMultigrid::bytes_of_coarser_levels() const {
  std::int64_t bytes = 0;
  for (const Level& level : coarser_) bytes += level.laplacian.bytes() + level.aggregates.bytes();
  return bytes;
}

NetworkMultigrid::Workspace::Workspace(const NetworkMultigrid& of) {
  for (std::size_t level = 0; level < of.count_levels(); ++level) {
    const std::size_t bodies = of.laplacian(level).size();
    const std::size_t here = level == 0 ? 0 : bodies;  // the finest level has those of the caller
    levels_.push_back({LargeArray<double>(here), LargeArray<double>(here), LargeArray<double>(bodies)});
  }
}

void NetworkMultigrid::solve_roughly(std::span<const double> flux, std::span<double> pressure,
                                     Workspace& workspace) const {
  cycle(0, flux, pressure, workspace);
}

void NetworkMultigrid::cycle(std::size_t level, std::span<const double> flux, std::span<double> pressure,
                             Workspace& workspace) const {
  const NetworkLaplacian& network = laplacian(level);
  const std::span<double> before = workspace.levels_[level].before.span();
  if (level == coarser_.size()) return relax_last(network, flux, before, pressure);
  network.smooth_forwards(flux, pressure);
  const Aggregates& aggregates = coarser_[level].aggregates;
  const std::span<double> coarse_flux = workspace.levels_[level + 1].flux.span();
  const std::span<double> correction = workspace.levels_[level + 1].pressure.span();
  network.find_left(pressure, before);
  for_each_body(aggregates.count(), [&](std::size_t one) {
    double sum = 0;
    for (const std::uint32_t body : aggregates.members(one)) sum += before[body];
    coarse_flux[one] = sum;
  });
  cycle(level + 1, coarse_flux, correction, workspace);
  for_each_body(flux.size(), [&](std::size_t body) {
    const std::uint32_t one = aggregates.of_body[body];
    before[body] = pressure[body] += one == Aggregates::none ? 0 : correction[one];
  });
  network.smooth_backwards(flux, before, pressure);
}

}  // namespace perm
