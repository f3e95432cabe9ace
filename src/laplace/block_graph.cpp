// SPDX-License-Identifier: Apache-2.0
#include "laplace/block_graph.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace perm {

Aggregation::Aggregation(LargeArray<std::uint32_t> parent, std::size_t nodes)
    : parent_(std::move(parent)), first_member_(nodes + 1), members_(parent_.size()) {
  for (const std::uint32_t node : parent_) ++first_member_[node + 1];
  std::partial_sum(first_member_.begin(), first_member_.end(), first_member_.begin());
  std::vector<std::uint32_t> place(first_member_.begin(), first_member_.end() - 1);
  for (std::size_t member = 0; member < parent_.size(); ++member)
    members_[place[parent_[member]]++] = static_cast<std::uint32_t>(member);
}

std::int64_t Aggregation::bytes() const {
  return static_cast<std::int64_t>(parent_.bytes() + first_member_.bytes() + members_.bytes());
}

BlockGraph::BlockGraph(const Extent& extent, std::vector<std::uint32_t> blocks, LargeArray<std::uint32_t> first_link,
                       std::vector<BlockLink> links)
    : extent_(extent),
      blocks_(std::move(blocks)),
      links_(std::move(links)),
      first_link_(std::move(first_link)),
      neighbours_(links_.size()),
      conductances_(links_.size()),
      inverse_diagonal_(first_link_.size() - 1) {
#pragma omp parallel for schedule(static)  // nothing in it throws
  for (std::size_t node = 0; node < inverse_diagonal_.size(); ++node) {
    Quanta all = 0;
    for (std::uint32_t link = first_link_[node]; link < first_link_[node + 1]; ++link) {
      neighbours_[link] = links_[link].neighbour;
      conductances_[link] = static_cast<float>(links_[link].quanta);
      all += links_[link].quanta;
    }
    inverse_diagonal_[node] = all > 0 ? 1 / static_cast<float>(all) : 0;
  }
}

std::int64_t BlockGraph::bytes() const {
  return static_cast<std::int64_t>(first_link_.bytes() + neighbours_.bytes() + conductances_.bytes() +
                                   inverse_diagonal_.bytes());
}

void BlockGraph::for_each_flux(std::span<const float> potential, const FinishFluxes& finish) const {
  constexpr std::int64_t nodes_a_part = 256;
  const auto nodes = static_cast<std::int64_t>(inverse_diagonal_.size());
  const std::int64_t parts = (nodes + nodes_a_part - 1) / nodes_a_part;
#pragma omp parallel for schedule(static) if (parts > 4)
  for (std::int64_t part = 0; part < parts; ++part) {
    float flux[nodes_a_part];
    const Range range{part * nodes_a_part, std::min(nodes, (part + 1) * nodes_a_part)};
    for (std::int64_t node = range.first; node < range.last; ++node) {
      const auto i = static_cast<std::size_t>(node);
      float sum = 0;
      for (std::uint32_t link = first_link_[i]; link < first_link_[i + 1]; ++link) {
        const std::uint32_t neighbour = neighbours_[link];
        sum += conductances_[link] * (neighbour == node ? potential[i] : potential[i] - potential[neighbour]);
      }
      flux[node - range.first] = sum;
    }
    finish(range, flux);
  }
}

void BlockGraph::forget_quanta() {
  blocks_ = {};
  links_ = {};
}

}  // namespace perm
