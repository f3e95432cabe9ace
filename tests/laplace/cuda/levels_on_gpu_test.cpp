// SPDX-License-Identifier: Apache-2.0
// What a GPU finds before it solves is what CellGraph and Multigrid have.
#include "laplace/cuda/levels_on_gpu.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <tuple>

#include "laplace/cuda/cells_on_gpu.hpp"
#include "laplace/cuda/graph_cases.hpp"
#include "laplace/multigrid.hpp"

namespace perm::laplace_cuda {
namespace {

using perm::copy_of;

template <class T>
std::vector<T> copy_of(const cuda::Array<T>& array) {
  return copy_of(array.data(), array.size());
}
template <class T>
std::vector<T> copy_of(std::span<const T> list) {
  return {list.begin(), list.end()};
}

/// The edges of all cells: cell, neighbour, and the step to it. Those of a cell stand in the order of q.
using Edge = std::tuple<std::uint32_t, std::uint32_t, int>;

std::vector<Edge> edges_of(const CellGraph& graph) {
  std::vector<Edge> edges;
  const Extent n = graph.cells().own_extent();
  for (std::int64_t row = 0; row < n.ny * n.nz; ++row)
    graph.visit_links(row % n.ny, row / n.ny,
                      [&](std::uint32_t cell, std::uint32_t neighbour, Quanta, const d3q19::Velocity& step) {
                        if (!is_to_edge(step)) return;
                        int q = 1;
                        const auto is_step = [&step](const d3q19::Velocity& v) {
                          return v.x == step.x && v.y == step.y && v.z == step.z;
                        };
                        while (!is_step(d3q19::velocity(q))) ++q;
                        edges.emplace_back(cell, neighbour, q);
                      });
  std::ranges::stable_sort(edges, {}, [](const Edge& edge) { return std::get<0>(edge); });
  return edges;
}

std::vector<Edge> edges_of(const CellsOnGpu& cells) {
  const CellView& view = cells.view();
  if (view.cells == 0) return {};
  const auto places = copy_of(view.places, view.cells);
  const auto first_filled = copy_of(view.first_filled, (view.cells + cells_a_group - 1) / cells_a_group);
  const auto neighbours = copy_of(view.edge_neighbour, cells.edges());
  const auto steps = copy_of(view.edge_step, cells.edges());
  const std::size_t filled = first_filled.back() + std::size_t{places.back()} / 32 + 1;
  const auto arounds = copy_of(view.around, filled);
  const Word last = arounds.back().edges;
  const auto first_edge = copy_of(view.first_edge, last.first + static_cast<std::size_t>(std::popcount(last.bits)) + 1);
  std::vector<Edge> edges;
  std::uint32_t number = 0;
  for (const Around& around : arounds) {
    EXPECT_EQ(around.edges.first, number);
    for (std::uint32_t rank = 0; rank < 32; ++rank) {
      if ((around.edges.bits >> rank & 1U) == 0) continue;
      for (std::uint32_t edge = first_edge[number]; edge < first_edge[number + 1]; ++edge)
        edges.emplace_back(around.first + rank, neighbours[edge], steps[edge]);
      ++number;
    }
  }
  EXPECT_EQ(first_edge.back(), cells.edges());
  return edges;
}

TEST(CellsOnGpu, have_the_edges_of_the_host) {
  for_each_graph([](const RandomGraph& random, unsigned) {
    const CellGraph graph = random.graph();
    const CellsOnGpu cells(ImageOnGpu(graph.cells()), graph.widths(), graph.of_edge());
    EXPECT_EQ(edges_of(cells), edges_of(graph));
  });
}

void expect_same(const OrderedLevel& level, const BlockGraph& graph, const Aggregation& aggregation) {
  EXPECT_EQ(level.extent, graph.extent());
  EXPECT_EQ(copy_of(level.parent), copy_of(aggregation.parent()));  // level 0 has none
  const auto first_link = copy_of(level.first_link);
  const auto neighbours = copy_of(level.neighbours);
  const auto quanta = copy_of(level.quanta);
  EXPECT_EQ(copy_of(level.inverse_diagonal), copy_of(graph.inverse_diagonal()));
  const BlockSlices slices = graph.slices();
  for (std::size_t node = 0; node < graph.nodes(); ++node) {
    std::size_t entry = slices.first[node / BlockSlices::nodes] + node % BlockSlices::nodes;
    const std::size_t end = slices.first[node / BlockSlices::nodes + 1];
    for (std::uint64_t link = first_link[node]; link < first_link[node + 1]; ++link, entry += BlockSlices::nodes) {
      ASSERT_LT(entry, end);
      EXPECT_EQ(neighbours[link], slices.neighbours[entry]);
      EXPECT_EQ(static_cast<float>(quanta[link]), slices.conductances[entry]);
    }
    for (; entry < end; entry += BlockSlices::nodes) EXPECT_EQ(slices.conductances[entry], 0);
  }
}

/// Checks the order of the numbers of a level: members of a coarser node follow each other, and fill chunks.
void expect_order(const Numbers& numbers, const Numbers& above, std::span<const std::uint32_t> parent) {
  const auto here = copy_of(numbers.here);
  const auto ordered = copy_of(numbers.ordered);
  const auto above_here = copy_of(above.here);
  const auto members = copy_of(numbers.members);
  const auto first_above = copy_of(numbers.first_above);
  const auto parent_here = copy_of(numbers.parent);
  ASSERT_EQ(members.size(), above.ordered.size());
  ASSERT_EQ(ordered.size(), (first_above.size() - 1) * numbers.chunk);
  std::vector<std::uint32_t> next(members.size());
  std::uint32_t end = 0;
  for (std::size_t i = 0; i < members.size(); ++i) {
    next[i] = members[i].first;
    EXPECT_GE(members[i].first, end);
    end = members[i].last;
  }
  for (std::size_t node = 0; node < here.size(); ++node) {
    EXPECT_EQ(ordered[here[node]], node);
    EXPECT_EQ(here[node], next[above_here[parent[node]]]++);  // ascending
  }
  std::uint32_t last_parent = 0;
  for (std::size_t number = 0; number < ordered.size(); ++number) {
    if (ordered[number] != ~0U) last_parent = above_here[parent[ordered[number]]];
    EXPECT_EQ(parent_here[number], last_parent);
    const std::size_t chunk = number / numbers.chunk;
    if (ordered[number] == ~0U) continue;
    EXPECT_GE(last_parent, first_above[chunk]);
    EXPECT_LT(last_parent, first_above[chunk + 1]);
  }
  for (std::size_t i = 0; i < members.size(); ++i) EXPECT_EQ(next[i], members[i].last);
}

TEST(LevelsOnGpu, are_the_levels_of_the_host) {
  for_each_graph([](const RandomGraph& random, unsigned) {
    if (random.widths.empty()) return;
    const CellGraph graph = random.graph();
    const NumberedPieces pieces = number_pieces(graph.cells(), graph.team());
    const Multigrid multigrid(BlockGraph(graph.team(), join_pieces(graph, pieces)));
    const ImageOnGpu image(graph.cells());
    const CellsOnGpu cells(image, graph.widths(), graph.of_edge());
    const PiecesOnGpu on_gpu(image, graph.cells());
    EXPECT_EQ(copy_of(on_gpu.piece_of(), graph.nodes()),
              copy_of(std::span<const std::uint32_t>(pieces.piece_of.span())));
    const std::vector<OrderedLevel> levels = make_levels(join_pieces(image, cells.view(), on_gpu));
    ASSERT_EQ(levels.size(), multigrid.levels());
    const std::vector<Numbers> numbers = number_levels(levels);
    for (std::size_t level = 0; level < levels.size(); ++level) {
      SCOPED_TRACE("level " + std::to_string(level));
      expect_same(levels[level], multigrid.graph(level), multigrid.aggregation(level));
      if (level > 0) expect_order(numbers[level - 1], numbers[level], multigrid.aggregation(level).parent());
    }
  });
}

TEST(LevelsOnGpu, are_none_where_there_are_no_cells) {
  const PoreSpace pores({40, 3, 2});
  const DomainCells none(Domain(pores.extent()), pores);
  const ImageOnGpu image(none);
  const CellsOnGpu cells(image, {}, 1);
  EXPECT_TRUE(LevelsOnGpu(join_pieces(image, cells.view(), PiecesOnGpu(image, none))).views().empty());
}

}  // namespace
}  // namespace perm::laplace_cuda
