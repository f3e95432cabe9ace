// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure/network_multigrid.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace perm {
namespace {

constexpr std::size_t fewest_bodies = 24;  // a level with fewer is relaxed some times
constexpr int sweeps_on_last = 4;
constexpr double least_reduction = 0.8;  // a level that is hardly smaller than the finer one is not worth it
constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

/// Bodies are worked on in blocks, whose number depends on the number of bodies only, so that the bits do not depend on
/// the number of threads. A block is large enough that few throats lead out of it.
std::int64_t count_blocks(std::size_t bodies) {
  constexpr std::int64_t most_blocks = 64;
  constexpr std::int64_t fewest_bodies_a_block = 4096;  // take 0.04 ms, some times as long as a start of threads
  return std::clamp<std::int64_t>(static_cast<std::int64_t>(bodies) / fewest_bodies_a_block, 1, most_blocks);
}

/// Calls work(block, bodies) for each block; threads share the blocks.
template <class Work>
void for_each_block(std::size_t bodies, const Work& work) {
  const std::int64_t blocks = count_blocks(bodies);
#pragma omp parallel for schedule(dynamic) if (blocks > 1)
  for (std::int64_t block = 0; block < blocks; ++block)
    work(static_cast<std::size_t>(block), even_part(static_cast<std::int64_t>(bodies), block, blocks));
}

}  // namespace

NetworkLaplacian::NetworkLaplacian(std::size_t bodies, std::span<const Throat> throats)
    : diagonal_(bodies), inverse_(bodies), outside_(bodies), first_(bodies + 1) {
  for (const Throat& throat : throats) {
    const auto conductance = static_cast<double>(static_cast<float>(throat.conductance));
    diagonal_[throat.first] += conductance;
    if (throat.second == PoreNetwork::outside) {
      outside_[throat.first] += conductance;
      continue;
    }
    diagonal_[throat.second] += conductance;
    ++first_[throat.first + 1];
    ++first_[throat.second + 1];
  }
  for (std::size_t body = 0; body < bodies; ++body) inverse_[body] = diagonal_[body] > 0 ? 1 / diagonal_[body] : 0;
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  neighbours_.resize(first_.back());
  std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
  for (const Throat& throat : throats) {
    if (throat.second == PoreNetwork::outside) continue;
    const auto conductance = static_cast<float>(throat.conductance);
    neighbours_[next[throat.first]++] = {throat.second, conductance};
    neighbours_[next[throat.second]++] = {throat.first, conductance};
  }
}

std::int64_t NetworkLaplacian::bytes() const {
  return static_cast<std::int64_t>(diagonal_.size() * (3 * sizeof(double) + sizeof(std::size_t)) +
                                   neighbours_.size() * sizeof(Neighbour));
}

void NetworkLaplacian::apply(std::span<const double> pressure, std::vector<double>& flux) const {
  flux.resize(size());
  for_each_block(size(), [&](std::size_t /*block*/, const Range& bodies) {
    for (auto body = static_cast<std::size_t>(bodies.first); body < static_cast<std::size_t>(bodies.last); ++body) {
      double sum = diagonal_[body] * pressure[body];
      for (const Neighbour& neighbour : neighbours(body))
        sum -= static_cast<double>(neighbour.conductance) * pressure[neighbour.body];
      flux[body] = sum;
    }
  });
}

/// Relaxes a body. Bodies of its block have their newest pressure; those of other blocks had `before`.
void NetworkLaplacian::relax(std::size_t body, const Range& block, std::span<const double> flux,
                             std::span<const double> before, std::vector<double>& pressure) const {
  double sum = flux[body];
  for (const Neighbour& neighbour : neighbours(body)) {
    const double of_neighbour = block.contains(neighbour.body) ? pressure[neighbour.body] : before[neighbour.body];
    sum += static_cast<double>(neighbour.conductance) * of_neighbour;
  }
  pressure[body] = sum * inverse_[body];
}

void NetworkLaplacian::smooth_forwards(std::span<const double> flux, std::vector<double>& pressure) const {
  const std::vector<double> before = pressure;
  for_each_block(size(), [&](std::size_t /*block*/, const Range& block) {
    for (std::int64_t body = block.first; body < block.last; ++body)
      relax(static_cast<std::size_t>(body), block, flux, before, pressure);
  });
}

void NetworkLaplacian::smooth_backwards(std::span<const double> flux, std::vector<double>& pressure) const {
  const std::vector<double> before = pressure;
  for_each_block(size(), [&](std::size_t /*block*/, const Range& block) {
    for (std::int64_t body = block.last; body-- > block.first;)
      relax(static_cast<std::size_t>(body), block, flux, before, pressure);
  });
}

