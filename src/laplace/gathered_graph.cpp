// SPDX-License-Identifier: Apache-2.0
#include "laplace/gathered_graph.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

namespace perm {
namespace {

/// Gives the first process the lists of all, in the order of their ranks. Collective.
template <class T>
std::vector<T> gather_list(const Communicator& processes, std::vector<T> own) {
  std::vector<std::vector<T>> to(static_cast<std::size_t>(processes.size()));
  to[0] = std::move(own);
  std::vector<T> all;
  for (const std::vector<T>& of_process : processes.exchange(to))
    all.insert(all.end(), of_process.begin(), of_process.end());
  return all;
}

/// Gives the blocks of the image in place of those of the domain.
std::vector<std::uint32_t> in_image(const Domain& domain, const JoinedNodes& own) {
  const Extent blocks = halved(domain.image());
  std::vector<std::uint32_t> moved;
  for (const std::uint32_t block : own.blocks) {
    const std::int64_t y = block / own.extent.nx % own.extent.ny + domain.own().y.first / 2;
    const std::int64_t z = block / own.extent.nx / own.extent.ny + domain.own().z.first / 2;
    moved.push_back(static_cast<std::uint32_t>(blocks.index(block % own.extent.nx, y, z)));
  }
  return moved;
}

}  // namespace

GatheredGraph gather_graph(const Domain& domain, const SharedPieces& pieces, JoinedNodes own) {
  const Communicator& processes = domain.processes();
  std::vector<std::uint32_t> own_counts;  // of links
  for (std::size_t node = 0; node < pieces.own; ++node)
    own_counts.push_back(static_cast<std::uint32_t>(own.first_link[node + 1] - own.first_link[node]));
  for (BlockLink& link : own.links) link.neighbour = pieces.among_all(link.neighbour);
  const std::vector<std::uint32_t> blocks = gather_list(processes, in_image(domain, own));
  const std::vector<std::uint32_t> counts = gather_list(processes, std::move(own_counts));
  const std::vector<BlockLink> links = gather_list(processes, std::move(own.links));
  if (!processes.is_first()) return {};
  // Pieces of a row of blocks belong to one process, which has them in their order.
  const Extent extent = halved(domain.image());
  FirstOfRows rows(static_cast<std::size_t>(extent.ny * extent.nz) + 1);
  for (const std::uint32_t block : blocks) ++rows[static_cast<std::size_t>(block / extent.nx) + 1];
  std::partial_sum(rows.begin(), rows.end(), rows.begin());
  GatheredGraph gathered{{extent, rows, std::vector<std::uint32_t>(blocks.size()),
                          LargeArray<std::uint64_t>(blocks.size() + 1), std::vector<BlockLink>(links.size())},
                         std::vector<std::uint32_t>(blocks.size())};
  JoinedNodes& nodes = gathered.nodes;
  std::vector<std::uint32_t>& number = gathered.number_in_image;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    number[i] = rows[static_cast<std::size_t>(blocks[i] / extent.nx)]++;
    nodes.blocks[number[i]] = blocks[i];
    nodes.first_link[number[i] + 1] = counts[i];
  }
  std::partial_sum(nodes.first_link.begin(), nodes.first_link.end(), nodes.first_link.begin());
  auto link = links.begin();
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const std::span<BlockLink> of_node = std::span(nodes.links).subspan(nodes.first_link[number[i]], counts[i]);
    for (BlockLink& to : of_node) {
      to = *link++;
      to.neighbour = number[to.neighbour];
    }
    std::ranges::sort(of_node, {}, &BlockLink::neighbour);
  }
  return gathered;
}

}  // namespace perm
