// SPDX-License-Identifier: Apache-2.0
// Makes a coarser level: it numbers the pieces of each block, then sums what conducts between them.
#include <algorithm>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "laplace/block_graph.hpp"
#include "laplace/block_pieces.hpp"
#include "laplace/blocks_of_cells.hpp"
#include "laplace/shared_loops.hpp"

namespace perm {
namespace {

/// Holds the links that some consecutive nodes have; they are added in any order and summed when all are there.
class LinkSums {
 public:
  void add(std::uint32_t node, std::uint32_t neighbour, Quanta quanta) {
    if (!links_.empty() && links_.back().node == node && links_.back().neighbour == neighbour)
      links_.back().quanta += quanta;
    else
      links_.push_back({node, neighbour, quanta});
  }
  /// Sums what joins the same nodes and orders it. Calls count(node) for each link that is left.
  template <class Count>
  void close(const Count& count) {
    if (links_.empty()) return;
    std::vector<std::uint32_t> first = first_of_nodes();
    std::vector<Link> of_nodes(links_.size());
    for (const Link& link : links_) of_nodes[first[link.node - first_node_]++] = link;  // `first` are the ends then
    links_.clear();
    std::uint32_t begin = 0;
    for (const std::uint32_t end : first) {
      sum_of_node(std::span(of_nodes).subspan(begin, end - begin));
      begin = end;
    }
    links_.shrink_to_fit();
    for (const Link& link : links_) count(link.node);
  }
  void write(BlockLink* to) const {
    for (const Link& link : links_) *to++ = {link.neighbour, link.quanta};
  }

 private:
  struct Link {
    std::uint32_t node;
    std::uint32_t neighbour;
    Quanta quanta;
  };

  /// Gives how many links the nodes before each node have.
  std::vector<std::uint32_t> first_of_nodes() {
    const auto [least, most] = std::ranges::minmax(links_, {}, &Link::node);
    first_node_ = least.node;
    std::vector<std::uint32_t> counts(most.node - least.node + 1);
    for (const Link& link : links_) ++counts[link.node - first_node_];
    std::exclusive_scan(counts.begin(), counts.end(), counts.begin(), std::uint32_t{0});
    return counts;
  }
  void sum_of_node(std::span<Link> links) {
    std::ranges::sort(links, {}, &Link::neighbour);
    for (const Link& link : links) add(link.node, link.neighbour, link.quanta);
  }