std::vector<std::uint32_t> NetworkLaplacian::pair_up(std::size_t& count) const {
  std::vector<std::uint32_t> aggregate(size(), none);
  std::uint32_t next = 0;
  for (std::size_t body = 0; body < size(); ++body) {
    if (aggregate[body] != none) continue;
    aggregate[body] = next++;
    const Neighbour* widest = nullptr;
    for (const Neighbour& neighbour : neighbours(body))
      if (aggregate[neighbour.body] == none && (widest == nullptr || neighbour.conductance > widest->conductance))
        widest = &neighbour;
    if (widest != nullptr) aggregate[widest->body] = aggregate[body];
  }
  count = next;
  return aggregate;
}

std::vector<Throat> NetworkLaplacian::throats_between(std::span<const std::uint32_t> aggregate) const {
  std::uint32_t aggregates = 0;
  for (const std::uint32_t one : aggregate) aggregates = std::max(aggregates, one + 1);
  std::vector<std::uint32_t> bodies(size());  // aggregate by aggregate
  std::vector<std::uint32_t> end(aggregates + std::size_t{1});
  for (const std::uint32_t one : aggregate) ++end[one + std::size_t{1}];
  std::partial_sum(end.begin(), end.end(), end.begin());
  for (std::uint32_t body = 0; body < size(); ++body) bodies[end[aggregate[body]]++] = body;

  std::vector<Throat> joined;
  std::vector<Throat> of_one;  // few: to sort all throats at once would take three times their memory
  auto next = bodies.cbegin();
  for (std::uint32_t one = 0; one < aggregates; ++one) {
    of_one.clear();
    for (const auto last = bodies.cbegin() + end[one]; next != last; ++next) {
      if (outside_[*next] > 0) of_one.push_back({one, PoreNetwork::outside, outside_[*next]});
      for (const Neighbour& neighbour : neighbours(*next))
        if (one < aggregate[neighbour.body])
          of_one.push_back({one, aggregate[neighbour.body], static_cast<double>(neighbour.conductance)});
    }
    std::ranges::stable_sort(of_one, {}, &Throat::second);
    for (std::size_t i = 0; i < of_one.size(); ++i) {
      if (i > 0 && of_one[i].second == of_one[i - 1].second)
        joined.back().conductance += of_one[i].conductance;
      else
        joined.push_back(of_one[i]);
    }
  }
  return joined;
}

double dot(std::span<const double> a, std::span<const double> b) {
  std::vector<double> sums(static_cast<std::size_t>(count_blocks(a.size())));
  for_each_block(a.size(), [&](std::size_t block, const Range& bodies) {
    sums[block] = std::inner_product(a.begin() + bodies.first, a.begin() + bodies.last, b.begin() + bodies.first, 0.0);
  });
  return std::accumulate(sums.begin(), sums.end(), 0.0);
}

NetworkMultigrid::NetworkMultigrid(const NetworkLaplacian& network) : network_(&network) {
  while (laplacian(coarser_.size()).size() > fewest_bodies) {
    const NetworkLaplacian& fine = laplacian(coarser_.size());
    std::size_t pairs = 0;
    std::vector<std::uint32_t> aggregate = fine.pair_up(pairs);
    const NetworkLaplacian of_pairs(pairs, fine.throats_between(aggregate));
    std::size_t count = 0;
    const std::vector<std::uint32_t> fours = of_pairs.pair_up(count);
    if (static_cast<double>(count) > least_reduction * static_cast<double>(fine.size())) break;
    for (std::uint32_t& one : aggregate) one = fours[one];
    NetworkLaplacian coarse(count, of_pairs.throats_between(fours));
    coarser_.push_back({std::move(aggregate), std::move(coarse)});
  }
}

std::int64_t NetworkMultigrid::bytes_of_coarser_levels() const {
  std::int64_t bytes = 0;
  for (const Level& level : coarser_)
    bytes += level.laplacian.bytes() + std::ssize(level.aggregate) * static_cast<std::int64_t>(sizeof(std::uint32_t));
  return bytes;
}

std::vector<double> NetworkMultigrid::cycle(std::size_t level, std::span<const double> flux) const {
  const NetworkLaplacian& network = laplacian(level);
  std::vector<double> pressure(flux.size());
  network.smooth_forwards(flux, pressure);
  if (level == coarser_.size()) {
    for (int sweep = 1; sweep < sweeps_on_last; ++sweep) {
      network.smooth_backwards(flux, pressure);
      network.smooth_forwards(flux, pressure);
    }
    network.smooth_backwards(flux, pressure);
    return pressure;
  }
  const Level& next = coarser_[level];
  std::vector<double> carried;
  network.apply(pressure, carried);
  std::vector<double> coarse(next.laplacian.size());
  for (std::size_t body = 0; body < flux.size(); ++body) coarse[next.aggregate[body]] += flux[body] - carried[body];
  const std::vector<double> correction = cycle(level + 1, coarse);
  for (std::size_t body = 0; body < flux.size(); ++body) pressure[body] += correction[next.aggregate[body]];
  network.smooth_backwards(flux, pressure);
  return pressure;
}

}  // namespace perm
