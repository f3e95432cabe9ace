// SPDX-License-Identifier: Apache-2.0
#include "laplace/block_graph.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "laplace/shared_loops.hpp"

namespace perm {

Aggregation::Aggregation(LargeArray<std::uint32_t> parent, std::size_t nodes)
    : parent_(std::move(parent)), first_member_(nodes + 1), members_(parent_.size()) {
  for (const std::uint32_t node : parent_) ++first_member_[node + 1];
  std::partial_sum(first_member_.begin(), first_member_.end(), first_member_.begin());
  std::vector<std::uint32_t> place(first_member_.begin(), first_member_.end() - 1);
  for (std::size_t member = 0; member < parent_.size(); ++member)
    members_[place[parent_[member]]++] = static_cast<std::uint32_t>(member);
}

BlockGraph::BlockGraph(const ThreadTeam& team, const Extent& extent, std::vector<std::uint32_t> blocks,
                       LargeArray<std::uint32_t> first_link, std::vector<BlockLink> links)
    : team_(&team),
      extent_(extent),
      blocks_(std::move(blocks)),
      links_(std::move(links)),
      first_link_(std::move(first_link)),
      neighbours_(links_.size()),
      conductances_(links_.size()),
      inverse_diagonal_(first_link_.size() - 1) {
  for_each_place(team, inverse_diagonal_.size(), [&](std::size_t node) {
    Quanta all = 0;
    for (std::uint32_t link = first_link_[node]; link < first_link_[node + 1]; ++link) {
      neighbours_[link] = links_[link].neighbour;
      conductances_[link] = static_cast<float>(links_[link].quanta);
      all += links_[link].quanta;
    }
    inverse_diagonal_[node] = all > 0 ? 1 / static_cast<float>(all) : 0;
  });
}

void BlockGraph::for_each_flux(std::span<const float> potential, const FinishFluxes& finish) const {
  constexpr std::int64_t nodes_a_part = 256;
  for_each_range(*team_, static_cast<std::int64_t>(nodes()), [&](const Range& share) {
    float flux[nodes_a_part];
    for (std::int64_t first = share.first; first < share.last; first += nodes_a_part) {
      const Range range{first, std::min(share.last, first + nodes_a_part)};
      for (auto node = static_cast<std::size_t>(range.first); node < static_cast<std::size_t>(range.last); ++node) {
        float sum = 0;
        for (std::uint32_t link = first_link_[node]; link < first_link_[node + 1]; ++link) {
          const std::uint32_t neighbour = neighbours_[link];
          sum += conductances_[link] * (neighbour == node ? potential[node] : potential[node] - potential[neighbour]);
        }
        flux[node - static_cast<std::size_t>(first)] = sum;
      }
      finish(range, flux);
    }
  });
}

void BlockGraph::forget_quanta() {
  blocks_ = {};
  links_ = {};
}

}  // namespace perm
