// SPDX-License-Identifier: Apache-2.0
// Joins the blocks of a coarser level: the nodes of a finer level that lie in one block of 2^3 voxels of it and are
// joined within it make one node, which has one potential. What conducts between two blocks is the sum of what conducts
// between their nodes (Galerkin). A block whose pores are not joined within it has a node for each piece, so that a
// wall thinner than a block still parts.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/extent.hpp"
#include "core/large_array.hpp"
#include "core/range.hpp"
#include "laplace/block_flux.hpp"
#include "laplace/block_pieces.hpp"
#include "laplace/blocks_of_cells.hpp"
#include "laplace/cell_graph.hpp"
#include "laplace/shared_loops.hpp"

namespace perm {

/// Takes what leaves some consecutive nodes: flux[i] is that of number nodes.first + i.
using FinishFluxes = std::function<void(const Range& nodes, const float* flux)>;

/// Holds the first node of each row of voxels or blocks along x, and one behind the last row.
using FirstOfRows = std::vector<std::uint32_t>;

/// Tells which node of a coarser level each node of a finer one belongs to. Nodes are numbered block after block, x
/// fastest, and within a block in the order of their lowest members.
class Aggregation {
 public:
  Aggregation() = default;
  /// `extent` is that of the finer level.
  Aggregation(LargeArray<std::uint32_t> parent, const Extent& extent, FirstOfRows finer_rows, FirstOfRows rows);

  std::size_t nodes() const { return rows_.back(); }  ///< of the coarser level
  std::span<const std::uint32_t> parent() const { return parent_.span(); }
  /// Gives for each node the sum of value_of(member), added in ascending order.
  template <class ValueOf>
  void sum_members(const ThreadTeam& team, const ValueOf& value_of, std::span<float> sums) const;

 private:
  LargeArray<std::uint32_t> parent_;
  Extent extent_{};
  FirstOfRows finer_rows_;
  FirstOfRows rows_{0};
};

/// A node is joined to `neighbour`, or to the outside where this is the node itself.
struct BlockLink {
  std::uint32_t neighbour;
  Quanta quanta;
};

/// Holds the nodes of a level and what joins them.
struct JoinedNodes {
  Extent extent;                         ///< counts blocks
  FirstOfRows rows;                      ///< of blocks
  std::vector<std::uint32_t> blocks;     ///< that of each node, in the order of the extent
  LargeArray<std::uint64_t> first_link;  ///< of each node; one more at the end
  std::vector<BlockLink> links;          ///< those of a node in the order of their neighbours
};

class BlockGraph {
 public:
  BlockGraph(const ThreadTeam& team, JoinedNodes nodes);

  std::size_t nodes() const { return inverse_diagonal_.size(); }
  const ThreadTeam& team() const { return *team_; }
  std::span<const float> inverse_diagonal() const { return inverse_diagonal_.span(); }
  BlockSlices slices() const { return {first_of_slice_.data(), neighbours_.data(), conductances_.data()}; }
  /// Calls finish(nodes, flux) for some nodes at a time, where flux[i] is what leaves node nodes.first + i: the sum of
  /// conductance times difference of potential, rounded in float32 in the order of the links. Threads share the nodes;
  /// the potential must not be changed meanwhile.
  void for_each_flux(std::span<const float> potential, const FinishFluxes& finish) const;

  // These are there until forget_quanta is called, for the next level.
  const Extent& extent() const { return joined_.extent; }
  const FirstOfRows& rows() const { return joined_.rows; }
  std::span<const std::uint32_t> blocks() const { return joined_.blocks; }
  std::span<const BlockLink> links(std::size_t node) const {
    const std::uint64_t first = joined_.first_link[node];
    return std::span(joined_.links).subspan(first, joined_.first_link[node + 1] - first);
  }
  void forget_quanta();

 private:
  void fill_slices();
  float flux_from(std::size_t node, std::span<const float> potential) const;
  const ThreadTeam* team_;
  JoinedNodes joined_;
  LargeArray<std::uint64_t> first_of_slice_;
  LargeArray<std::uint32_t> neighbours_;  ///< in slices
  LargeArray<float> conductances_;
  LargeArray<float> inverse_diagonal_;
};

/// Holds a level and how the finer one belongs to it.
struct CoarserLevel {
  Aggregation aggregation;
  BlockGraph graph;
};

/// Calls visit(row) for each row of blocks; threads take some at a time.
template <class Visit>
void for_each_row(const ThreadTeam& team, std::int64_t rows, const Visit& visit) {
  constexpr std::int64_t rows_a_task = 8;
  for_each_task(team, (rows + rows_a_task - 1) / rows_a_task, [&](const auto& for_each) {
    for_each([&](std::int64_t task) {
      const std::int64_t end = std::min(rows, (task + 1) * rows_a_task);
      for (std::int64_t row = task * rows_a_task; row < end; ++row) visit(row);
    });
  });
}

template <class ValueOf>
void Aggregation::sum_members(const ThreadTeam& team, const ValueOf& value_of, std::span<float> sums) const {
  const std::int64_t blocks_y = halved(extent_).ny;
  for_each_row(team, static_cast<std::int64_t>(rows_.size()) - 1, [&](std::int64_t row) {
    const auto at = static_cast<std::size_t>(row);
    std::fill(sums.begin() + rows_[at], sums.begin() + rows_[at + 1], 0.0F);
    for_each_row_of_block(extent_, row % blocks_y, row / blocks_y, [&](std::int64_t y, std::int64_t z) {
      const auto finer = static_cast<std::size_t>(z * extent_.ny + y);
      for (std::size_t i = finer_rows_[finer]; i < finer_rows_[finer + 1]; ++i) sums[parent_[i]] += value_of(i);
    });
  });
}

CoarserLevel coarsen(const BlockGraph& graph);

/// Tells which piece of a block of voxels each cell of a domain belongs to. Pieces are numbered as the nodes of a
/// level.
struct NumberedPieces {
  LargeArray<std::uint32_t> piece_of;  ///< of each own cell; those of the halo have none yet (share_pieces)
  FirstOfRows rows;                    ///< of blocks
  std::vector<std::uint32_t> blocks;   ///< that of each piece

  std::size_t count() const { return rows.back(); }
};
NumberedPieces number_pieces(const DomainCells& cells, const ThreadTeam& team, JoinedBy by = JoinedBy::faces_and_edges);
/// Joins the pieces of a domain to each other and to those of its halo, whose cells must have pieces by now.
JoinedNodes join_pieces(const CellGraph& graph, const NumberedPieces& pieces);

}  // namespace perm
