// SPDX-License-Identifier: Apache-2.0
#include "laplace/block_graph.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "laplace/shared_loops.hpp"

namespace perm {

Aggregation::Aggregation(LargeArray<std::uint32_t> parent, const Extent& extent, FirstOfRows finer_rows,
                         FirstOfRows rows)
    : parent_(std::move(parent)), extent_(extent), finer_rows_(std::move(finer_rows)), rows_(std::move(rows)) {}

BlockGraph::BlockGraph(const ThreadTeam& team, JoinedNodes nodes)
    : team_(&team),
      joined_(std::move(nodes)),
      first_of_slice_((joined_.first_link.size() - 1 + BlockSlices::nodes - 1) / BlockSlices::nodes + 1),
      inverse_diagonal_(joined_.first_link.size() - 1) {
  fill_slices();
}

void BlockGraph::fill_slices() {
  constexpr std::size_t together = BlockSlices::nodes;
  for (std::size_t slice = 0; slice + 1 < first_of_slice_.size(); ++slice) {
    std::uint64_t most = 0;
    for (std::size_t node = slice * together; node < std::min(nodes(), (slice + 1) * together); ++node)
      most = std::max(most, joined_.first_link[node + 1] - joined_.first_link[node]);
    first_of_slice_[slice + 1] = first_of_slice_[slice] + most * BlockSlices::nodes;
  }
  const std::size_t entries = first_of_slice_[first_of_slice_.size() - 1];
  neighbours_ = LargeArray<std::uint32_t>(entries);
  conductances_ = LargeArray<float>(entries);
  for_each_place(*team_, first_of_slice_.size() - 1, [&](std::size_t slice) {
    for (std::size_t lane = 0; lane < together; ++lane) {
      const std::size_t node = std::min(slice * together + lane, nodes() - 1);
      const bool is_node = slice * together + lane < nodes();
      Quanta all = 0;
      std::uint64_t link = joined_.first_link[node];
      for (std::size_t entry = first_of_slice_[slice] + lane; entry < first_of_slice_[slice + 1]; entry += together) {
        neighbours_[entry] = static_cast<std::uint32_t>(node);
        if (!is_node || link == joined_.first_link[node + 1]) continue;
        neighbours_[entry] = joined_.links[link].neighbour;
        conductances_[entry] = static_cast<float>(joined_.links[link].quanta);
        all += joined_.links[link++].quanta;
      }
      if (is_node) inverse_diagonal_[node] = all > 0 ? 1 / static_cast<float>(all) : 0;
    }
  });
}

void BlockGraph::for_each_flux(std::span<const float> potential, const FinishFluxes& finish) const {
  constexpr std::int64_t together = BlockSlices::nodes;
  constexpr std::int64_t slices_a_part = 16;
  const BlockFlux& blocks = block_flux();
  const auto last_node = static_cast<std::int64_t>(nodes());
  for_each_range(*team_, static_cast<std::int64_t>(first_of_slice_.size()) - 1, [&](const Range& share) {
    float flux[slices_a_part * together];
    for (std::int64_t first = share.first; first < share.last; first += slices_a_part) {
      const Range range{first * together, std::min(last_node, std::min(share.last, first + slices_a_part) * together)};
      const std::int64_t whole = range.last / together;
      blocks.find(slices(), first, whole, potential.data(), flux);
      for (std::int64_t node = std::max(first, whole) * together; node < range.last; ++node)
        flux[node - range.first] = flux_from(static_cast<std::size_t>(node), potential);
      finish(range, flux);
    }
  });
}

/// Gives what leaves a node of the last slice, which may not have 16.
float BlockGraph::flux_from(std::size_t node, std::span<const float> potential) const {
  constexpr std::size_t together = BlockSlices::nodes;
  const std::size_t slice = node / together;
  float sum = 0;
  for (std::size_t entry = first_of_slice_[slice] + node % together; entry < first_of_slice_[slice + 1];
       entry += together)
    sum += conductances_[entry] * (potential[node] - (neighbours_[entry] == node ? 0 : potential[neighbours_[entry]]));
  return sum;
}

void BlockGraph::forget_quanta() { joined_ = {joined_.extent, {}, {}, {}, {}}; }

}  // namespace perm