  std::uint32_t first_node_{0};
  std::vector<Link> links_;
};

/// Holds the nodes of a coarser level.
struct Nodes {
  FirstOfRows rows;
  std::vector<std::uint32_t> blocks;  ///< that of each node
};

/// Joins the nodes of the coarser level: `visit_members(row of blocks, visit)` calls visit(member, neighbour, quanta)
/// for whatever is joined to members of nodes in that row of blocks.
template <class VisitMembers>
JoinedNodes sum_links(const ThreadTeam& team, const Extent& blocks, Nodes nodes, std::span<const std::uint32_t> parent,
                      const VisitMembers& visit_members) {
  const std::int64_t rows = blocks.ny * blocks.nz;
  std::vector<LinkSums> of_row(static_cast<std::size_t>(rows));
  LargeArray<std::uint64_t> first_link(nodes.blocks.size() + 1);
  for_each_row(team, rows, [&](std::int64_t row) {
    LinkSums& sums = of_row[static_cast<std::size_t>(row)];
    visit_members(row, [&](std::uint32_t member, std::uint32_t neighbour, Quanta quanta, const auto&...) {
      if (member == neighbour || parent[member] != parent[neighbour])
        sums.add(parent[member], parent[neighbour], quanta);
    });
    sums.close([&](std::uint32_t node) { ++first_link[node + 1]; });
  });
  std::partial_sum(first_link.begin(), first_link.end(), first_link.begin());
  std::vector<BlockLink> links(first_link[nodes.blocks.size()]);
  for_each_row(team, rows, [&](std::int64_t row) {
    const auto at = static_cast<std::size_t>(row);
    of_row[at].write(links.data() + first_link[nodes.rows[at]]);
  });
  return {blocks, std::move(nodes.rows), std::move(nodes.blocks), std::move(first_link), std::move(links)};
}

/// Gives the first node of each row of blocks, and one behind the last row.
template <class CountNodes>
FirstOfRows first_of_rows(const ThreadTeam& team, std::int64_t rows, const CountNodes& count_nodes) {
  FirstOfRows first(static_cast<std::size_t>(rows) + 1);
  for_each_row(team, rows, [&](std::int64_t row) { first[static_cast<std::size_t>(row) + 1] = count_nodes(row); });
  std::partial_sum(first.begin(), first.end(), first.begin());
  return first;
}

/// Numbers the nodes of all rows of blocks, by `number(row, first, blocks)` for each row.
template <class Number>
Nodes number_nodes(const ThreadTeam& team, FirstOfRows rows, const Number& number) {
  Nodes nodes{std::move(rows), {}};
  nodes.blocks.resize(nodes.rows.back());
  for_each_row(team, static_cast<std::int64_t>(nodes.rows.size()) - 1,
               [&](std::int64_t row) { number(row, nodes.rows[static_cast<std::size_t>(row)], nodes.blocks.data()); });
  return nodes;
}

}  // namespace

NumberedPieces number_pieces(const DomainCells& cells, const ThreadTeam& team, JoinedBy by) {
  const std::array<Pieces, 256>& of_pattern = by == JoinedBy::faces ? pieces_by_faces : pieces_of;
  const Extent blocks = halved(cells.own_extent());
  LargeArray<std::uint32_t> piece_of(cells.cells());
  FirstOfRows rows = first_of_rows(team, blocks.ny * blocks.nz, [&](std::int64_t row) {
    std::uint32_t count = 0;
    for_each_block(cells, row, [&](const BlockOfCells& block) { count += of_pattern[block.pattern].count; });
    return count;
  });
  Nodes nodes = number_nodes(team, std::move(rows), [&](std::int64_t row, std::uint32_t next, std::uint32_t* block_of) {
    for_each_block(cells, row, [&](const BlockOfCells& block) {
      const Pieces& pieces = of_pattern[block.pattern];
      block.for_each_pore([&](unsigned voxel) { piece_of[block.cells[voxel]] = next + pieces.of_voxel[voxel]; });
      for (int piece = 0; piece < pieces.count; ++piece)
        block_of[next++] = static_cast<std::uint32_t>(row * blocks.nx + block.x);
    });
  });
  return {std::move(piece_of), std::move(nodes.rows), std::move(nodes.blocks)};
}

JoinedNodes join_pieces(const CellGraph& graph, const NumberedPieces& pieces) {
  const Extent n = graph.cells().own_extent();
  const Extent blocks = halved(n);
  return sum_links(graph.team(), blocks, {pieces.rows, pieces.blocks}, pieces.piece_of.span(),
                   [&](std::int64_t row, const auto& add) {
                     for_each_row_of_block(n, row % blocks.ny, row / blocks.ny,
                                           [&](std::int64_t y, std::int64_t z) { graph.visit_links(y, z, add); });
                   });
}

CoarserLevel coarsen(const BlockGraph& graph) {
  const Extent& n = graph.extent();
  const Extent blocks = halved(n);
  const std::span<const std::uint32_t> fine = graph.blocks();
  const auto block_above = [&](std::uint32_t node) {
    const std::int64_t block = fine[node];
    const std::int64_t x = block % n.nx / 2;
    const std::int64_t y = block / n.nx % n.ny / 2;
    const std::int64_t z = block / n.nx / n.ny / 2;
    return static_cast<std::uint32_t>(blocks.index(x, y, z));
  };
  const auto for_each_member = [&](std::int64_t row, const auto& visit) {
    for_each_row_of_block(n, row % blocks.ny, row / blocks.ny, [&](std::int64_t y, std::int64_t z) {
      const auto finer = static_cast<std::size_t>(z * n.ny + y);
      for (std::uint32_t node = graph.rows()[finer]; node < graph.rows()[finer + 1]; ++node) visit(node);
    });
  };
  // The lowest member of the piece that a node belongs to: pieces lie in one block, so that one thread joins them.
  LargeArray<std::uint32_t> root(graph.nodes());
  LargeArray<std::uint32_t> parent(graph.nodes());
  const auto find = [&root](std::uint32_t node) {
    while (root[node] != node) node = root[node] = root[root[node]];
    return node;
  };
  FirstOfRows rows = first_of_rows(graph.team(), blocks.ny * blocks.nz, [&](std::int64_t row) {
    std::uint32_t count = 0;
    for_each_member(row, [&](std::uint32_t node) { root[node] = node; });
    for_each_member(row, [&](std::uint32_t node) {
      const std::uint32_t block = block_above(node);
      for (const BlockLink& link : graph.links(node)) {
        if (block_above(link.neighbour) != block) continue;
        const std::uint32_t a = find(node);
        const std::uint32_t b = find(link.neighbour);
        root[std::max(a, b)] = std::min(a, b);
      }
    });
    for_each_member(row, [&](std::uint32_t node) { count += find(node) == node ? 1 : 0; });
    return count;
  });
  Nodes nodes =
      number_nodes(graph.team(), std::move(rows), [&](std::int64_t row, std::uint32_t next, std::uint32_t* block_of) {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> roots;  // block above and root
        for_each_member(row, [&](std::uint32_t node) {
          if (find(node) == node) roots.emplace_back(block_above(node), node);
        });
        std::ranges::sort(roots);
        std::vector<std::pair<std::uint32_t, std::uint32_t>> numbers;  // root and its number
        for (const auto& [block, lowest] : roots) {
          numbers.emplace_back(lowest, next);
          block_of[next++] = block;
        }
        std::ranges::sort(numbers);
        for_each_member(row, [&](std::uint32_t node) {
          parent[node] = std::ranges::lower_bound(numbers, std::pair{find(node), std::uint32_t{0}})->second;
        });
      });
  Aggregation aggregation(std::move(parent), n, graph.rows(), nodes.rows);
  JoinedNodes coarse =
      sum_links(graph.team(), blocks, std::move(nodes), aggregation.parent(), [&](std::int64_t row, const auto& add) {
        for_each_member(row, [&](std::uint32_t node) {
          for (const BlockLink& link : graph.links(node)) add(node, link.neighbour, link.quanta);
        });
      });
  return {std::move(aggregation), BlockGraph(graph.team(), std::move(coarse))};
}

}  // namespace perm
