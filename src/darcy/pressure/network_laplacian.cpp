// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure/network_laplacian.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "darcy/pressure/body_blocks.hpp"

namespace perm {
namespace {

// A body waits for a throat that is at least so wide, over its widest one: pairs that hardly hang together make levels
// on which nothing that is slow on the finer level is seen. 0 needs three times the iterations of 0.25 to 0.75.
constexpr float share_of_widest = 0.5F;

/// Lists the bodies of each aggregate.
Aggregates list_bodies(std::vector<std::uint32_t> of_body, std::size_t count) {
  Aggregates aggregates{std::move(of_body), {}, std::vector<std::uint32_t>(count + 1)};
  for (const std::uint32_t one : aggregates.of_body)
    if (one != Aggregates::none) ++aggregates.first[one + std::size_t{1}];
  std::partial_sum(aggregates.first.begin(), aggregates.first.end(), aggregates.first.begin());
  aggregates.bodies.resize(aggregates.first.back());
  std::vector<std::uint32_t> next(aggregates.first.begin(), aggregates.first.end() - 1);
  for (std::uint32_t body = 0; body < aggregates.of_body.size(); ++body)
    if (const std::uint32_t one = aggregates.of_body[body]; one != Aggregates::none)
      aggregates.bodies[next[one]++] = body;
  return aggregates;
}

}  // namespace

NetworkLaplacian::NetworkLaplacian(std::size_t bodies, std::span<const Throat> throats)
    : diagonal_(bodies), inverse_(bodies), outside_(bodies), first_(bodies + 1), lower_(bodies), near_(bodies) {
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
  for_each_body(bodies, [&](std::size_t body) { inverse_[body] = diagonal_[body] > 0 ? 1 / diagonal_[body] : 0; });
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  neighbours_.resize(first_.back());
  std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
  for (const Throat& throat : throats) {
    if (throat.second == PoreNetwork::outside) continue;
    const auto conductance = static_cast<float>(throat.conductance);
    neighbours_[next[throat.first]++] = {throat.second, conductance};
    neighbours_[next[throat.second]++] = {throat.first, conductance};
  }
  sort_neighbours();
}

void NetworkLaplacian::sort_neighbours() {
  for_each_body_block(size(), [&](std::size_t /*block*/, const Range& block) {
    for (auto body = static_cast<std::size_t>(block.first); body < static_cast<std::size_t>(block.last); ++body) {
      const auto own = std::span(neighbours_).subspan(first_[body], first_[body + 1] - first_[body]);
      const auto is_near = [&](const Neighbour& one) { return block.contains(one.body); };
      const auto order = [&](const Neighbour& a, const Neighbour& b) {
        return std::pair(!is_near(a), a.body) < std::pair(!is_near(b), b.body);
      };
      if (!std::ranges::is_sorted(own, order)) std::ranges::sort(own, order);
      near_[body] = static_cast<std::uint32_t>(std::ranges::count_if(own, is_near));
      const auto near = own.first(near_[body]);
      lower_[body] =
          static_cast<std::uint32_t>(std::ranges::lower_bound(near, body, {}, &Neighbour::body) - near.begin());
    }
  });
}

std::int64_t NetworkLaplacian::bytes() const {
  return static_cast<std::int64_t>(diagonal_.size() *
                                       (3 * sizeof(double) + sizeof(std::size_t) + 2 * sizeof(std::uint32_t)) +
                                   neighbours_.size() * sizeof(Neighbour));
}

void NetworkLaplacian::apply(std::span<const double> pressure, std::span<double> flux) const {
  for_each_body(size(), [&](std::size_t body) { flux[body] = flux_of(body, pressure); });
}

void NetworkLaplacian::smooth_forwards(std::span<const double> flux, std::span<double> pressure) const {
  for_each_body(size(),
                [&](std::size_t body) { pressure[body] = (flux[body] + sum(lower(body), pressure)) * inverse_[body]; });
}

void NetworkLaplacian::find_left(std::span<const double> pressure, std::span<double> left) const {
  for_each_body(size(), [&](std::size_t body) { left[body] = sum(neighbours(body).subspan(lower_[body]), pressure); });
}

void NetworkLaplacian::smooth_backwards(std::span<const double> flux, std::span<const double> before,
                                        std::span<double> pressure) const {
  for_each_body_block(size(), [&](std::size_t /*block*/, const Range& block) {
    for (auto body = static_cast<std::size_t>(block.last); body-- > static_cast<std::size_t>(block.first);)
      pressure[body] = (flux[body] + sum(near(body), pressure) + sum(far(body), before)) * inverse_[body];
  });
}

Aggregates NetworkLaplacian::pair_up() const {
  constexpr std::uint32_t none = Aggregates::none;
  std::vector<std::uint32_t> aggregate(size(), none);
  std::uint32_t count = 0;
  for (std::size_t body = 0; body < size(); ++body) {
    if (aggregate[body] != none) continue;
    const Neighbour* widest_free = nullptr;
    float widest = 0;
    for (const Neighbour& neighbour : neighbours(body)) {
      widest = std::max(widest, neighbour.conductance);
      const bool is_wider = widest_free == nullptr || neighbour.conductance > widest_free->conductance;
      if (is_wider && aggregate[neighbour.body] == none) widest_free = &neighbour;
    }
    if (widest_free != nullptr && widest_free->conductance >= share_of_widest * widest)
      aggregate[body] = aggregate[widest_free->body] = count++;
  }
  // The widest throat of a body that is left leads to a pair: otherwise the two would have become one.
  std::vector<std::uint32_t> with_left = aggregate;
  for_each_body(size(), [&](std::size_t body) {
    if (aggregate[body] != none || neighbours(body).empty()) return;
    const auto widest = std::ranges::max_element(neighbours(body), {}, &Neighbour::conductance);
    with_left[body] = aggregate[widest->body];
  });
  return list_bodies(std::move(with_left), count);
}

std::vector<Throat> NetworkLaplacian::throats_between(const Aggregates& aggregates) const {
  const std::size_t count = aggregates.count();
  std::vector<std::vector<Throat>> of_blocks(static_cast<std::size_t>(count_body_blocks(count)));
  for_each_body_block(count, [&](std::size_t block, const Range& range) {
    std::vector<Throat>& joined = of_blocks[block];
    std::vector<Throat> of_one;  // few: to sort all throats at once would take three times their memory
    for (auto one = static_cast<std::uint32_t>(range.first); one < static_cast<std::uint32_t>(range.last); ++one) {
      of_one.clear();
      for (const std::uint32_t body : aggregates.members(one)) {
        if (outside_[body] > 0) of_one.push_back({one, PoreNetwork::outside, outside_[body]});
        for (const Neighbour& neighbour : neighbours(body))
          if (one < aggregates.of_body[neighbour.body])
            of_one.push_back({one, aggregates.of_body[neighbour.body], static_cast<double>(neighbour.conductance)});
      }
      std::ranges::stable_sort(of_one, {}, &Throat::second);
      for (std::size_t i = 0; i < of_one.size(); ++i) {
        if (i > 0 && of_one[i].second == of_one[i - 1].second)
          joined.back().conductance += of_one[i].conductance;
        else
          joined.push_back(of_one[i]);
      }
    }
  });
  std::vector<Throat> all;
  for (const std::vector<Throat>& joined : of_blocks) all.insert(all.end(), joined.begin(), joined.end());
  return all;
}

}  // namespace perm
